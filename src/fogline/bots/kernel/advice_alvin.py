"""Advice on Alvin the Alien."""

from __future__ import annotations

from fogline.fast.mechanics import claiming
from fogline.fast.mechanics.alvin import alvin, goal_of, points, would_catch
from fogline.fast.plugin import NONE, board, kernel, popcount, weight

ALVIN_WORTH = weight("alvin_worth", 1.0)
"""The weight of a point for Alvin."""


@alvin.advice
def value(g, seat, route, p):
    return p.weights[ALVIN_WORTH] * points(g) if would_catch(g, seat, route) else 0.0


@alvin.advice
def rate(g, seat, code, p):
    """Rate a city for him by the few routes that can still reach it."""
    city = goal_of(g, code)
    return -1.0 * _open_routes(g, city) if city != NONE else 0.0


@kernel
def _open_routes(g, place):
    """Count the routes at a place that are still open."""
    routes = 0
    for word in range(board.words(g)):
        routes += popcount(claiming.open_at(g, place, word))
    return routes
