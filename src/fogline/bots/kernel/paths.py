"""What routes cost a player, and the cheapest way between places."""

from __future__ import annotations

import numpy as np

from fogline.fast import advice, board, hooks
from fogline.fast.constants import NW, WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import claiming, drawing


@kernel
def missing_cards(g, seat, route):
    """Count the cards a seat still lacks for a route, wilds in hand put to use."""
    hand = record(seat) + drawing.HAND
    length = g.t[board.R_LENGTH + route]
    wilds = 0 + g.b[hand + WILD]
    colour = g.t[board.R_COLOUR + route]
    held = 0
    if colour >= 0:
        held += g.b[hand + colour]
    else:
        for each in range(WILD):
            if g.b[hand + each] > held:
                held = 0 + g.b[hand + each]
    plain = min(held, length - g.t[board.R_FERRIES + route])
    return max(length - plain - wilds, 0)


@kernel
def price_routes(g, seat, p):
    """Write what each route would cost in turns: one to claim it, half of one for a card."""
    player = record(seat)
    vehicles = g.b[player + claiming.VEHICLES]
    for route in range(g.t[board.N_ROUTES]):
        word, mask = route // 64, bit(route % 64)
        free = g.w[player // 8 + claiming.OWN + word]
        if not g.t[claiming.ONE_PIECE]:  # such a network cannot be continued beyond a link
            free = claiming.ticket_routes(g, seat, word)
        if free & mask:
            p.plan[advice.COST + route] = 0.0
        elif g.w[claiming.CLOSED + word] & mask or g.t[board.R_LENGTH + route] > vehicles:
            p.plan[advice.COST + route] = advice.FAR
        else:
            p.plan[advice.COST + route] = 1.0 + 0.5 * missing_cards(g, seat, route)
        p.plan[advice.TURNS + route] = p.plan[advice.COST + route]
    hooks.rule_out(g, seat, p)


@kernel
def cheapest_ways(g, sources, goals, p):
    """Find the cheapest way from a set of places to all others, or to the first of the goals.

    Return that goal, or -1. DIST and VIA hold the ways.
    """
    for place in range(g.t[board.N_PLACES]):
        p.plan[advice.DIST + place] = 0.0 if sources & bit(place) else advice.FAR
        p.plan[advice.VIA + place] = -1.0
    # A home that is anywhere has bits beyond the last place.
    reached = sources & (~ZERO >> np.uint64(64 - g.t[board.N_PLACES]))
    while reached != ZERO:
        best = -1
        rest = reached
        least = advice.FAR
        while rest != ZERO:
            place = lowest(rest)
            rest &= rest - ONE
            if p.plan[advice.DIST + place] < least:
                least = p.plan[advice.DIST + place]
                best = place
        if goals & bit(best):
            return best
        reached &= ~bit(best)
        for word in range(g.t[board.N_WORDS]):
            routes = g.m[board.M_AT + best * NW + word]
            while routes != ZERO:
                route = word * 64 + lowest(routes)
                routes &= routes - ONE
                end = g.t[board.R_A + route] + g.t[board.R_B + route] - best
                dist = least + p.plan[advice.COST + route]
                if dist < p.plan[advice.DIST + end]:
                    p.plan[advice.DIST + end] = dist
                    p.plan[advice.VIA + end] = route
                    reached |= bit(end)
    return -1
