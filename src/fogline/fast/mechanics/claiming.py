"""Claiming a route, compiled (C12, C13, C15, C16, C22).

See `fogline.rules.claiming` for the readable version. Masks that other mechanics change say who
may claim what: CLOSED for everybody, and CAN for each player.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fogline.core.actions import ClaimRoute
from fogline.core.cards import COLOURS
from fogline.core.events import Category
from fogline.fast import board, constants, hooks, layout
from fogline.fast.constants import CARDS, MOST_LENGTH, MOST_ROUTES, NW, WILD
from fogline.fast.jit import entry_point
from fogline.fast.kernel import observing
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.records import add_points, record, score
from fogline.fast.lowered import bits, mask_of
from fogline.fast.mechanics import drawing, turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, mask, number
from fogline.rules.claiming import BuilderScores, Claiming

LEVELS = MOST_LENGTH + 1

claiming = Mechanic(Claiming, base=True)
builder_scores = Mechanic(BuilderScores)
CLOSED = layout.shared.words(NW)
"""Routes that nobody can claim any more."""
OWN, CAN = layout.player.words(NW), layout.player.words(NW)
"""Routes claimed, and routes that are within reach and not forbidden to this player."""
REACH = layout.player.words()
"""Places that the player's routes touch."""
VEHICLES = layout.player.bytes()
START_VEHICLES = number()
ONE_PIECE = number()
"""Whether every network is one piece; if not, LABELS says which places are joined."""
LABELS = number()
"""Where labels begin: for each player and place the first place it is joined to."""
R_CODE = number(MOST_ROUTES)
"""The first of each route's codes, among those of all claims."""
CLAIMS, N_CLAIMS = number(), number()
"""Where the table of claims begins (for each code its route, colour and wilds), and its size."""
M_COLOUR = mask(CARDS * LEVELS)
"""For each colour and number of cards the routes that they can pay for; WILD is gray."""
M_FERRIES = mask(LEVELS)
"""For each number of wilds the routes that demand no more."""
M_LENGTH = mask(LEVELS)
"""For each number of vehicles the routes that are no longer."""
M_CLAIMED = mask(1)
"""The routes taken by a claim; a mechanic removes those that need another action."""
ROUTE_POINTS = layout.categories.one(Category.ROUTES)


def _ways(lowered: LoweredGame, route: int) -> int:
    """Count the codes for the payments of a route, legal or not."""
    spaces = lowered[board.R_LENGTH + route]
    return spaces + 1 if lowered[board.R_COLOUR + route] >= 0 else spaces * len(COLOURS) + 1


def decode(lowered: LoweredGame, n: int) -> ClaimRoute:
    """Return the claim at an index among the codes of claims."""
    packed = lowered[lowered[CLAIMS] + n]
    route, colour, wilds = packed >> 16, packed >> 8 & 0xFF, packed & 0xFF
    payment = drawing.payment_of(lowered[board.R_LENGTH + route], wilds * WILD + colour)
    return ClaimRoute(lowered.routes[route], payment)


def encode(lowered: LoweredGame, action: ClaimRoute) -> int:
    """Return the index of a claim among the codes of claims."""
    route = lowered.route_index[action.route]
    gray = lowered[board.R_COLOUR + route] < 0
    way = drawing.way_of(action.payment) if gray else action.payment.wilds
    return lowered[R_CODE + route] + way


CLAIM = claiming.code(ClaimRoute, lambda lowered: lowered[N_CLAIMS], decode, encode)


