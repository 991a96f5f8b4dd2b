"""What routes cost a player, and the cheapest way between places."""

from __future__ import annotations

import numpy as np

from fogline.fast import hooks
from fogline.fast.advice import COST, DIST, FAR, TURNS, VIA
from fogline.fast.board import (
    M_AT,
    N_PLACES,
    N_ROUTES,
    N_WORDS,
    R_A,
    R_B,
    R_COLOUR,
    R_FERRIES,
    R_LENGTH,
)
from fogline.fast.constants import NW, WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.kernel.records import record
from fogline.fast.mechanics.claiming import CLOSED, OWN, VEHICLES
from fogline.fast.mechanics.drawing import HAND


@kernel
def missing_cards(g, seat, route):
    """Count the cards a seat still lacks for a route, wilds in hand put to use."""
    hand = record(seat) + HAND
    length = g.t[R_LENGTH + route]
    wilds = 0 + g.b[hand + WILD]
    colour = g.t[R_COLOUR + route]
    held = 0
    if colour >= 0:
        held += g.b[hand + colour]
    else:
        for each in range(WILD):
            if g.b[hand + each] > held:
                held = 0 + g.b[hand + each]
    plain = min(held, length - g.t[R_FERRIES + route])
    return max(length - plain - wilds, 0)


@kernel
def price_routes(g, seat, p):
    """Write what each route would cost in turns: one to claim it, half of one for a card."""
    player = record(seat)
    vehicles = g.b[player + VEHICLES]
    for route in range(g.t[N_ROUTES]):
        word, mask = route // 64, bit(route % 64)
        if g.w[player // 8 + OWN + word] & mask:
            p.plan[COST + route] = 0.0
        elif g.w[CLOSED + word] & mask or g.t[R_LENGTH + route] > vehicles:
            p.plan[COST + route] = FAR
        else:
            p.plan[COST + route] = 1.0 + 0.5 * missing_cards(g, seat, route)
        p.plan[TURNS + route] = p.plan[COST + route]
    hooks.rule_out(g, seat, p)


@kernel
def cheapest_ways(g, sources, goals, p):
    """Find the cheapest way from a set of places to all others, or to the first of the goals.

    Return that goal, or -1. DIST and VIA hold the ways.
    """
    for place in range(g.t[N_PLACES]):
        p.plan[DIST + place] = 0.0 if sources & bit(place) else FAR
        p.plan[VIA + place] = -1.0
    # A home that is anywhere has bits beyond the last place.
    reached = sources & (~ZERO >> np.uint64(64 - g.t[N_PLACES]))
    while reached != ZERO:
        best = -1
        rest = reached
        least = FAR
        while rest != ZERO:
            place = lowest(rest)
            rest &= rest - ONE
            if p.plan[DIST + place] < least:
                least = p.plan[DIST + place]
                best = place
        if goals & bit(best):
            return best
        reached &= ~bit(best)
        for word in range(g.t[N_WORDS]):
            routes = g.m[M_AT + best * NW + word]
            while routes != ZERO:
                route = word * 64 + lowest(routes)
                routes &= routes - ONE
                end = g.t[R_A + route] + g.t[R_B + route] - best
                dist = least + p.plan[COST + route]
                if dist < p.plan[DIST + end]:
                    p.plan[DIST + end] = dist
                    p.plan[VIA + end] = route
                    reached |= bit(end)
    return -1
