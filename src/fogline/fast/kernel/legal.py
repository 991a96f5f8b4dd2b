"""Which action codes are legal, in the stable order of the readable engine."""

from __future__ import annotations

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.cards import can_draw
from fogline.fast.kernel.claims import claimable, nth_way, ways_in_colour, ways_to_pay
from fogline.fast.kernel.flow import marker_free
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    ALVINS_MOVE,
    ASIDE,
    CHOICE_A,
    CHOICE_B,
    CHOSEN,
    CITIES,
    CLAIMED,
    CODE_ALVIN,
    CODE_CLAIM,
    CODE_DRAW,
    CODE_KEEP,
    CODE_MARK,
    CODE_NO_MARKER,
    CODE_PASS,
    CODE_STACK,
    CODE_START,
    CODE_TAKE,
    CODE_TICKETS,
    CODE_TOKEN,
    DISPLAY,
    DISPLAYED,
    FIRST_TICKETS,
    HAND,
    KEEP_DEALT,
    KEEP_SHOWN,
    MARKER,
    MARKER_COST,
    MOST_OFFERED,
    N_CITIES,
    N_OFFERED,
    N_PLACES,
    N_SYMBOLS,
    N_WORDS,
    NONE,
    OFFER,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    R_CODE,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
    SECOND_CARD,
    STACK,
    STACK_PLACE,
    START_CITY,
    STRIDE,
    SUBSET_SIZE_AT,
    SUBSETS,
    SUBSETS_AT,
    TOKEN,
    TURN_ACTION,
    WILD,
)


@kernel
def _cards(b, t, phase, out, count):
    """Append the draws: the deck, then each different card of the display."""
    if can_draw(b):
        out[count] = t[CODE_DRAW]
        count += 1
    displayed = 0
    for slot in range(t[DISPLAYED]):
        if b[DISPLAY + slot] != NONE:
            displayed |= 1 << b[DISPLAY + slot]
    if phase == SECOND_CARD:
        displayed &= ~(1 << WILD)
    for card in range(WILD + 1):
        if (displayed >> card) & 1:
            out[count] = t[CODE_TAKE] + card
            count += 1
    return count


@kernel
def _payments(b, seat, length, ferries, colour, base, ways, out, count):
    """Append the codes of all legal payments."""
    for n in range(ways):
        out[count] = base + nth_way(b, seat, length, ferries, colour, n)
        count += 1
    return count


@kernel
def _claims(b, w, t, m, seat, out, count):
    """Append every claimable route with every legal payment."""
    for word in range(t[N_WORDS]):
        mask = claimable(b, w, m, seat, word)
        while mask != ZERO:
            route = word * 64 + lowest(mask)
            mask &= mask - ONE
            length, ferries = t[R_LENGTH + route], t[R_FERRIES + route]
            base = t[CODE_CLAIM] + t[R_CODE + route]
            ways = ways_to_pay(b, t, seat, route)
            count = _payments(b, seat, length, ferries, t[R_COLOUR + route], base, ways, out, count)
    return count


@kernel
def _subsets(b, t, seat, least, out, count):
    """Append every choice of offered tickets that keeps enough, small ones first."""
    offered = b[PLAYERS + seat * STRIDE + N_OFFERED]
    least = min(least, offered)
    first = t[SUBSET_SIZE_AT + offered * (MOST_OFFERED + 2) + least]
    for position in range(first, 1 << offered):
        out[count] = t[CODE_KEEP] + t[SUBSETS + t[SUBSETS_AT + offered] + position]
        count += 1
    return count


@kernel
def _has_stack(b, t, place):
    for symbol in range(t[N_SYMBOLS]):
        if b[STACK_PLACE + symbol] == place:
            return True
    return False


@kernel
def _stacks(b, t, out, count):
    for symbol in range(t[N_SYMBOLS]):
        if (b[ASIDE] >> symbol) & 1:
            for place in range(t[N_PLACES]):
                if not _has_stack(b, t, place):
                    out[count] = t[CODE_STACK] + symbol * t[N_PLACES] + place
                    count += 1
    return count


@kernel
def marker_ways(b, t, seat):
    """Count the ways to pay for a marker."""
    hand = PLAYERS + seat * STRIDE + HAND
    cost = t[MARKER_COST]
    ways = 1 if b[hand + WILD] >= cost else 0
    for colour in range(WILD):
        ways += ways_in_colour(cost, 0, b[hand + colour], b[hand + WILD])
    return ways


@kernel
def _markers(b, t, seat, out, count):
    out[count] = t[CODE_NO_MARKER]
    count += 1
    ways = marker_ways(b, t, seat)
    cost = t[MARKER_COST]
    for end in range(2):
        city = t[(R_B if end else R_A) + b[CLAIMED]]
        if marker_free(b, t, city):
            base = t[CODE_MARK] + end * (cost * WILD + 1)
            count = _payments(b, seat, cost, 0, -1, base, ways, out, count)
    return count


@kernel
def legal_codes(b, w, t, m, seat, out):
    """Write the legal codes of a seat to a list; return how many there are."""
    phase = b[PHASE]
    player = PLAYERS + seat * STRIDE
    count = 0
    if phase == TURN_ACTION:
        count = _cards(b, t, phase, out, count)
        if tickets_left(b, w) > 0:
            out[count] = t[CODE_TICKETS]
            count += 1
        count = _claims(b, w, t, m, seat, out, count)
        if count == 0:
            out[0] = t[CODE_PASS]
            count = 1
    elif phase == SECOND_CARD:
        count = _cards(b, t, phase, out, count)
    elif phase == FIRST_TICKETS:
        if b[player + CHOSEN] == 0:
            count = _subsets(b, t, seat, t[KEEP_DEALT], out, count)
    elif phase == OFFER:
        count = _subsets(b, t, seat, t[KEEP_SHOWN], out, count)
    elif phase == STACK:
        count = _stacks(b, t, out, count)
    elif phase == START_CITY:
        for place in range(t[N_PLACES]):
            if marker_free(b, t, place):
                out[count] = t[CODE_START] + place
                count += 1
    elif phase == TOKEN:
        out[0] = t[CODE_TOKEN] + b[CHOICE_A]
        out[1] = t[CODE_TOKEN] + b[CHOICE_B]
        count = 2
    elif phase == ALVINS_MOVE:
        for n in range(b[player + N_CITIES]):
            out[count] = t[CODE_ALVIN] + b[player + CITIES + n]
            count += 1
    elif phase == MARKER:
        count = _markers(b, t, seat, out, count)
    return count
