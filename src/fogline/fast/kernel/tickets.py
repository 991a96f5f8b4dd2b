"""Tickets: the deck in layers, offers, and keeping (C19 to C22, SF3, OW2)."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, nth_bit, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.layout import (
    CHOICE,
    CHOSEN,
    CONNECTED,
    FIRST,
    GIVER,
    LABELS,
    N_OFFERED,
    N_PLACES,
    N_SEATS,
    OFFERED,
    PACK,
    PLAYERS,
    POOL,
    QUEUE,
    QUEUED,
    REACH,
    SHUFFLE_RETURNED,
    STRIDE,
    T_A,
    T_B,
    TICKETS,
)


@kernel
def tickets_left(b, w):
    """Count the ticket deck."""
    return popcount(w[PACK]) + popcount(w[POOL]) + b[QUEUED]


@kernel
def _draw_ticket(b, w, rng):
    for layer in (PACK, POOL):
        size = popcount(w[layer])
        if size > 0:
            ticket = nth_bit(w[layer], below(rng, size))
            w[layer] &= ~bit(ticket)
            b[GIVER + ticket] = 0
            return ticket
    below(rng, 1)  # the readable engine throws the dice for a layer of one, too
    ticket = b[QUEUE]
    b[QUEUED] -= 1
    for position in range(b[QUEUED]):
        b[QUEUE + position] = b[QUEUE + position + 1]
    b[QUEUE + b[QUEUED]] = 0
    b[GIVER + ticket] = 0
    return ticket


@kernel
def tidy_layers(b, w):
    """Let the upper layer be the pack, and a last layer of one the head of the queue."""
    if w[PACK] == ZERO:
        w[PACK] = w[POOL]
        w[POOL] = ZERO
    if w[POOL] == ZERO and popcount(w[PACK]) == 1:
        for position in range(b[QUEUED], 0, -1):
            b[QUEUE + position] = b[QUEUE + position - 1]
        b[QUEUE] = lowest(w[PACK])
        b[QUEUED] += 1
        w[PACK] = ZERO


@kernel
def _forget(b, tickets, seat):
    """Who did not see what was drawn from a layer is no longer sure of what is left in it."""
    while tickets != ZERO:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        if b[GIVER + ticket] != seat + 1:
            b[GIVER + ticket] = 0


@kernel
def offer(b, w, rng, seat, count):
    """Show a seat the top tickets."""
    player = PLAYERS + seat * STRIDE
    shown = min(count, tickets_left(b, w))
    pack, pool = w[PACK], w[POOL]
    for position in range(shown):
        b[player + OFFERED + position] = _draw_ticket(b, w, rng)
    b[player + N_OFFERED] = shown
    if w[PACK] != pack:
        _forget(b, w[PACK], seat)
    if w[POOL] != pool:
        _forget(b, w[POOL], seat)
    tidy_layers(b, w)


@kernel
def keep(b, w, seat, choice):
    """Keep the chosen tickets; the others go under the deck one by one, in the order shown."""
    player = PLAYERS + seat * STRIDE
    words = player // 8
    for position in range(b[player + N_OFFERED]):
        ticket = b[player + OFFERED + position]
        if (choice >> position) & 1:
            w[words + TICKETS] |= bit(ticket)
        else:
            b[QUEUE + b[QUEUED]] = ticket
            b[QUEUED] += 1
            b[GIVER + ticket] = seat + 1
        b[player + OFFERED + position] = 0
    b[player + N_OFFERED] = 0
    b[player + CHOICE] = 0


@kernel
def all_chose(b, t):
    """Whether every seat has made its secret choice."""
    for seat in range(t[N_SEATS]):
        if b[PLAYERS + seat * STRIDE + CHOSEN] == 0:
            return False
    return True


@kernel
def carry_out_choices(b, w, t):
    """Carry out the secret choices in turn order; shuffle what was returned if so ruled."""
    seats = t[N_SEATS]
    left = b[QUEUED]  # the last of the pack, which nobody returned
    for turn in range(seats):
        seat = (b[FIRST] + turn) % seats
        keep(b, w, seat, b[PLAYERS + seat * STRIDE + CHOICE])
    if t[SHUFFLE_RETURNED] and b[QUEUED] > left + 1:
        for position in range(b[QUEUED]):
            w[PACK if position < left else POOL] |= bit(b[QUEUE + position])
            b[QUEUE + position] = 0
        b[QUEUED] = 0
        tidy_layers(b, w)


@kernel
def is_complete(b, w, t, seat, ticket):
    """Whether a seat's own routes join the two places of a ticket."""
    place_a = t[T_A + ticket]
    place_b = t[T_B + ticket]
    reach = w[(PLAYERS + seat * STRIDE) // 8 + REACH]
    both = bit(place_a) | bit(place_b)
    if reach & both != both:
        return False
    if t[CONNECTED]:
        return True  # a network that must stay connected is all one piece
    labels = t[LABELS] + seat * t[N_PLACES]
    return b[labels + place_a] == b[labels + place_b]
