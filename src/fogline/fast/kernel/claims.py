"""Routes: which can be claimed and how, and what a claim brings about (C12 to C18, OW4 to OW7)."""

from __future__ import annotations

import numpy as np

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.kernel.cards import pay
from fogline.fast.layout import (
    ALVIN_CITY,
    ALVIN_HOLDER,
    ALVIN_MOVING,
    ALVIN_POINTS,
    ALVIN_VALUE,
    BUILDER_SCORES,
    CAN,
    CHOICE_A,
    CHOICE_B,
    CLAIMED,
    CLOSED,
    CONNECTED,
    CONTROLLER,
    CONTROLLER_SCORES,
    HAND,
    HELD,
    LABELS,
    M_AT,
    M_COLOUR,
    M_FERRIES,
    M_LENGTH,
    M_TWINS,
    MOST_LENGTH,
    N_MARKERS,
    N_PLACES,
    N_SYMBOLS,
    N_WORDS,
    NONE,
    NW,
    OWN,
    PARALLEL,
    PARALLEL_FREE,
    PARALLEL_ONE_USED,
    PLAYERS,
    R_A,
    R_B,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
    R_POINTS,
    REACH,
    ROUTE_POINTS,
    SCORES,
    STACK_HEIGHT,
    STACK_PLACE,
    STRIDE,
    VEHICLES,
    WILD,
)

LEVELS = MOST_LENGTH + 1


