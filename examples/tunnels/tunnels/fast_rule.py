"""Tunnels for the compiled engine. `tunnels.rule` is the rule itself.

A tunnel is dug by the same payments as a route is claimed, so its codes are numbered like those of
claims, and compiled bots plan tunnels like other routes.
"""

from __future__ import annotations

from fogline.fast.mechanics import claiming, drawing, turns
from fogline.fast.plugin import (
    DECIDING,
    NONE,
    NW,
    ONE,
    WILD,
    ZERO,
    Block,
    LoweredGame,
    Mechanic,
    bit,
    board,
    kernel,
    lowest,
    mask,
    number,
    record,
    shared,
)
from fogline.plugin import NO_CARDS, ClaimRoute, State, Table
from tunnels.rule import Dig, Digging, ExtraCards, PayExtra, Tunnels, Withdraw

MOST_CARDS = 8

tunnels = Mechanic(Tunnels)
DUG, DUG_COLOUR, DUG_WILDS, DUG_EXTRA = (shared.bytes() for _ in range(4))
"""The tunnel being dug, how it is paid, and how many cards are still to pay."""
TURNED_UP = number()
M_TUNNELS = mask(1)
EXTRA = tunnels.phase(ExtraCards)


def _dig_of(lowered: LoweredGame, n: int) -> Dig:
    claim = claiming.decode(lowered, n)
    return Dig(claim.route, claim.payment)


def _first_of(extra: int) -> int:
    """Where the codes for paying so many more cards begin."""
    return sum(fewer * WILD + 1 for fewer in range(1, extra))


def _extra_of(lowered: LoweredGame, n: int) -> PayExtra:
    extra = 1
    while n >= _first_of(extra + 1):
        extra += 1
    return PayExtra(drawing.payment_of(extra, n - _first_of(extra)))


DIG = tunnels.code(
    Dig,
    lambda lowered: lowered[claiming.N_CLAIMS],
    _dig_of,
    lambda lowered, action: claiming.encode(lowered, ClaimRoute(action.route, action.payment)),
)
PAY_EXTRA = tunnels.code(
    PayExtra,
    lambda lowered: _first_of(lowered[TURNED_UP] + 1),
    _extra_of,
    lambda _, action: _first_of(action.payment.total) + drawing.way_of(action.payment),
)
WITHDRAW = tunnels.code(Withdraw, lambda _: 1, lambda _, __: Withdraw(), lambda _, __: 0)


@tunnels.lowers
def lower(rule: Tunnels, lowered: LoweredGame) -> None:
    """Read how many cards are turned up, and which routes are tunnels."""
    lowered.check(rule.name, "cards turned up", rule.cards, MOST_CARDS)
    marked = lowered.game.board.route_marks[rule.mark]
    routes = [lowered.route_index[route] for route in marked]
    lowered[TURNED_UP] = rule.cards
    lowered.mask(M_TUNNELS, routes)
    for word in range(NW):
        lowered.masks[claiming.M_CLAIMED + word] &= ~lowered.masks[M_TUNNELS + word]


@tunnels.hook
def lay_out(g):
    g.b[DUG] = NONE


@tunnels.offers(turns.ACTION)
def digs(g, seat, out, count):
    for word in range(g.t[board.N_WORDS]):
        routes = claiming.takeable(g, seat, word) & g.m[M_TUNNELS + word]
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            for n in range(claiming.ways_to_pay(g, seat, route)):
                code = claiming.nth_code(g, seat, route, n)
                out[count] = code - g.t[claiming.CLAIM] + g.t[DIG]
                count += 1
    return count


@kernel
def _turn_up(g, colour):
    """Turn cards up from the deck, and put them on the discards; count the costly ones."""
    cards = g.t[TURNED_UP]
    if drawing.total(g, drawing.DECK) < cards and drawing.total(g, drawing.DISCARDS) > 0:
        for card in range(WILD + 1):
            g.b[drawing.DECK + card] += g.b[drawing.DISCARDS + card]
            g.b[drawing.DISCARDS + card] = 0
    extra = 0
    for _ in range(min(cards, drawing.total(g, drawing.DECK))):
        card = drawing.draw(g)
        g.b[drawing.DISCARDS + card] += 1
        extra += 1 if card == WILD or card == colour else 0
    return extra


@kernel
def _own(g, seat, route):
    """Pay what was chosen first, and take the tunnel."""
    length = g.t[board.R_LENGTH + route]
    drawing.pay_way(g, seat, length, g.b[DUG_COLOUR], g.b[DUG_WILDS])
    claiming.own_route(g, seat, route)
    _forget(g)


