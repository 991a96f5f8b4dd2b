"""Cards: deck, discards, display and payments (C3 to C11, C16)."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.dice import below
from fogline.fast.layout import (
    CARDS,
    DECK,
    DECK_OF,
    DISCARDS,
    DISPLAY,
    DISPLAYED,
    HAND,
    NONE,
    PLAYERS,
    SECOND,
    SEEN,
    STRIDE,
    SWEEP_AT,
    WILD,
)


@kernel
def total(b, at):
    """Count a pile of cards."""
    count = 0
    for card in range(CARDS):
        count += b[at + card]
    return count


@kernel
def can_draw(b):
    """Whether a card can be had from the deck, if need be by shuffling the discards."""
    return total(b, DECK) > 0 or total(b, DISCARDS) > 0


@kernel
def draw(b, rng):
    """Take the top card of the deck, after a shuffle if the deck is empty; one must be there."""
    count = total(b, DECK)
    if count == 0:
        for card in range(CARDS):
            b[DECK + card] = b[DISCARDS + card]
            count += b[DECK + card]
            b[DISCARDS + card] = 0
    position = below(rng, count)
    card = 0
    while position >= b[DECK + card]:
        position -= b[DECK + card]
        card += 1
    b[DECK + card] -= 1
    return card


@kernel
def fill_display(b, t, rng):
    """Fill the gaps of the display, and sweep it while it is too wild and can be cured."""
    shown = t[DISPLAYED]
    while True:
        gap = -1
        wilds = 0
        for slot in range(shown):
            card = b[DISPLAY + slot]
            if card == NONE and gap < 0:
                gap = slot
            elif card == WILD:
                wilds += 1
        if gap >= 0 and can_draw(b):
            b[DISPLAY + gap] = draw(b, rng)
        elif wilds >= t[SWEEP_AT] and _curable(b, t):
            for slot in range(shown):
                card = b[DISPLAY + slot]
                if card != NONE:
                    b[DISCARDS + card] += 1
                    b[DISPLAY + slot] = NONE
        else:
            return


@kernel
def _curable(b, t):
    outside = total(b, DECK) + total(b, DISCARDS)
    wilds = 0 + b[DECK + WILD] + b[DISCARDS + WILD]
    for slot in range(t[DISPLAYED]):
        card = b[DISPLAY + slot]
        if card != NONE:
            outside += 1
            if card == WILD:
                wilds += 1
    return outside - wilds >= min(t[DISPLAYED], outside) - (t[SWEEP_AT] - 1)


@kernel
def draw_to_hand(b, seat, rng):
    """Draw the top card of the deck, unseen by the others."""
    b[PLAYERS + seat * STRIDE + HAND + draw(b, rng)] += 1
    b[SECOND] = 1 - b[SECOND]


@kernel
def take_to_hand(b, t, seat, card):
    """Take a card of the display, seen by all."""
    for slot in range(t[DISPLAYED]):
        if b[DISPLAY + slot] == card:
            b[DISPLAY + slot] = NONE
            break
    player = PLAYERS + seat * STRIDE
    b[player + HAND + card] += 1
    b[player + SEEN + card] += 1
    b[SECOND] = 0 if card == WILD else 1 - b[SECOND]


@kernel
def pay(b, seat, card, count):
    """Move some cards of one kind from a hand to the discards."""
    player = PLAYERS + seat * STRIDE
    b[player + HAND + card] -= count
    seen = b[player + SEEN + card]
    b[player + SEEN + card] = seen - count if seen > count else 0
    b[DISCARDS + card] += count


@kernel
def deal(b, t, rng, seats, dealt):
    """Put out the deck and deal the first cards."""
    for card in range(CARDS):
        b[DECK + card] = t[DECK_OF + card]
    for slot in range(t[DISPLAYED]):
        b[DISPLAY + slot] = NONE
    for seat in range(seats):
        for _ in range(dealt):
            b[PLAYERS + seat * STRIDE + HAND + draw(b, rng)] += 1
