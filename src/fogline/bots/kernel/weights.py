"""The weights of the planner, of search, and of its beliefs: indices of arrays.

The values are in `fogline.bots.tuned_weights`.
"""

from __future__ import annotations

from typing import NamedTuple

from fogline.fast.compose import weight


class SearchWeights(NamedTuple):
    """The parameters of search. Kernels read them as an array, by the indices below."""

    explore: float
    """The weight of priors against results."""
    first_try: float
    """How much worse than its parent an action is assumed to be before it is tried."""
    win_share: float
    """The weight of a victory; the margin has the rest."""
    margin: float
    """The points ahead or behind that count as certain, for each vehicle a player starts with."""


EXPLORE, FIRST_TRY, WIN_SHARE, MARGIN = range(len(SearchWeights._fields))

NEVER = 1 << 30
"""More turns than any game has."""


class Beliefs(NamedTuple):
    """The evidence that another seat holds a ticket; each weight counts in the exponent."""

    built: float = 0.0
    """The share of its path that is built."""
    built_late: float = 0.0
    """The same, times the share of the vehicles that are used."""
    complete: float = 0.0
    """Whether it is complete."""
    cut_off: float = 0.0
    """Whether it can no longer be completed,"""
    too_far: float = 0.0
    """or not with the vehicles left."""
    points: float = 0.0
    """Its points, compared to the mean of all tickets."""
    ends: float = 0.0
    """How many of its ends the network touches."""


BUILT, BUILT_LATE, COMPLETE, CUT_OFF, TOO_FAR, POINTS, ENDS = range(len(Beliefs._fields))

# ── Weights of the planner ────────────────────────────────────────────────────────────────────
TICKET_WORTH = weight("ticket_worth", 1.0)
"""The weight of a point of a ticket against a point now; completing it also avoids a loss."""
TURN_WORTH = weight("turn_worth", 0.5)
"""The price of a turn in points; tickets that promise less are dropped."""
TURNS_PER_VEHICLE = weight("turns_per_vehicle", 0.4)
"""Turns to expect for each vehicle of the player who has fewest."""
TICKETS_MIN_TURNS = weight("tickets_min_turns", 10.0)
"""Draw tickets only with at least this many turns to spare,"""
TICKETS_MIN_VEHICLES = weight("tickets_min_vehicles", 17.0)
"""and this many vehicles."""
WILD_WORTH = weight("wild_worth", 0.6)
"""The weight of a displayed wild, compared with a card as good as the mean."""
SPARE_VALUE = weight("spare_value", 4.0)
"""Build routes that no ticket needs only for more points per turn than this."""
DANGER = weight("danger", 0.3)
"""The weight of each space of a route for claiming it early."""
POINTS_IN_COST = weight("points_in_cost", 0.0)
"""How much a route's own value shortens paths that use it."""
BLIND_WORTH = weight("blind_worth", 0.1)
"""The weight of the chance of a wild from the deck, compared with the need for wilds."""
PATIENCE = weight("patience", 2.0)
"""The turns for which a plan is followed, unless it fails."""
KEEP_TURN_WORTH = weight("keep_turn_worth", 0.25)
"""The price of a turn when tickets are chosen, in points."""
KEEP_WORTH = weight("keep_worth", 0.0)
"""The worth of keeping one more ticket by itself, in points."""
OFF_COLOUR = weight("off_colour", 0.3)
"""How much a gray route needs the colours that the hand has less of."""
LACK_BASE = weight("lack_base", 0.5)
"""The smaller, the more a card is needed for a route that lacks little."""
DRAW_FIRST = weight("draw_first", 0.0)
"""A claim is made at once if it is worth this many times the best card."""
LAST_TURNS = weight("last_turns", 2.0)
"""With this many turns left or fewer, any claim is better than a card."""
WILD_PRICE = weight("wild_price", 3.0)
"""The assumed worth of a wild that is spent."""
