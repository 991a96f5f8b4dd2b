"""How the planner and search of revision 3acd20b thought: what later ones are measured against.

The kernels of today play exactly as those did when they are given these numbers.
"""

from __future__ import annotations

from fogline.bots.kernel.weights import NEVER, Beliefs, SearchWeights
from fogline.bots.tuned_weights import Style
from fogline.fast import FastEngine
from fogline.fast.mechanics.claiming import ONE_PIECE

_LOOSE = {
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
    "keep_turn_worth": 0.7395,
}
_CONNECTED = {
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
    "keep_turn_worth": 0.2695,
}
_NEW = {
    "keep_worth": 0.0,
    "off_colour": 0.3,
    "lack_base": 0.5,
    "draw_first": 0.0,
    "last_turns": 2.0,
    "wild_price": 3.0,
}
"""Numbers that stood in the code."""
_SEARCH = SearchWeights(explore=0.5, first_try=0.1, win_share=0.4, margin=2.0)


def style_before(engine: FastEngine) -> Style:
    """Return how revision 3acd20b played a game, at every size of table."""
    weights = _CONNECTED if engine.lowered[ONE_PIECE] else _LOOSE
    planner = {**weights, **_NEW}
    return Style(
        planner=planner,
        beliefs=Beliefs(built=3.0),
        search=_SEARCH,
        horizon=NEVER,
        learnt_beliefs=False,
    )
