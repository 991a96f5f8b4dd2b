"""Filling in what a seat does not know, each possibility equally likely."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit, nth_bit, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.layout import (
    CARDS,
    CHOICE,
    CHOSEN,
    DECK,
    DECK_OF,
    DISCARDS,
    DISPLAY,
    DISPLAYED,
    GIVER,
    HAND,
    KEEP_DEALT,
    MOST_OFFERED,
    N_OFFERED,
    N_SEATS,
    N_TICKETS,
    NONE,
    OFFERED,
    PACK,
    PLAYERS,
    POOL,
    QUEUE,
    QUEUED,
    SEEN,
    STRIDE,
    SUBSET_SIZE_AT,
    SUBSETS,
    SUBSETS_AT,
    TICKETS,
    TURN,
)


@kernel
def fill_in(b, w, t, hidden_cards, hidden_tickets, rng):
    """Turn what is known into a whole state that agrees with it.

    `hidden_cards` counts the unknown cards of each hand. `hidden_tickets` counts those of the pack,
    of the pool, and of each hand. Offered and queued tickets say NONE where they are unknown.
    """
    _cards(b, t, hidden_cards, rng)
    _tickets(b, w, t, hidden_tickets, rng)
    if b[TURN] == NONE:
        _choices(b, t, rng)


@kernel
def _cards(b, t, hidden, rng):
    """Deal the unknown cards; what is left over is the deck."""
    seats = t[N_SEATS]
    left = 0
    for card in range(CARDS):
        unknown = t[DECK_OF + card] - b[DISCARDS + card]
        for seat in range(seats):
            unknown -= b[PLAYERS + seat * STRIDE + HAND + card]
        for slot in range(t[DISPLAYED]):
            if b[DISPLAY + slot] == card:
                unknown -= 1
        b[DECK + card] = unknown
        left += unknown
    for seat in range(seats):
        for _ in range(hidden[seat]):
            position = below(rng, left)
            card = 0
            while position >= b[DECK + card]:
                position -= b[DECK + card]
                card += 1
            b[DECK + card] -= 1
            b[PLAYERS + seat * STRIDE + HAND + card] += 1
            left -= 1


@kernel
def _any_of(tickets, rng):
    """Choose a ticket of a mask."""
    return nth_bit(tickets, below(rng, popcount(tickets)))


@kernel
def unknown_tickets(b, w, t):
    """Return the tickets of which it is not known where they are."""
    unknown = ZERO
    for ticket in range(t[N_TICKETS]):
        unknown |= bit(ticket)
    unknown &= ~(w[PACK] | w[POOL])
    for position in range(b[QUEUED]):
        if b[QUEUE + position] != NONE:
            unknown &= ~bit(b[QUEUE + position])
    for seat in range(t[N_SEATS]):
        player = PLAYERS + seat * STRIDE
        unknown &= ~w[player // 8 + TICKETS]
        for position in range(b[player + N_OFFERED]):
            if b[player + OFFERED + position] != NONE:
                unknown &= ~bit(b[player + OFFERED + position])
    return unknown


@kernel
def _tickets(b, w, t, hidden, rng):
    """Deal the unknown tickets to where they may be."""
    seats = t[N_SEATS]
    unknown = unknown_tickets(b, w, t)
    for position in range(b[QUEUED]):
        if b[QUEUE + position] == NONE:
            ticket = _any_of(unknown, rng)
            unknown &= ~bit(ticket)
            b[QUEUE + position] = ticket
    for seat in range(seats):
        player = PLAYERS + seat * STRIDE
        for position in range(b[player + N_OFFERED]):
            if b[player + OFFERED + position] == NONE:
                ticket = _any_of(unknown, rng)
                unknown &= ~bit(ticket)
                b[player + OFFERED + position] = ticket
        for _ in range(hidden[2 + seat]):
            ticket = _any_of(unknown, rng)
            unknown &= ~bit(ticket)
            w[player // 8 + TICKETS] |= bit(ticket)
    for _ in range(hidden[1]):
        ticket = _any_of(unknown, rng)
        unknown &= ~bit(ticket)
        w[POOL] |= bit(ticket)
    w[PACK] |= unknown


@kernel
def _choices(b, t, rng):
    """Guess the secret choices that others have made."""
    for seat in range(t[N_SEATS]):
        player = PLAYERS + seat * STRIDE
        offered = b[player + N_OFFERED]
        if b[player + CHOSEN] and offered > 0 and b[player + CHOICE] == 0:
            row = SUBSET_SIZE_AT + offered * (MOST_OFFERED + 2)
            first = t[row + min(t[KEEP_DEALT], offered)]
            chosen = first + below(rng, (1 << offered) - first)
            b[player + CHOICE] = t[SUBSETS + t[SUBSETS_AT + offered] + chosen]


@kernel
def forget(b, w, t, seat, hidden):
    """Cut everything out of a block that a seat does not know, and count what was cut.

    Row 0 of `hidden` gets the unknown cards of each hand; row 1 the unknown tickets of the pack,
    of the pool, and of each hand.
    """
    seats = t[N_SEATS]
    for card in range(CARDS):
        b[DECK + card] = 0
    known = ZERO
    for ticket in range(t[N_TICKETS]):
        if b[GIVER + ticket] == seat + 1:
            known |= bit(ticket)
        else:
            b[GIVER + ticket] = 0
    hidden[1, 0] = popcount(w[PACK] & ~known)
    hidden[1, 1] = popcount(w[POOL] & ~known)
    w[PACK] &= known
    w[POOL] &= known
    for position in range(b[QUEUED]):
        if known & bit(b[QUEUE + position]) == ZERO:
            b[QUEUE + position] = NONE
    for other in range(seats):
        hidden[0, other] = 0
        hidden[1, 2 + other] = 0
        if other != seat:
            _forget_player(b, w, other, hidden)


@kernel
def _forget_player(b, w, seat, hidden):
    player = PLAYERS + seat * STRIDE
    for card in range(CARDS):
        hidden[0, seat] += b[player + HAND + card] - b[player + SEEN + card]
        b[player + HAND + card] = b[player + SEEN + card]
    hidden[1, 2 + seat] = popcount(w[player // 8 + TICKETS])
    w[player // 8 + TICKETS] = ZERO
    for position in range(b[player + N_OFFERED]):
        b[player + OFFERED + position] = NONE
    b[player + CHOICE] = 0
