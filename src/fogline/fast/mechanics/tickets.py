"""Tickets, compiled (C19 to C24, SF3, OW2). The readable rule is `fogline.rules.tickets`.

The code of a choice of tickets is `KEEP` with a bit for each ticket kept, in sorted order.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from fogline.core.actions import DrawTickets, KeepTickets
from fogline.core.decisions import FirstTickets, TicketOffer
from fogline.core.events import Category
from fogline.core.table import Layer, Player, State, Table
from fogline.fast import board, constants, layout
from fogline.fast.constants import MOST_TICKETS, NONE
from fogline.fast.kernel import observing
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, nth_bit, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.records import add_points, record
from fogline.fast.lowered import bits, mask_of
from fogline.fast.mechanics import claiming, turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, entry_point, kernel, number
from fogline.rules.tickets import Tickets

MOST_OFFERED = 8
KEEP = 1 << 62
"""Codes from here on are choices of tickets."""

tickets = Mechanic(Tickets, base=True)
PACK = layout.shared.words()
"""The upper layer of the ticket deck, in no order."""
POOL = layout.shared.words()
"""The layer of tickets returned at the start and shuffled together, while under the pack."""
QUEUED = layout.shared.bytes()
QUEUE = layout.shared.bytes(MOST_TICKETS)
"""Layers of one ticket under pack and pool, in order, and their number."""
GIVER = layout.shared.bytes(MOST_TICKETS)
"""For each ticket in the deck, one more than the seat that returned it and still knows it."""
TICKETS = layout.player.words()
OFFERED, N_OFFERED = layout.player.bytes(MOST_OFFERED), layout.player.bytes()
CHOSEN, CHOICE = layout.player.bytes(), layout.player.bytes()
"""Whether the secret choice of first tickets is made, and its bits."""
TICKETS_DEALT, KEEP_DEALT, TICKETS_SHOWN, KEEP_SHOWN = number(), number(), number(), number()
SHUFFLE_RETURNED, RETURNED_BY_SEAT = number(), number()
SUBSETS_AT = number(MOST_OFFERED + 1)
"""For each number of offered tickets, where its subsets begin, smallest first."""
SUBSET_SIZE_AT = number((MOST_OFFERED + 1) * (MOST_OFFERED + 2))
"""For each number of offered tickets and each size, the number of smaller subsets."""
SUBSETS = number(1 << (MOST_OFFERED + 1))
TICKET_POINTS = layout.categories.one(Category.TICKETS)
FAILED_POINTS = layout.categories.one(Category.FAILED_TICKETS)
FIRST_TICKETS, OFFER = tickets.phase(FirstTickets), tickets.phase(TicketOffer)
DRAW_TICKETS = tickets.code(DrawTickets, lambda _: 1, lambda _, __: DrawTickets(), lambda _, __: 0)


@tickets.lowers
def lower(rule: Tickets, lowered: LoweredGame) -> None:
    """Read how many tickets are offered and kept."""
    for what, shown, keep in (
        ("tickets dealt", rule.dealt, rule.keep_dealt),
        ("tickets shown", rule.shown, rule.keep_shown),
    ):
        lowered.check(rule.name, what, shown, MOST_OFFERED, 1)
        lowered.check(rule.name, f"{what} to keep", keep, shown, 1)
    value = sum(ticket.points for ticket in lowered.game.board.tickets)
    lowered.check(rule.name, "points in one category", value, constants.MOST_POINTS)
    lowered[TICKETS_DEALT], lowered[KEEP_DEALT] = rule.dealt, rule.keep_dealt
    lowered[TICKETS_SHOWN], lowered[KEEP_SHOWN] = rule.shown, rule.keep_shown
    lowered[SHUFFLE_RETURNED] = rule.shuffle_returned
    lowered[RETURNED_BY_SEAT] = rule.returned_by_seat
    start = 0
    for offered in range(MOST_OFFERED + 1):
        lowered[SUBSETS_AT + offered] = start
        position = 0
        for size in range(offered + 1):
            lowered[SUBSET_SIZE_AT + offered * (MOST_OFFERED + 2) + size] = position
            for chosen in combinations(range(offered), size):
                lowered[SUBSETS + start + position] = mask_of(chosen)
                position += 1
        start += position


def decode(lowered: LoweredGame, code: int) -> KeepTickets:
    """Return the choice of tickets that a code from KEEP on stands for."""
    return KeepTickets(tuple(lowered.tickets[ticket] for ticket in bits(code - KEEP)))


def encode(lowered: LoweredGame, action: KeepTickets) -> int:
    """Return the code of a choice of tickets."""
    return KEEP | mask_of(lowered.ticket_index[ticket] for ticket in action.tickets)


@kernel
def tickets_left(g):
    """Count the ticket deck."""
    return popcount(g.w[PACK]) + popcount(g.w[POOL]) + g.b[QUEUED]


@kernel
def tickets_of(g, seat):
    """Return the tickets a seat has kept, as a mask."""
    return g.w[record(seat) // 8 + TICKETS]


@kernel
def keep_dealt(g):
    """Return how many of the first tickets a player must keep."""
    return g.t[KEEP_DEALT]


@kernel
def draw_code(g):
    """Return the code for drawing tickets."""
    return g.t[DRAW_TICKETS]


@kernel
def give_ticket(g, seat, ticket):
    """Add a ticket to those that a seat has kept."""
    g.w[record(seat) // 8 + TICKETS] |= bit(ticket)


@tickets.hook
def lay_out(g):
    for ticket in range(g.t[board.N_TICKETS]):
        g.w[PACK] |= bit(ticket)


@tickets.hook
def set_up(g):
    for seat in range(g.t[board.N_SEATS]):
        _offer(g, seat, g.t[TICKETS_DEALT])


@kernel
def _draw_ticket(g):
    for layer in (PACK, POOL):
        size = popcount(g.w[layer])
        if size > 0:
            ticket = nth_bit(g.w[layer], below(g.rng, size))
            g.w[layer] &= ~bit(ticket)
            g.b[GIVER + ticket] = 0
            return ticket
    below(g.rng, 1)  # the readable engine uses its dice for a layer of one, too
    ticket = g.b[QUEUE]
    g.b[QUEUED] -= 1
    for position in range(g.b[QUEUED]):
        g.b[QUEUE + position] = g.b[QUEUE + position + 1]
    g.b[QUEUE + g.b[QUEUED]] = 0
    g.b[GIVER + ticket] = 0
    return ticket


@kernel
def _tidy_layers(g):
    """Make the upper layer the pack, and a last layer of one the head of the queue."""
    if g.w[PACK] == ZERO:
        g.w[PACK] = g.w[POOL]
        g.w[POOL] = ZERO
    if g.w[POOL] == ZERO and popcount(g.w[PACK]) == 1:
        for position in range(g.b[QUEUED], 0, -1):
            g.b[QUEUE + position] = g.b[QUEUE + position - 1]
        g.b[QUEUE] = lowest(g.w[PACK])
        g.b[QUEUED] += 1
        g.w[PACK] = ZERO


@kernel
def _forget_givers(g, layer, seat):
    """Forget what players who did not see a draw from a layer knew about it."""
    while layer != ZERO:
        ticket = lowest(layer)
        layer &= layer - ONE
        if g.b[GIVER + ticket] != seat + 1:
            g.b[GIVER + ticket] = 0


@kernel
def _offer(g, seat, count):
    """Offer the top tickets to a seat."""
    player = record(seat)
    shown = min(count, tickets_left(g))
    pack, pool = g.w[PACK], g.w[POOL]
    for position in range(shown):
        g.b[player + OFFERED + position] = _draw_ticket(g)
    g.b[player + N_OFFERED] = shown
    if g.w[PACK] != pack:
        _forget_givers(g, g.w[PACK], seat)
    if g.w[POOL] != pool:
        _forget_givers(g, g.w[POOL], seat)
    _tidy_layers(g)


@kernel
def _keep(g, seat, choice):
    """Keep the chosen tickets; return the others under the deck in the order offered."""
    player = record(seat)
    for position in range(g.b[player + N_OFFERED]):
        ticket = g.b[player + OFFERED + position]
        if (choice >> position) & 1:
            g.w[player // 8 + TICKETS] |= bit(ticket)
        else:
            g.b[QUEUE + g.b[QUEUED]] = ticket
            g.b[QUEUED] += 1
            g.b[GIVER + ticket] = seat + 1
        g.b[player + OFFERED + position] = 0
    g.b[player + N_OFFERED] = 0
    g.b[player + CHOICE] = 0


@kernel
def _undecided(g):
    """Return the seats that have not made their secret choice, as bits."""
    seats = 0
    for seat in range(g.t[board.N_SEATS]):
        if g.b[record(seat) + CHOSEN] == 0:
            seats |= 1 << seat
    return seats


@tickets.hook
def follow(g):
    """Apply the secret choices once all are made, and draw who acts first (SF3, SF7)."""
    if g.b[turns.TURN] != NONE or g.b[record(0) + N_OFFERED] == 0 or _undecided(g):
        return
    seats = g.t[board.N_SEATS]
    left = g.b[QUEUED]  # the last of the pack, which nobody returned
    first = 0 if g.t[RETURNED_BY_SEAT] else turns.first_seat(g)
    for turn in range(seats):
        seat = (first + turn) % seats
        _keep(g, seat, g.b[record(seat) + CHOICE])
    if g.t[SHUFFLE_RETURNED] and g.b[QUEUED] > left + 1:
        for position in range(g.b[QUEUED]):
            g.w[PACK if position < left else POOL] |= bit(g.b[QUEUE + position])
            g.b[QUEUE + position] = 0
        g.b[QUEUED] = 0
        _tidy_layers(g)
    turns.draw_first(g)


@tickets.hook
def decision(g):
    turn = g.b[turns.TURN]
    if turn != NONE:
        if g.b[record(turn) + N_OFFERED] == 0:
            return NONE
        g.b[layout.DECIDING] = 1 << turn
        return OFFER
    if not turns.is_set_up(g) or g.b[record(0) + N_OFFERED] == 0:
        return NONE
    g.b[layout.DECIDING] = _undecided(g)
    return FIRST_TICKETS


@kernel
def offered_mask(g, seat, choice):
    """Return the tickets of a choice that has a bit for each place in the offer."""
    player = record(seat)
    mask = ZERO
    for position in range(g.b[player + N_OFFERED]):
        if (choice >> position) & 1:
            mask |= bit(g.b[player + OFFERED + position])
    return mask


@tickets.offers(turns.ACTION)
def draws(g, seat, out, count):
    if tickets_left(g) > 0:
        out[count] = g.t[DRAW_TICKETS]
        count += 1
    return count


@tickets.offers(FIRST_TICKETS, OFFER)
def choices(g, seat, out, count):
    offered = g.b[record(seat) + N_OFFERED]
    least = min(g.t[KEEP_DEALT if g.b[layout.PHASE] == FIRST_TICKETS else KEEP_SHOWN], offered)
    first = g.t[SUBSET_SIZE_AT + offered * (MOST_OFFERED + 2) + least]
    for position in range(first, 1 << offered):
        choice = g.t[SUBSETS + g.t[SUBSETS_AT + offered] + position]
        out[count] = KEEP | np.int64(offered_mask(g, seat, choice))
        count += 1
    return count


@tickets.plays(DRAW_TICKETS)
def draw_tickets(g, seat, n):
    _offer(g, seat, g.t[TICKETS_SHOWN])
    turns.has_acted(g)


@kernel
def choice_of(g, seat, code):
    """Return the tickets of a code as a bit for each place in the offer."""
    player = record(seat)
    choice = 0
    for position in range(g.b[player + N_OFFERED]):
        if bit(g.b[player + OFFERED + position]) & np.uint64(code):
            choice |= 1 << position
    return choice


@kernel
def keep_tickets(g, seat, code):
    """Keep the tickets of a code, or choose them in secret before the first turn."""
    player = record(seat)
    choice = choice_of(g, seat, code)
    if g.b[turns.TURN] == NONE:
        g.b[player + CHOSEN] = 1
        g.b[player + CHOICE] = choice
    else:
        _keep(g, seat, choice)


@entry_point
def complete_tickets(g, seat):
    """Count a seat's complete tickets."""
    complete = 0
    mine = tickets_of(g, seat)
    while mine != ZERO:
        if claiming.is_complete(g, seat, lowest(mine)):
            complete += 1
        mine &= mine - ONE
    return complete


