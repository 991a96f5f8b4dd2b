"""Advice on the points of a route, in games where its builder gets them."""

from __future__ import annotations

from fogline.fast.mechanics.claiming import builder_scores
from fogline.fast.plugin import board


@builder_scores.advice
def value(g, seat, route, p):
    return 1.0 * board.points(g, route)
