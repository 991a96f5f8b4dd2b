"""What a planning player keeps and weighs, for the mechanics to rate their choices by.

The players themselves are in `fogline.bots.kernel`. A mechanic says what its choices are worth to
such a player by the hooks `value`, `rate`, `worth_trying`, `home`, `home_after` and `rule_out`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast import board, layout
from fogline.fast.constants import CARDS, MOST_PLACES, MOST_ROUTES, MOST_TICKETS, NW, WILD
from fogline.fast.jit import kernel, of_flats
from fogline.fast.kernel.bits import ONE, ZERO, lowest, popcount
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import claiming, drawing


@of_flats
class Planner(NamedTuple):
    """A player that plans."""

    weights: npt.NDArray[Any]
    """What things are worth to it, by the indices below and by those of the mechanics."""
    plan: npt.NDArray[Any]
    """Its plan, laid out below."""
    codes: npt.NDArray[Any]
    """Room for a list of codes."""


FAR = 1e9
"""The cost of a route that cannot be had, and of a way that does not exist."""

COST = 0
"""What each route counts for on a way; FAR for those that cannot be had, 0 for what is planned."""
TURNS = COST + MOST_ROUTES
"""The turns each route takes to build."""
DIST = TURNS + MOST_ROUTES
"""The cheapest way to each place."""
VIA = DIST + MOST_PLACES
"""The route by which that way arrives."""
PLANNED = VIA + MOST_PLACES
"""1 for each route that is wanted for a ticket."""
WEIGHT = PLANNED + MOST_ROUTES
"""For each route what the tickets that want it are worth."""
VALUE = WEIGHT + MOST_ROUTES
"""For each route what claiming it is worth by itself."""
NEED = VALUE + MOST_ROUTES
"""For each kind of card how badly it is wanted."""
DROPPED = NEED + CARDS
"""1 for each ticket that is not worth its way."""
READY = DROPPED + MOST_TICKETS
"""For how many more turns the plan may be followed."""
HUNGRY = READY + 1
"""1 if the plan is to draw tickets."""
TURNS_LEFT = HUNGRY + 1
"""How many turns the player expects to have."""
PLAN_SIZE = TURNS_LEFT + 1

TICKET_WORTH = layout.weight("ticket_worth", 1.0)
"""What a point of a ticket counts, compared to a point now; completing it also saves a loss."""
TURN_WORTH = layout.weight("turn_worth", 0.5)
"""What a turn counts, in points: tickets that promise less are dropped."""
TURNS_PER_VEHICLE = layout.weight("turns_per_vehicle", 0.4)
"""Turns to expect for each vehicle that the shortest of players has left."""
TICKETS_MIN_TURNS = layout.weight("tickets_min_turns", 10.0)
"""Draw tickets only with so many turns to spare,"""
TICKETS_MIN_VEHICLES = layout.weight("tickets_min_vehicles", 17.0)
"""and so many vehicles."""
WILD_WORTH = layout.weight("wild_worth", 0.6)
"""What a displayed wild counts, compared to a card as good as the mean."""
SPARE_VALUE = layout.weight("spare_value", 4.0)
"""Build beside the tickets only for more points a turn than this."""
DANGER = layout.weight("danger", 0.3)
"""What each space of a route counts for claiming it early."""
POINTS_IN_COST = layout.weight("points_in_cost", 0.0)
"""How far a route's own value shortens the ways that use it."""
BLIND_WORTH = layout.weight("blind_worth", 0.1)
"""What the chance of a wild from the deck counts, compared to how badly wilds are wanted."""
PATIENCE = layout.weight("patience", 2.0)
"""For how many turns a plan is followed, unless it breaks."""
KEEP_TURN_WORTH = layout.weight("keep_turn_worth", 0.25)
"""What a turn counts when tickets are chosen, in points."""
KEEP_WORTH = layout.weight("keep_worth", 0.0)
"""What keeping one ticket more counts by itself, in points."""
OFF_COLOUR = layout.weight("off_colour", 0.3)
"""How much a route in any colour wants the colours that the hand has less of."""
LACK_BASE = layout.weight("lack_base", 0.5)
"""The smaller, the more a card is wanted for a route that lacks little."""
DRAW_FIRST = layout.weight("draw_first", 0.0)
"""A claim is made at once if it is worth this many times the best card."""
LAST_TURNS = layout.weight("last_turns", 2.0)
"""With so many turns left, any claim is better than a card."""
WILD_PRICE = layout.weight("wild_price", 3.0)
"""What a wild is thought to be worth when it is spent."""


def weights_array(values: dict[str, float]) -> npt.NDArray[np.float64]:
    """Put weights in order; what is not given is as the mechanics have it by default."""
    unknown = set(values) - set(layout.weights.names)
    if unknown:
        raise ValueError(f"no mechanic has a weight {', '.join(sorted(unknown))}")
    return np.array(
        [values.get(name, layout.default_weights[name]) for name in layout.weights.names]
    )


@kernel
def open_routes(g, place):
    """Count the routes at a place that are still open."""
    routes = 0
    for word in range(g.t[board.N_WORDS]):
        routes += popcount(g.m[board.M_AT + place * NW + word] & ~g.w[claiming.CLOSED + word])
    return routes


@kernel
def open_points(g, place):
    """Add up the points of the routes at a place that are still open."""
    points = 0
    for word in range(g.t[board.N_WORDS]):
        routes = g.m[board.M_AT + place * NW + word] & ~g.w[claiming.CLOSED + word]
        while routes != ZERO:
            points += g.t[board.R_POINTS + word * 64 + lowest(routes)]
            routes &= routes - ONE
    return points


@kernel
def cheapest_payment(g, seat, length, ferries, colour, p):
    """Return the way to pay that spends the cards least wanted, as its place among the codes."""
    hand = record(seat) + drawing.HAND
    wilds = 0 + g.b[hand + WILD]
    if colour >= 0:
        return max(ferries, length - g.b[hand + colour])
    best, least = length * WILD, 1e9
    for each in range(WILD):
        held = 0 + g.b[hand + each]
        if drawing.ways_in_colour(length, ferries, held, wilds) == 0:
            continue
        spent = max(ferries, length - held)
        price = p.weights[WILD_PRICE] * spent + p.plan[NEED + each] * (length - spent)
        # Breaking into a large set is worse than using up a small one.
        price += 0.05 * (held - (length - spent))
        if price < least:
            best, least = spent * WILD + each, price
    return best