@claiming.lowers
def lower(rule: Claiming, lowered: LoweredGame) -> None:
    """Read the vehicles, number the claims, and sort the routes by cost."""
    prices = lowered.game.prices
    lowered.check(rule.name, "vehicles", rule.vehicles, constants.MOST_IN_A_BYTE)
    longest = max(price.spaces for price in prices)
    lowered.check(rule.name, "spaces in a route", longest, MOST_LENGTH)
    points = 2 * sum(lowered[board.R_POINTS + route] for route in range(len(prices)))
    lowered.check(rule.name, "points in one category", points, constants.MOST_POINTS)
    lowered[START_VEHICLES] = rule.vehicles
    lowered.mask(M_CLAIMED, range(len(prices)))
    claims: list[int] = []
    for route in range(len(prices)):
        lowered[R_CODE + route] = len(claims)
        colour = lowered[board.R_COLOUR + route]
        for way in range(_ways(lowered, route)):
            wilds, paid = (way, colour) if colour >= 0 else divmod(way, WILD)
            claims.append(route << 16 | paid << 8 | wilds)
    lowered.append(CLAIMS, claims)
    lowered[N_CLAIMS] = len(claims)
    for level in range(LEVELS):
        within = [index for index, price in enumerate(prices) if price.spaces <= level]
        lowered.mask(M_LENGTH + level * NW, within)
        modest = [index for index, price in enumerate(prices) if price.wilds <= level]
        lowered.mask(M_FERRIES + level * NW, modest)
        for row, card in enumerate([*COLOURS, None]):
            fits = [index for index in within if prices[index].colour is card]
            lowered.mask(M_COLOUR + (row * LEVELS + level) * NW, fits)


@claiming.finishes
def finish(lowered: LoweredGame) -> None:
    """Reserve memory for labels, unless another rule keeps networks in one piece."""
    if not lowered[ONE_PIECE]:
        lowered[LABELS] = lowered.reserve(lowered.seats * len(lowered.places))


def keeps_one_piece(lowered: LoweredGame) -> bool:
    """Return whether every network of a game is one piece."""
    return bool(lowered[ONE_PIECE])


@kernel
def is_one_piece(g):
    """Return whether every network is one piece."""
    return g.t[ONE_PIECE] != 0


@kernel
def start_vehicles(g):
    """Return the vehicles that a player starts with."""
    return g.t[START_VEHICLES]


@kernel
def vehicles(g, seat):
    """Return the vehicles that a seat has left."""
    return np.int64(g.b[record(seat) + VEHICLES])