@tickets.hook
def final(g):
    for seat in range(g.t[board.N_SEATS]):
        mine = tickets_of(g, seat)
        while mine != ZERO:
            ticket = lowest(mine)
            mine &= mine - ONE
            if claiming.is_complete(g, seat, ticket):
                add_points(g, seat, TICKET_POINTS, g.t[board.T_POINTS + ticket])
            else:
                add_points(g, seat, FAILED_POINTS, -g.t[board.T_POINTS + ticket])


# ── What a seat does not know ─────────────────────────────────────────────────────────────────


@kernel
def forget_tickets(g, seat, hidden):
    """Remove the tickets that a seat does not know.

    `hidden` gets how many are unknown in the pack, in the pool, and in each hand.
    """
    known = ZERO
    for ticket in range(g.t[board.N_TICKETS]):
        if g.b[GIVER + ticket] == seat + 1:
            known |= bit(ticket)
        else:
            g.b[GIVER + ticket] = 0
    hidden[0] = popcount(g.w[PACK] & ~known)
    hidden[1] = popcount(g.w[POOL] & ~known)
    g.w[PACK] &= known
    g.w[POOL] &= known
    for position in range(g.b[QUEUED]):
        if known & bit(g.b[QUEUE + position]) == ZERO:
            g.b[QUEUE + position] = NONE
    for other in range(g.t[board.N_SEATS]):
        hidden[2 + other] = 0
        if other != seat:
            player = record(other)
            hidden[2 + other] = popcount(g.w[player // 8 + TICKETS])
            g.w[player // 8 + TICKETS] = ZERO
            for position in range(g.b[player + N_OFFERED]):
                g.b[player + OFFERED + position] = NONE
            g.b[player + CHOICE] = 0


@kernel
def unknown_tickets(g):
    """Return the tickets whose location is unknown."""
    unknown = ZERO
    for ticket in range(g.t[board.N_TICKETS]):
        unknown |= bit(ticket)
    unknown &= ~(g.w[PACK] | g.w[POOL])
    for position in range(g.b[QUEUED]):
        if g.b[QUEUE + position] != NONE:
            unknown &= ~bit(g.b[QUEUE + position])
    for seat in range(g.t[board.N_SEATS]):
        player = record(seat)
        unknown &= ~g.w[player // 8 + TICKETS]
        for position in range(g.b[player + N_OFFERED]):
            if g.b[player + OFFERED + position] != NONE:
                unknown &= ~bit(g.b[player + OFFERED + position])
    return unknown


@kernel
def guess_tickets(g, hidden):
    """Deal the unknown tickets to where they may be; guess the secret choices of others.

    `forget_tickets` writes `hidden`. Offers and the queue have NONE for unknown tickets.
    """
    unknown = unknown_tickets(g)
    for position in range(g.b[QUEUED]):
        if g.b[QUEUE + position] == NONE:
            ticket = nth_bit(unknown, below(g.rng, popcount(unknown)))
            unknown &= ~bit(ticket)
            g.b[QUEUE + position] = ticket
    for seat in range(g.t[board.N_SEATS]):
        player = record(seat)
        for position in range(g.b[player + N_OFFERED]):
            if g.b[player + OFFERED + position] == NONE:
                ticket = nth_bit(unknown, below(g.rng, popcount(unknown)))
                unknown &= ~bit(ticket)
                g.b[player + OFFERED + position] = ticket
        for _ in range(hidden[2 + seat]):
            ticket = nth_bit(unknown, below(g.rng, popcount(unknown)))
            unknown &= ~bit(ticket)
            g.w[player // 8 + TICKETS] |= bit(ticket)
    for _ in range(hidden[1]):
        ticket = nth_bit(unknown, below(g.rng, popcount(unknown)))
        unknown &= ~bit(ticket)
        g.w[POOL] |= bit(ticket)
    g.w[PACK] |= unknown
    if g.b[turns.TURN] == NONE:
        _guess_choices(g)


@kernel
def _guess_choices(g):
    for seat in range(g.t[board.N_SEATS]):
        player = record(seat)
        offered = g.b[player + N_OFFERED]
        if g.b[player + CHOSEN] and offered > 0 and g.b[player + CHOICE] == 0:
            row = SUBSET_SIZE_AT + offered * (MOST_OFFERED + 2)
            first = g.t[row + min(g.t[KEEP_DEALT], offered)]
            chosen = first + below(g.rng, (1 << offered) - first)
            g.b[player + CHOICE] = g.t[SUBSETS + g.t[SUBSETS_AT + offered] + chosen]


# ── The readable state ────────────────────────────────────────────────────────────────────────


def shuffled_layers(layers: tuple[Layer, ...]) -> int:
    """Count the upper layers that a block keeps as masks: down to the last with several tickets."""
    return max((i + 1 for i, layer in enumerate(layers) if len(layer.faces) > 1), default=0)


@tickets.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write the ticket deck in its layers, and the tickets of each player."""
    b, index = block.bytes, lowered.ticket_index
    layers = table.ticket_deck
    shuffled = shuffled_layers(layers)
    for word, layer in zip((PACK, POOL), layers[:shuffled], strict=False):
        block.words[word] = mask_of(index[ticket] for ticket in layer.faces if ticket is not None)
    queue = [ticket for layer in layers[shuffled:] for ticket in layer.faces]
    b[QUEUED] = len(queue)
    for position, ticket in enumerate(queue):
        b[QUEUE + position] = NONE if ticket is None else index[ticket]
    for layer in layers:
        for known, giver in layer.known:
            b[GIVER + index[known]] = giver + 1
    for seat, player in enumerate(table.players):
        start = lowered.record(seat)
        kept = mask_of(index[ticket] for ticket in player.tickets if ticket is not None)
        block.words[start // 8 + TICKETS] = kept
        b[start + N_OFFERED] = len(player.offered)
        for position, ticket in enumerate(player.offered):
            b[start + OFFERED + position] = NONE if ticket is None else index[ticket]
        b[start + CHOSEN] = player.chosen
        if player.choice is not None:
            chosen = [n for n, ticket in enumerate(player.offered) if ticket in player.choice]
            b[start + CHOICE] = mask_of(chosen)


@tickets.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read the ticket deck, and the tickets of each player."""
    b = block.bytes
    queue = b[QUEUE : QUEUE + int(b[QUEUED])]
    masks = (bits(block.words[word]) for word in (PACK, POOL))
    layers = []
    for pile in [*(pile for pile in masks if pile), *([int(ticket)] for ticket in queue)]:
        givers = [(lowered.tickets[ticket], int(b[GIVER + ticket])) for ticket in pile]
        known = tuple((ticket, giver - 1) for ticket, giver in givers if giver)
        layers.append(Layer(tuple(ticket for ticket, _ in givers), known))
    players = tuple(
        _read_player(player, block, lowered.record(seat), lowered)
        for seat, player in enumerate(state.players)
    )
    return replace(state, ticket_deck=tuple(layers), players=players)


def _read_player(player: Player, block: Block, start: int, lowered: LoweredGame) -> Player:
    b = block.bytes
    names = lowered.tickets
    offered = tuple(names[ticket] for ticket in b[start + OFFERED :][: int(b[start + N_OFFERED])])
    chosen, choice = bool(b[start + CHOSEN]), int(b[start + CHOICE])
    is_secret = chosen and bool(offered) and b[turns.TURN] == NONE
    return replace(
        player,
        tickets=tuple(names[ticket] for ticket in bits(block.words[start // 8 + TICKETS])),
        offered=offered,
        chosen=chosen,
        choice=tuple(sorted(offered[n] for n in bits(choice))) if is_secret else None,
    )


def most_offered(lowered: LoweredGame) -> int:
    """Return how many tickets can be offered at once."""
    return max(lowered[TICKETS_DEALT], lowered[TICKETS_SHOWN])


SEEN_TICKETS, SEEN_COMPLETE, SEEN_OFFERED, SEEN_RETURNED = tickets.observes(
    "tickets", "complete", "offered", "returned"
)
SEEN_DECK, SEEN_COUNTS, SEEN_OFFERS = tickets.observes(
    "ticket_deck", "ticket_counts", "offer_counts"
)


@tickets.hook
def observe(g, seat, o, out):
    """Write the tickets that a seat has, is offered, and knows under the deck."""
    player = record(seat)
    number = g.t[board.N_TICKETS]
    known = tickets_of(g, seat)
    observing.spread(known, o[SEEN_TICKETS], number, out)
    offered = g.b[player + N_OFFERED]
    known |= offered_mask(g, seat, -1)
    complete = ZERO
    while known != ZERO:
        ticket = lowest(known)
        known &= known - ONE
        if claiming.is_complete(g, seat, ticket):
            complete |= bit(ticket)
    observing.spread(complete, o[SEEN_COMPLETE], number, out)
    out[o[SEEN_OFFERED] : o[SEEN_RETURNED]] = 0
    for position in range(offered):
        out[o[SEEN_OFFERED] + position * number + g.b[player + OFFERED + position]] = 1
    # Unsigned, so that indices cannot be negative and the loop is vectorised.
    giver = np.uint8(seat + 1)
    first = np.uint64(o[SEEN_RETURNED])
    for ticket in range(np.uint64(number)):
        out[first + ticket] = np.int8(g.b[np.uint64(GIVER) + ticket] == giver)
    out[o[SEEN_DECK]] = tickets_left(g)
    counts, offers = o[SEEN_COUNTS], o[SEEN_OFFERS]
    seats = g.t[board.N_SEATS]
    for relative in range(seats):
        other = record(observing.seat_at(seat, relative, seats))
        out[counts + relative] = popcount(g.w[other // 8 + TICKETS])
        out[offers + relative] = g.b[other + N_OFFERED]
