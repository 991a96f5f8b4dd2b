"""The weights of the planner: what it thinks things are worth. Tuned by self-play.

`fogline.fast.advice` and the mechanics say what each weight means.
"""

from __future__ import annotations

from typing import NamedTuple

LOOSE = {
    "ticket_worth": 2.801,
    "turn_worth": 1.479,
    "turns_per_vehicle": 0.259,
    "others_points": 1.266,
    "token_worth": 0.028,
    "alvin_worth": 1.682,
    "tickets_min_turns": 14.214,
    "tickets_min_vehicles": 0.0,
    "wild_worth": 0.989,
    "marker_worth": 2.42,
    "spare_value": 0.0,
    "danger": 0.3,
    "points_in_cost": 0.0,
    "blind_worth": 0.1,
    "patience": 8.0,
}
"""For games whose networks may fall apart; tuned on San Francisco with two players."""

CONNECTED = {
    "ticket_worth": 0.953,
    "turn_worth": 0.539,
    "turns_per_vehicle": 0.416,
    "others_points": 0.178,
    "token_worth": 0.8,
    "alvin_worth": 1.2,
    "tickets_min_turns": 10.61,
    "tickets_min_vehicles": 17.083,
    "wild_worth": 0.569,
    "marker_worth": 76.726,
    "spare_value": 4.87,
    "danger": 0.3,
    "points_in_cost": 0.039,
    "blind_worth": 0.011,
    "patience": 2.0,
}
"""For games whose networks must stay connected; tuned on Old West with two players."""

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
"""What the baselines think: every ticket is worth its way, and a route its own points."""


class Search(NamedTuple):
    """How search thinks. The kernels read it as an array, by the indices below."""

    explore: float
    """How far priors count against results."""
    first_try: float
    """How much worse than its parent an action is thought to be before it is tried."""
    win_share: float
    """How much a victory counts, beside the margin."""
    margin: float
    """The points ahead or behind that count as certain, for each vehicle a player starts with."""
    keenness: float
    """How much likelier a ticket is thought to be held when its way is built."""


EXPLORE, FIRST_TRY, WIN_SHARE, MARGIN, KEENNESS = range(len(Search._fields))

SEARCH = Search(explore=0.5, first_try=0.1, win_share=0.4, margin=2.0, keenness=3.0)
"""Found by self-play on both games."""