@kernel
def owns(g, seat, route):
    """Return whether a seat has claimed a route."""
    return g.w[record(seat) // 8 + OWN + route // 64] & bit(route % 64) != ZERO


@kernel
def owned(g, seat, word):
    """Return one word of the mask of routes that a seat has claimed."""
    return g.w[record(seat) // 8 + OWN + word]


@kernel
def is_closed(g, route):
    """Return whether nobody can claim a route any more."""
    return g.w[CLOSED + route // 64] & bit(route % 64) != ZERO


@kernel
def open_at(g, place, word):
    """Return one word of the mask of routes at a place that can still be claimed."""
    return board.routes_at(g, place, word) & ~g.w[CLOSED + word]


@kernel
def reach(g, seat):
    """Return the places that a seat's own routes touch."""
    return g.w[record(seat) // 8 + REACH]


@kernel
def first_code(g, route):
    """Return the first of the codes for claims of a route."""
    return g.t[CLAIM] + g.t[R_CODE + route]


@kernel
def _openness(g, seat, word):
    """Return one word of the mask of routes that no rule forbids to a seat."""
    return g.w[record(seat) // 8 + CAN + word] & ~g.w[CLOSED + word]


@kernel
def claimable(g, seat, word):
    """Return one word of the mask of routes that a seat can claim and pay for."""
    return takeable(g, seat, word) & g.m[M_CLAIMED + word]


@kernel
def takeable(g, seat, word):
    """Return one word of the mask of routes that a seat can pay for, by a claim or otherwise."""
    player = record(seat)
    hand = player + drawing.HAND
    vehicles = min(np.int64(g.b[player + VEHICLES]), MOST_LENGTH)
    routes = _openness(g, seat, word) & g.m[M_LENGTH + vehicles * NW + word]
    if routes == ZERO:
        return ZERO
    wilds = np.int64(g.b[hand + WILD])
    routes &= g.m[M_FERRIES + min(wilds, MOST_LENGTH) * NW + word]
    affordable = ZERO
    most = 0
    for colour in range(WILD):
        held = np.int64(g.b[hand + colour])
        most = max(most, held)
        level = colour * LEVELS + min(held + wilds, MOST_LENGTH)
        affordable |= g.m[M_COLOUR + level * NW + word]
    level = WILD * LEVELS + min(most + wilds, MOST_LENGTH)
    return routes & (affordable | g.m[M_COLOUR + level * NW + word])


@kernel
def _popcounts(first, second, third, g, at):
    """Count the routes of a mask, given as words, that are also in a table."""
    return (
        popcount(first & g.m[at]) + popcount(second & g.m[at + 1]) + popcount(third & g.m[at + 2])
    )


@kernel
def count_claims(g, seat):
    """Count the claims of a seat, each payment separately, without a loop over routes.

    Each number of wilds spent adds the routes of each colour that can be paid for with them, and
    the gray ones once for each colour. The words of a mask are handled together (NW is 3), so the
    only branch is on the number of wilds.
    """
    player = record(seat)
    hand = player + drawing.HAND
    wilds = min(np.int64(g.b[hand + WILD]), MOST_LENGTH)
    at = M_LENGTH + min(np.int64(g.b[player + VEHICLES]), MOST_LENGTH) * NW
    open_0 = _openness(g, seat, 0) & g.m[at] & g.m[M_CLAIMED]
    open_1 = _openness(g, seat, 1) & g.m[at + 1] & g.m[M_CLAIMED + 1]
    open_2 = _openness(g, seat, 2) & g.m[at + 2] & g.m[M_CLAIMED + 2]
    claims = _popcounts(open_0, open_1, open_2, g, M_LENGTH + wilds * NW)  # only wilds
    for spent in range(wilds + 1):
        at = M_FERRIES + spent * NW
        shorter = M_LENGTH + spent * NW
        able_0 = open_0 & g.m[at] & ~g.m[shorter]
        able_1 = open_1 & g.m[at + 1] & ~g.m[shorter + 1]
        able_2 = open_2 & g.m[at + 2] & ~g.m[shorter + 2]
        fits_0 = fits_1 = fits_2 = ZERO
        for colour in range(WILD):
            level = min(np.int64(g.b[hand + colour]) + spent, MOST_LENGTH)
            at = M_COLOUR + (colour * LEVELS + level) * NW
            fits_0 |= g.m[at]
            fits_1 |= g.m[at + 1]
            fits_2 |= g.m[at + 2]
            gray = M_COLOUR + (WILD * LEVELS + level) * NW
            claims += _popcounts(able_0, able_1, able_2, g, gray)
        claims += popcount(able_0 & fits_0) + popcount(able_1 & fits_1) + popcount(able_2 & fits_2)
    return claims


@kernel
def ways_to_pay(g, seat, route):
    """Count the legal payments for a route that the seat can pay for."""
    hand = record(seat) + drawing.HAND
    length, ferries = g.t[board.R_LENGTH + route], g.t[board.R_FERRIES + route]
    colour = g.t[board.R_COLOUR + route]
    if colour < 0:
        return drawing.ways_in_any(g, seat, length, ferries)
    wilds = g.b[hand + WILD]
    ways = 1 if wilds >= length else 0
    return ways + drawing.ways_in_colour(length, ferries, g.b[hand + colour], wilds)


@kernel
def nth_code(g, seat, route, n):
    """Return the code of a route with the n-th legal payment."""
    length, ferries = g.t[board.R_LENGTH + route], g.t[board.R_FERRIES + route]
    way = drawing.nth_way(g, seat, length, ferries, g.t[board.R_COLOUR + route], n)
    return g.t[CLAIM] + g.t[R_CODE + route] + way


@kernel
def nth_claim(g, seat, n):
    """Return the code of the n-th claim in the stable order, which must exist."""
    for word in range(NW):
        routes = claimable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            ways = ways_to_pay(g, seat, route)
            if n < ways:
                return nth_code(g, seat, route, n)
            n -= ways
    return g.t[CLAIM]


@claiming.offers(turns.ACTION)
def claims(g, seat, out, count):
    for word in range(g.t[board.N_WORDS]):
        routes = claimable(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            for n in range(ways_to_pay(g, seat, route)):
                out[count] = nth_code(g, seat, route, n)
                count += 1
    return count


@claiming.hook
def lay_out(g):
    places = g.t[board.N_PLACES]
    for seat in range(g.t[board.N_SEATS]):
        player = record(seat)
        g.b[player + VEHICLES] = g.t[START_VEHICLES]
        for word in range(g.t[board.N_WORDS]):
            g.w[player // 8 + CAN + word] = ~ZERO
        if not g.t[ONE_PIECE]:
            for place in range(places):
                g.b[g.t[LABELS] + seat * places + place] = place


@claiming.plays(CLAIM)
def claim(g, seat, n):
    packed = g.t[g.t[CLAIMS] + n]
    route = packed >> 16
    drawing.pay_way(g, seat, g.t[board.R_LENGTH + route], (packed >> 8) & 0xFF, packed & 0xFF)
    own_route(g, seat, route)
    turns.has_acted(g)


@kernel
def own_route(g, seat, route):
    """Set the owner of a route, and apply the immediate consequences."""
    player = record(seat)
    g.b[player + VEHICLES] -= g.t[board.R_LENGTH + route]
    g.w[player // 8 + OWN + route // 64] |= bit(route % 64)
    g.w[CLOSED + route // 64] |= bit(route % 64)
    hooks.claimed(g, seat, route)
    hooks.barred(g, seat, route)
    _connect(g, seat, route)


@kernel
def _connect(g, seat, route):
    """Add the two places to the seat's network."""
    first, second = g.t[board.R_A + route], g.t[board.R_B + route]
    g.w[record(seat) // 8 + REACH] |= bit(first) | bit(second)
    if not g.t[ONE_PIECE]:
        places = g.t[board.N_PLACES]
        labels = g.t[LABELS] + seat * places
        one, other = g.b[labels + first], g.b[labels + second]
        if one != other:
            for place in range(places):
                if g.b[labels + place] == max(one, other):
                    g.b[labels + place] = min(one, other)


@kernel
def ticket_routes(g, seat, word):
    """Return one word of the mask of routes that count for tickets: own routes and `links`."""
    return g.w[record(seat) // 8 + OWN + word] | hooks.links(g, seat, word)


@kernel
def serves_tickets(g, seat, route):
    """Return whether a route counts for a seat's tickets."""
    return ticket_routes(g, seat, route // 64) & bit(route % 64) != ZERO


@entry_point
def _linked_to(g, seat, place):
    """Return the places joined to a place by routes that count for tickets."""
    found = waiting = bit(place)
    while waiting != ZERO:
        here = lowest(waiting)
        waiting &= waiting - ONE
        for word in range(g.t[board.N_WORDS]):
            routes = ticket_routes(g, seat, word) & g.m[board.M_AT + here * NW + word]
            while routes != ZERO:
                route = word * 64 + lowest(routes)
                routes &= routes - ONE
                end = bit(g.t[board.R_A + route] + g.t[board.R_B + route] - here)
                waiting |= end & ~found
                found |= end
    return found


@kernel
def is_complete(g, seat, ticket):
    """Return whether the routes that count for a seat join the two places of a ticket."""
    first, second = g.t[board.T_A + ticket], g.t[board.T_B + ticket]
    if hooks.linked(g):
        return _linked_to(g, seat, first) & bit(second) != ZERO
    both = bit(first) | bit(second)
    if g.w[record(seat) // 8 + REACH] & both != both:
        return False
    if g.t[ONE_PIECE]:
        return True
    labels = g.t[LABELS] + seat * g.t[board.N_PLACES]
    return g.b[labels + first] == g.b[labels + second]


@kernel
def joined_to(g, seat, place):
    """Return the places joined to a place by routes that count, itself included."""
    if hooks.linked(g):
        return _linked_to(g, seat, place)
    reach = g.w[record(seat) // 8 + REACH]
    if reach & bit(place) == ZERO:
        return bit(place)
    if g.t[ONE_PIECE]:
        return reach
    labels = g.t[LABELS] + seat * g.t[board.N_PLACES]
    together = ZERO
    for other in range(g.t[board.N_PLACES]):
        if g.b[labels + other] == g.b[labels + place]:
            together |= bit(other)
    return together


@builder_scores.hook
def claimed(g, seat, route):
    add_points(g, seat, ROUTE_POINTS, g.t[board.R_POINTS + route])


# ── The readable state ────────────────────────────────────────────────────────────────────────


@claiming.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the vehicles left."""
    for seat, player in enumerate(table.players):
        block.bytes[lowered.record(seat) + VEHICLES] = player.vehicles


@claiming.writes_network
def write_network(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the claimed routes, and what they join."""
    words = block.words
    for seat in table.seats:
        start = lowered.record(seat) // 8
        words[start + CAN : start + CAN + lowered[board.N_WORDS]] = ~np.uint64(0)
        network = table.network(seat)
        words[start + REACH] = mask_of(lowered.place_index[place] for place in network)
        for route in table.routes_of(seat):
            own = np.uint64(1) << np.uint64(route.index % 64)
            words[start + OWN + route.index // 64] |= own
            words[CLOSED + route.index // 64] |= own
        if not lowered[ONE_PIECE]:
            first: dict[str, int] = {}
            offset = lowered[LABELS] + seat * len(lowered.places)
            for index, place in enumerate(lowered.places):
                leader = network.get(place, place)
                block.bytes[offset + index] = first.setdefault(leader, index)


@claiming.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read the vehicles left and the routes claimed."""
    owners: list[int | None] = [None] * len(lowered.routes)
    for seat in range(lowered.seats):
        start = lowered.record(seat) // 8
        for word in range(NW):
            for position in bits(block.words[start + OWN + word]):
                owners[word * 64 + position] = seat
    players = tuple(
        replace(player, vehicles=int(block.bytes[lowered.record(seat) + VEHICLES]))
        for seat, player in enumerate(state.players)
    )
    return replace(state, owners=tuple(owners), players=players)


SEEN_ROUTES, SEEN_OPEN, SEEN_VEHICLES, SEEN_SCORES = claiming.observes(
    "routes", "open", "vehicles", "scores"
)


@claiming.hook
def observe(g, seat, o, out):
    routes, seats, words = g.t[board.N_ROUTES], g.t[board.N_SEATS], g.t[board.N_WORDS]
    # Read offsets once: the compiler cannot know that the writes below do not change them.
    owned, opened = o[SEEN_ROUTES], o[SEEN_OPEN]
    vehicles, scores = o[SEEN_VEHICLES], o[SEEN_SCORES]
    for relative in range(seats):
        own = record(observing.seat_at(seat, relative, seats)) // 8 + OWN
        for word in range(words):
            first = owned + relative * routes + word * 64
            observing.spread(g.w[own + word], first, min(64, routes - word * 64), out)
    for word in range(words):
        first = opened + word * 64
        observing.spread(_openness(g, seat, word), first, min(64, routes - word * 64), out)
    for relative in range(seats):
        other = observing.seat_at(seat, relative, seats)
        out[vehicles + relative] = g.b[record(other) + VEHICLES]
        points = score(g, other)
        hundreds = points // 100
        out[scores + 2 * relative] = hundreds
        out[scores + 2 * relative + 1] = points - 100 * hundreds
