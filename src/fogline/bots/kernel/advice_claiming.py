"""Advice on the points of a route, where its builder gets them."""

from __future__ import annotations

from fogline.fast import board
from fogline.fast.mechanics.claiming import builder_scores


@builder_scores.advice
def value(g, seat, route, p):
    return 1.0 * board.points(g, route)
