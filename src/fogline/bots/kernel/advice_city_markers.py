"""Advice on city markers: where to start, when to buy one, and whom a route pays."""

from __future__ import annotations

from fogline.bots.kernel import needs, paths
from fogline.bots.kernel.planner_memory import TURNS_LEFT
from fogline.fast.mechanics import city_markers as markers
from fogline.fast.plugin import NONE, WILD, board, weight

MARKER_WORTH = weight("marker_worth", 50.0)
"""Buy a marker only if more points than this can still be built at its city."""
OTHERS_POINTS = weight("others_points", 1.0)
"""The weight of points that a route pays to others."""


@markers.city_markers.advice
def home_after(g, code):
    return markers.start_of(g, code)


@markers.city_markers.advice
def worth_trying(g, seat, code, p):
    """Return whether a payment is the cheapest; no other is worth a try."""
    city, payment = markers.marker_of(g, code)
    cost = markers.marker_cost(g)
    return city == NONE or payment == needs.cheapest_payment(g, seat, cost, 0, -1, p)


@markers.city_markers.advice
def rate(g, seat, code, p):
    """Rate a marker by what can still be built there, less the worth of its payment."""
    city, payment = markers.marker_of(g, code)
    cost = markers.marker_cost(g)
    if city == NONE:
        start = markers.start_of(g, code)
        return 0.05 * paths.open_points(g, start) if start != NONE else 0.0
    if payment != needs.cheapest_payment(g, seat, cost, 0, -1, p):
        return -1e9
    gain = paths.open_points(g, city) * min(p.plan[TURNS_LEFT], 12.0) / 12.0
    spent = payment // WILD
    wanted = 3.0 * spent
    if spent < cost:
        wanted += p.need[payment % WILD] * (cost - spent) * 0.2
    return gain - p.weights[MARKER_WORTH] - wanted


@markers.controller_scores.advice
def value(g, seat, route, p):
    points = 1.0 * board.points(g, route)
    mine = 0
    others = 0
    for city in board.ends(g, route):
        controller = markers.controller(g, city)
        if controller == seat:
            mine += 1
        elif controller != NONE:
            others += 1
    if mine + others == 0:
        return points
    return points * mine - p.weights[OTHERS_POINTS] * points * others / (board.seats(g) - 1)
