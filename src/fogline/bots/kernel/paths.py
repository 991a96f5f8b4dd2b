"""What routes cost a player, and the cheapest paths between places."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel import advice
from fogline.bots.kernel.planner_memory import FAR
from fogline.fast import board
from fogline.fast.constants import WILD
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.mechanics import claiming, drawing


@kernel
def missing_cards(g, seat, route):
    """Count the cards a seat still lacks for a route, wilds in hand put to use."""
    length = board.length(g, route)
    wilds = drawing.held(g, seat, WILD)
    colour = board.colour(g, route)
    held = 0
    if colour >= 0:
        held = drawing.held(g, seat, colour)
    else:
        for each in range(WILD):
            held = max(held, drawing.held(g, seat, each))
    plain = min(held, length - board.ferries(g, route))
    return max(length - plain - wilds, 0)


@kernel
def price_routes(g, seat, p):
    """Write what each route would cost in turns: one to claim it, and a half for each card."""
    vehicles = claiming.vehicles(g, seat)
    for route in range(board.routes(g)):
        free = claiming.owns(g, seat, route)
        if not claiming.is_one_piece(g):  # a connected network cannot continue beyond a link
            free = claiming.serves_tickets(g, seat, route)
        if free:
            p.cost[route] = 0.0
        elif claiming.is_closed(g, route) or board.length(g, route) > vehicles:
            p.cost[route] = FAR
        else:
            p.cost[route] = 1.0 + 0.5 * missing_cards(g, seat, route)
        p.turns[route] = p.cost[route]
    advice.rule_out(g, seat, p)


@kernel
def cheapest_ways(g, sources, goals, p):
    """Find the cheapest paths from a set of places to all others, or to the first of the goals.

    Return that goal, or -1. `p.distance` and `p.via` hold the paths.
    """
    for place in range(board.places(g)):
        p.distance[place] = 0.0 if sources & bit(place) else FAR
        p.via[place] = -1.0
    # A home that may be anywhere has bits beyond the last place.
    reached = sources & (~ZERO >> np.uint64(64 - board.places(g)))
    while reached != ZERO:
        best = -1
        rest = reached
        least = FAR
        while rest != ZERO:
            place = lowest(rest)
            rest &= rest - ONE
            if p.distance[place] < least:
                least = p.distance[place]
                best = place
        if goals & bit(best):
            return best
        reached &= ~bit(best)
        for word in range(board.words(g)):
            routes = board.routes_at(g, best, word)
            while routes != ZERO:
                route = word * 64 + lowest(routes)
                routes &= routes - ONE
                end = board.across(g, route, best)
                dist = least + p.cost[route]
                if dist < p.distance[end]:
                    p.distance[end] = dist
                    p.via[end] = route
                    reached |= bit(end)
    return -1


@kernel
def open_points(g, place):
    """Add up the points of the routes at a place that are still open."""
    points = 0
    for word in range(board.words(g)):
        routes = claiming.open_at(g, place, word)
        while routes != ZERO:
            points += board.points(g, word * 64 + lowest(routes))
            routes &= routes - ONE
    return points