@kernel
def claimable(b, w, m, seat, word):
    """Return one word of the mask of routes that a seat can claim and pay for."""
    player = PLAYERS + seat * STRIDE
    hand = player + HAND
    open_routes = w[player // 8 + CAN + word] & ~w[CLOSED + word]
    open_routes &= m[M_LENGTH + min(b[player + VEHICLES], MOST_LENGTH) * NW + word]
    if open_routes == ZERO:
        return ZERO
    wilds = np.int64(b[hand + WILD])
    open_routes &= m[M_FERRIES + min(wilds, MOST_LENGTH) * NW + word]
    affordable = ZERO
    most = 0
    for colour in range(WILD):
        held = np.int64(b[hand + colour])
        most = max(most, held)
        level = colour * LEVELS + min(held + wilds, MOST_LENGTH)
        affordable |= m[M_COLOUR + level * NW + word]
    level = WILD * LEVELS + min(most + wilds, MOST_LENGTH)
    return open_routes & (affordable | m[M_COLOUR + level * NW + word])


@kernel
def ways_in_colour(length, ferries, held, wilds):
    """Count the payments with at least one card of a colour."""
    fewest = max(ferries, length - held)
    most = min(wilds, length - 1)
    return most - fewest + 1 if most >= fewest else 0


@kernel
def ways_to_pay(b, t, seat, route):
    """Count the legal payments for a route that the seat can pay for."""
    hand = PLAYERS + seat * STRIDE + HAND
    wilds = b[hand + WILD]
    length = t[R_LENGTH + route]
    ferries = t[R_FERRIES + route]
    colour = t[R_COLOUR + route]
    ways = 1 if wilds >= length else 0
    if colour >= 0:
        return ways + ways_in_colour(length, ferries, b[hand + colour], wilds)
    for each in range(WILD):
        ways += ways_in_colour(length, ferries, b[hand + each], wilds)
    return ways


@kernel
def nth_way(b, seat, length, ferries, colour, n):
    """Return the n-th legal payment in the stable order, as its place in the list of codes.

    A coloured route's codes are its numbers of wilds; those of a gray one run through the colours
    for each number of wilds. Only wilds comes last in both.
    """
    hand = PLAYERS + seat * STRIDE + HAND
    wilds = b[hand + WILD]
    if colour >= 0:
        fewest = max(ferries, length - b[hand + colour])
        return min(fewest + n, length)
    for spent in range(ferries, min(wilds, length - 1) + 1):
        for each in range(WILD):
            if b[hand + each] + spent >= length:
                if n == 0:
                    return spent * WILD + each
                n -= 1
    return length * WILD


@kernel
def claim(b, w, h, t, m, seat, route, colour, wilds):
    """Claim a route and let everything happen that follows at once."""
    player = PLAYERS + seat * STRIDE
    length = t[R_LENGTH + route]
    if wilds < length:
        pay(b, seat, colour, length - wilds)
    pay(b, seat, WILD, wilds)
    b[player + VEHICLES] -= length
    _close(w, t, m, seat, route)
    _score(b, h, t, seat, route)
    if t[N_SYMBOLS] > 0:
        _tokens(b, t, seat, route)
    if t[ALVIN_VALUE] > 0:
        _alvin(b, h, t, seat, route)
    if t[N_MARKERS] > 0:
        b[CLAIMED] = route
    _connect(b, w, t, m, seat, route)


@kernel
def _close(w, t, m, seat, route):
    """Take the route off everybody's list, and its twins off whose they must be."""
    words = (PLAYERS + seat * STRIDE) // 8
    w[words + OWN + route // 64] |= bit(route % 64)
    w[CLOSED + route // 64] |= bit(route % 64)
    if t[PARALLEL] != PARALLEL_FREE:
        for word in range(t[N_WORDS]):
            twins = m[M_TWINS + route * NW + word]
            if t[PARALLEL] == PARALLEL_ONE_USED:
                w[CLOSED + word] |= twins
            else:
                w[words + CAN + word] &= ~twins


@kernel
def _connect(b, w, t, m, seat, route):
    """Add the two places to the seat's network."""
    player = PLAYERS + seat * STRIDE
    words = player // 8
    reach = w[words + REACH]
    for at in (R_A, R_B):
        place = t[at + route]
        # A place reached before has its routes on the list already, less the forbidden twins.
        if t[CONNECTED] and reach & bit(place) == ZERO:
            for word in range(t[N_WORDS]):
                fresh = m[M_AT + place * NW + word]
                if t[PARALLEL] != PARALLEL_FREE:
                    fresh &= ~m[M_TWINS + route * NW + word]
                w[words + CAN + word] |= fresh
    w[words + REACH] = reach | bit(t[R_A + route]) | bit(t[R_B + route])
    if not t[CONNECTED]:
        labels = t[LABELS] + seat * t[N_PLACES]
        label_a = b[labels + t[R_A + route]]
        label_b = b[labels + t[R_B + route]]
        if label_a != label_b:
            for place in range(t[N_PLACES]):
                if b[labels + place] == max(label_a, label_b):
                    b[labels + place] = min(label_a, label_b)


@kernel
def add_points(h, seat, category, points):
    """Add to a seat's score."""
    h[(PLAYERS + seat * STRIDE + SCORES) // 2 + category] += points


@kernel
def _score(b, h, t, seat, route):
    """Pay the builder, or whoever controls the cities."""
    points = t[R_POINTS + route]
    if t[BUILDER_SCORES]:
        add_points(h, seat, ROUTE_POINTS, points)
    if t[CONTROLLER_SCORES]:
        first = b[CONTROLLER + t[R_A + route]]
        second = b[CONTROLLER + t[R_B + route]]
        if first != NONE:
            add_points(h, first, ROUTE_POINTS, points)
        if second != NONE:
            add_points(h, second, ROUTE_POINTS, points)
        if first == NONE and second == NONE:
            add_points(h, seat, ROUTE_POINTS, points)


@kernel
def _wanted(b, t, seat, place):
    """Return the symbol of a token on a place that the seat does not have, or NONE."""
    held = b[PLAYERS + seat * STRIDE + HELD]
    for symbol in range(t[N_SYMBOLS]):
        if b[STACK_PLACE + symbol] == place:
            if b[STACK_HEIGHT + symbol] > 0 and not (held >> symbol) & 1:
                return symbol
    return NONE


@kernel
def take_token(b, t, seat, place):
    """Take the token on a place, if the seat wants it."""
    symbol = _wanted(b, t, seat, place)
    if symbol != NONE:
        b[STACK_HEIGHT + symbol] -= 1
        b[PLAYERS + seat * STRIDE + HELD] |= 1 << symbol


@kernel
def _tokens(b, t, seat, route):
    first, second = t[R_A + route], t[R_B + route]
    if _wanted(b, t, seat, first) == NONE:
        take_token(b, t, seat, second)
    elif _wanted(b, t, seat, second) == NONE:
        take_token(b, t, seat, first)
    else:
        b[CHOICE_A] = first
        b[CHOICE_B] = second


@kernel
def _alvin(b, h, t, seat, route):
    city = b[ALVIN_CITY]
    if b[ALVIN_HOLDER] != seat and (t[R_A + route] == city or t[R_B + route] == city):
        b[ALVIN_HOLDER] = seat
        b[ALVIN_MOVING] = 1
        add_points(h, seat, ALVIN_POINTS, t[ALVIN_VALUE])
