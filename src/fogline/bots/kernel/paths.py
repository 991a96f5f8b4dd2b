"""What routes cost a player, and the cheapest way between places."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel.memo import COST, DIST, FAR, TURNS, VIA
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.layout import (
    CITIES,
    CLOSED,
    CONNECTED,
    HAND,
    LABELS,
    M_AT,
    M_TWINS,
    N_CITIES,
    N_PLACES,
    N_ROUTES,
    N_WORDS,
    NW,
    OWN,
    PARALLEL,
    PARALLEL_ONE_EACH,
    PLAYERS,
    R_A,
    R_B,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
    R_POINTS,
    REACH,
    STRIDE,
    TICKETS,
    VEHICLES,
    WILD,
)


@kernel
def missing_cards(b, t, seat, route):
    """Count the cards a seat still lacks for a route, wilds in hand put to use."""
    hand = PLAYERS + seat * STRIDE + HAND
    length = t[R_LENGTH + route]
    ferries = t[R_FERRIES + route]
    wilds = 0 + b[hand + WILD]
    colour = t[R_COLOUR + route]
    held = 0
    if colour >= 0:
        held += b[hand + colour]
    else:
        for each in range(WILD):
            if b[hand + each] > held:
                held = 0 + b[hand + each]
    plain = min(held, length - ferries)
    return max(length - plain - wilds, 0)


@kernel
def price_routes(b, w, t, m, seat, memo):
    """Write what each route would cost in turns: one to claim it, half of one for a card."""
    words = (PLAYERS + seat * STRIDE) // 8
    vehicles = b[PLAYERS + seat * STRIDE + VEHICLES]
    for route in range(t[N_ROUTES]):
        word = route // 64
        mask = bit(route % 64)
        length = t[R_LENGTH + route]
        if w[words + OWN + word] & mask:
            memo[COST + route] = 0.0
        elif w[CLOSED + word] & mask or length > vehicles:
            memo[COST + route] = FAR
        else:
            memo[COST + route] = 1.0 + 0.5 * missing_cards(b, t, seat, route)
        memo[TURNS + route] = memo[COST + route]
    if t[PARALLEL] == PARALLEL_ONE_EACH:
        for word in range(t[N_WORDS]):
            own = w[words + OWN + word]
            while own != ZERO:
                route = word * 64 + lowest(own)
                own &= own - ONE
                for other in range(t[N_WORDS]):
                    twins = m[M_TWINS + route * NW + other]
                    while twins != ZERO:
                        twin = other * 64 + lowest(twins)
                        twins &= twins - ONE
                        memo[COST + twin] = FAR
                        memo[TURNS + twin] = FAR


@kernel
def cheapest_ways(t, m, sources, goals, memo):
    """Find the cheapest way from a set of places to all others, or to the first of the goals.

    Return that goal, or -1. DIST and VIA hold the ways.
    """
    for place in range(t[N_PLACES]):
        memo[DIST + place] = 0.0 if sources & bit(place) else FAR
        memo[VIA + place] = -1.0
    # `home_of` says "anywhere" with bits beyond the last place.
    reached = sources & (~ZERO >> np.uint64(64 - t[N_PLACES]))
    while reached != ZERO:
        best = -1
        rest = reached
        least = FAR
        while rest != ZERO:
            place = lowest(rest)
            rest &= rest - ONE
            if memo[DIST + place] < least:
                least = memo[DIST + place]
                best = place
        if goals & bit(best):
            return best
        reached &= ~bit(best)
        for word in range(t[N_WORDS]):
            routes = m[M_AT + best * NW + word]
            while routes != ZERO:
                route = word * 64 + lowest(routes)
                routes &= routes - ONE
                end = t[R_A + route] + t[R_B + route] - best
                dist = least + memo[COST + route]
                if dist < memo[DIST + end]:
                    memo[DIST + end] = dist
                    memo[VIA + end] = route
                    reached |= bit(end)
    return -1


@kernel
def joined_to(b, w, t, seat, place):
    """Return the places that the seat's own routes join to a place, itself included."""
    reach = w[(PLAYERS + seat * STRIDE) // 8 + REACH]
    if reach & bit(place) == ZERO:
        return bit(place)
    if t[CONNECTED]:
        return reach
    labels = t[LABELS] + seat * t[N_PLACES]
    together = ZERO
    for other in range(t[N_PLACES]):
        if b[labels + other] == b[labels + place]:
            together |= bit(other)
    return together


@kernel
def home_of(b, w, t, seat):
    """Return the places from which a connected network may grow; all where it need not be."""
    player = PLAYERS + seat * STRIDE
    if not t[CONNECTED]:
        return ~ZERO
    home = w[player // 8 + REACH]
    if b[player + N_CITIES] > 0:
        home |= bit(b[player + CITIES])
    return home


@kernel
def tickets_of(w, seat):
    """Return the tickets a seat has kept, as a mask."""
    return w[(PLAYERS + seat * STRIDE) // 8 + TICKETS]


@kernel
def open_points(w, t, m, city):
    """Add up the points of the routes at a city that are still open."""
    points = 0
    for word in range(t[N_WORDS]):
        routes = m[M_AT + city * NW + word] & ~w[CLOSED + word]
        while routes != ZERO:
            points += t[R_POINTS + word * 64 + lowest(routes)]
            routes &= routes - ONE
    return points
