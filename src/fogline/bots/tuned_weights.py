"""Tuned weights of the planner, of search, and of its beliefs.

`fogline.bots.kernel.weights` and the modules of advice say what each weight of the planner means.
These values are data: a change does not recompile anything.
`benchmarks/tune.py` finds the weights of the planner, and `benchmarks/beliefs.py` the beliefs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel.weights import Beliefs, SearchWeights
from fogline.fast import compose

SEARCH = SearchWeights(explore=0.5, first_try=0.1, win_share=0.4, margin=2.0)
"""Found by self-play on both games."""
LOOSE_SEARCH = SearchWeights(explore=1.5, first_try=0.1, win_share=0.2, margin=1.0)
"""Found on San Francisco with a network. On Old West its reward is no better than that above."""


@dataclass(frozen=True, slots=True)
class Style:
    """The weights of the planner and search for a game and its number of players."""

    planner: Mapping[str, float]
    beliefs: Beliefs
    """What makes others likely to hold a ticket, on boards without a network."""
    weaker: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The differing weights of weaker planners, by their names."""
    search: SearchWeights = SEARCH
    horizon: int = 2
    """The turns of a playout below the tree before a network judges the position, on boards
    that have one."""
    learnt_beliefs: bool = True
    """Whether a network estimates which tickets others hold, on boards that have one."""


LOOSE_BELIEFS = Beliefs(
    built=3.17, built_late=0.89, complete=1.17, cut_off=-1.63, too_far=-3.44, points=0.5, ends=0.53
)
CONNECTED_BELIEFS = Beliefs(
    built=-1.08, built_late=4.29, complete=0.19, cut_off=1.15, too_far=0.71, points=0.85, ends=1.14
)

CLAIMS_AT_ONCE = {"draw_first": 0.0, "keep_worth": -30.0, "tickets_min_turns": 99.0}
"""A planner that claims what it can, keeps few tickets and draws no more of them."""
CONNECTED_WEAKER = {
    "novice": {**CLAIMS_AT_ONCE, "spare_value": -10.0, "points_in_cost": 0.25},
    "apprentice": CLAIMS_AT_ONCE,
}

LOOSE = {
    2: Style(
        planner={
            "ticket_worth": 2.678,
            "turn_worth": 1.214,
            "turns_per_vehicle": 0.819,
            "others_points": 1.266,
            "token_worth": 0.633,
            "alvin_worth": 1.682,
            "tickets_min_turns": 17.093,
            "tickets_min_vehicles": 21.355,
            "wild_worth": 0.23,
            "marker_worth": 2.42,
            "spare_value": -1.8,
            "danger": 0.0,
            "points_in_cost": 0.016,
            "blind_worth": 0.29,
            "patience": 1.0,
            "keep_turn_worth": 1.096,
            "keep_worth": -2.338,
            "off_colour": 0.364,
            "lack_base": 0.05,
            "draw_first": 1.968,
            "last_turns": 0.0,
            "wild_price": 1.268,
        },
        beliefs=LOOSE_BELIEFS,
        search=LOOSE_SEARCH,
        weaker={"novice": {"draw_first": 0.0}, "apprentice": {"draw_first": 0.3}},
    ),
    4: Style(
        planner={
            "ticket_worth": 1.949,
            "turn_worth": 1.379,
            "turns_per_vehicle": 0.58,
            "others_points": 1.266,
            "token_worth": 0.849,
            "alvin_worth": 1.682,
            "tickets_min_turns": 18.61,
            "tickets_min_vehicles": 21.096,
            "wild_worth": 0.0,
            "marker_worth": 2.42,
            "spare_value": -2.054,
            "danger": 0.294,
            "points_in_cost": 0.026,
            "blind_worth": 0.32,
            "patience": 1.0,
            "keep_turn_worth": 0.954,
            "keep_worth": -1.625,
            "off_colour": 0.332,
            "lack_base": 0.592,
            "draw_first": 1.903,
            "last_turns": 0.0,
            "wild_price": 1.641,
        },
        beliefs=LOOSE_BELIEFS,
        search=LOOSE_SEARCH,
        weaker={"novice": {"draw_first": 0.15}, "apprentice": {"draw_first": 0.7}},
    ),
}
"""For games whose networks may fall apart, by the number of players; found on San Francisco."""

CONNECTED = {
    2: Style(
        planner={
            "ticket_worth": 2.955,
            "turn_worth": 0.0,
            "turns_per_vehicle": 0.464,
            "others_points": 1.042,
            "token_worth": 0.8,
            "alvin_worth": 1.2,
            "tickets_min_turns": 4.32,
            "tickets_min_vehicles": 19.096,
            "wild_worth": 0.867,
            "marker_worth": 69.878,
            "spare_value": 5.784,
            "danger": 0.0,
            "points_in_cost": 0.022,
            "blind_worth": 0.225,
            "patience": 2.0,
            "keep_turn_worth": 1.091,
            "keep_worth": 2.216,
            "off_colour": 0.14,
            "lack_base": 0.05,
            "draw_first": 2.255,
            "last_turns": 2.759,
            "wild_price": 8.408,
        },
        beliefs=CONNECTED_BELIEFS,
        weaker=CONNECTED_WEAKER,
    ),
    4: Style(
        planner={
            "ticket_worth": 2.799,
            "turn_worth": 0.084,
            "turns_per_vehicle": 0.391,
            "others_points": 1.445,
            "token_worth": 0.8,
            "alvin_worth": 1.2,
            "tickets_min_turns": 3.826,
            "tickets_min_vehicles": 2.041,
            "wild_worth": 0.673,
            "marker_worth": 53.387,
            "spare_value": 5.941,
            "danger": 0.0,
            "points_in_cost": 0.084,
            "blind_worth": 0.239,
            "patience": 2.0,
            "keep_turn_worth": 1.266,
            "keep_worth": 1.405,
            "off_colour": 0.171,
            "lack_base": 0.235,
            "draw_first": 1.962,
            "last_turns": 0.184,
            "wild_price": 6.728,
        },
        beliefs=CONNECTED_BELIEFS,
        weaker=CONNECTED_WEAKER,
    ),
}
"""For games whose networks must stay connected, by the number of players; found on Old West."""

BASELINE = {
    "ticket_worth": 2.0,
    "turn_worth": 0.0,
    "turns_per_vehicle": 1.5,
    "others_points": 0.0,
    "token_worth": 0.0,
    "alvin_worth": 0.0,
    "tickets_min_turns": 99.0,
    "tickets_min_vehicles": 99.0,
    "wild_worth": 1.5,
    "marker_worth": 99.0,
    "spare_value": 99.0,
    "danger": 0.0,
    "points_in_cost": 0.0,
    "blind_worth": 0.1,
    "patience": 1.0,
}
"""The baselines' weights: every ticket is worth its path, and a route its own points."""


def weights_array(values: Mapping[str, float]) -> npt.NDArray[np.float64]:
    """Return weights in the order of their indices, with defaults for those not given."""
    unknown = set(values) - set(compose.weights)
    if unknown:
        raise ValueError(f"there is no weight {', '.join(sorted(unknown))}")
    return np.array([values.get(name, default) for name, default in compose.weights.items()])