@kernel
def _forget(g):
    g.b[DUG] = NONE
    g.b[DUG_COLOUR] = 0
    g.b[DUG_WILDS] = 0
    g.b[DUG_EXTRA] = 0


@tunnels.plays(DIG)
def dig(g, seat, n):
    packed = g.t[g.t[claiming.CLAIMS] + n]
    route, colour, wilds = packed >> 16, (packed >> 8) & 0xFF, packed & 0xFF
    only_wilds = wilds >= g.t[board.R_LENGTH + route]
    g.b[DUG_COLOUR] = WILD if only_wilds else colour
    g.b[DUG_WILDS] = wilds
    extra = _turn_up(g, WILD if only_wilds else colour)
    if extra == 0:
        _own(g, seat, route)
    else:
        g.b[DUG] = route
        g.b[DUG_EXTRA] = extra
    turns.has_acted(g)


@tunnels.hook
def decision(g):
    if g.b[DUG_EXTRA] == 0:
        return NONE
    g.b[DECIDING] = 1 << g.b[turns.TURN]
    return EXTRA


@kernel
def _first_code(g):
    """Where the codes for paying the extra cards begin."""
    first = g.t[PAY_EXTRA]
    for fewer in range(1, g.b[DUG_EXTRA]):
        first += fewer * WILD + 1
    return first


@tunnels.offers(EXTRA)
def payments(g, seat, out, count):
    out[count] = g.t[WITHDRAW]
    count += 1
    hand = record(seat) + drawing.HAND
    extra, colour = 0 + g.b[DUG_EXTRA], 0 + g.b[DUG_COLOUR]
    length = g.t[board.R_LENGTH + g.b[DUG]]
    wilds = g.b[hand + WILD] - g.b[DUG_WILDS]
    if colour != WILD:
        left = g.b[hand + colour] - (length - g.b[DUG_WILDS])
        for spent in range(max(0, extra - left), min(wilds, extra - 1) + 1):
            out[count] = _first_code(g) + spent * WILD + colour
            count += 1
    if wilds >= extra:
        out[count] = _first_code(g) + extra * WILD
        count += 1
    return count


@tunnels.plays(PAY_EXTRA)
def pay_extra(g, seat, n):
    way = n + g.t[PAY_EXTRA] - _first_code(g)
    drawing.pay_way(g, seat, 0 + g.b[DUG_EXTRA], way % WILD, way // WILD)
    _own(g, seat, 0 + g.b[DUG])


@tunnels.plays(WITHDRAW)
def withdraw(g, seat, n):
    _forget(g)


@tunnels.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the tunnel being dug."""
    b, part = block.bytes, table.part(Digging)
    b[DUG] = NONE
    # A tunnel without extra cards is the player's already.
    if part.route is not None:
        b[DUG] = lowered.route_index[part.route]
        b[DUG_WILDS], b[DUG_EXTRA] = part.payment.wilds, part.extra
        only_wilds = part.payment.wilds == part.payment.total
        b[DUG_COLOUR] = WILD if only_wilds else drawing.way_of(part.payment) % WILD


@tunnels.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read the tunnel being dug."""
    b = block.bytes
    if b[DUG] == NONE:
        return state.with_part(Digging(None, NO_CARDS, 0))
    route = int(b[DUG])
    way = int(b[DUG_WILDS]) * WILD + int(b[DUG_COLOUR]) % WILD
    payment = drawing.payment_of(lowered[board.R_LENGTH + route], way)
    return state.with_part(Digging(lowered.routes[route], payment, int(b[DUG_EXTRA])))


@tunnels.advice
def code_shift(g, route):
    is_tunnel = g.m[M_TUNNELS + route // 64] & bit(route % 64) != ZERO
    return g.t[DIG] - g.t[claiming.CLAIM] if is_tunnel else 0


@tunnels.advice
def worth_trying(g, seat, code, p):
    """The cheapest way to dig a tunnel is tried with the other routes."""
    return code < g.t[DIG] or code >= g.t[PAY_EXTRA]


@tunnels.advice
def rate(g, seat, code, p):
    """Rather pay than withdraw, and rather without wild cards."""
    if code < g.t[PAY_EXTRA] or code >= g.t[WITHDRAW]:
        return 0.0
    return 10.0 - (code - _first_code(g)) // WILD
