"""Advice on parallel routes."""

from __future__ import annotations

from fogline.bots.kernel.planner_memory import FAR
from fogline.fast.mechanics.parallel_routes import own_twins, parallel_routes
from fogline.fast.plugin import ONE, ZERO, board, lowest


@parallel_routes.advice
def rule_out(g, seat, p):
    """Rule out tracks parallel to the seat's own."""
    for word in range(board.words(g)):
        routes = own_twins(g, seat, word)
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            p.cost[route] = FAR
            p.turns[route] = FAR
