"""The weights of the planner: what it thinks things are worth. Tuned by self-play."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """What a player thinks. The kernels read them as an array, by the indices below."""

    ticket_worth: float
    """What a point of a ticket counts, compared to a point now; completing it also saves a loss."""
    turn_worth: float
    """What a turn counts, in points: tickets that promise less are dropped."""
    turns_per_vehicle: float
    """Turns to expect for each vehicle that the shortest of players has left."""
    others_points: float
    """What points that a route pays to others count against it."""
    token_worth: float
    """What a point of tourist tokens counts."""
    alvin_worth: float
    """What a point for Alvin counts."""
    tickets_min_turns: float
    """Draw tickets only with so many turns to spare,"""
    tickets_min_vehicles: float
    """and so many vehicles."""
    wild_worth: float
    """What a displayed wild counts, compared to a card as good as the mean."""
    marker_worth: float
    """Buy a marker only for so many points still to be built at its city."""
    spare_value: float
    """Build beside the tickets only for more points a turn than this."""
    danger: float
    """What each space of a route counts for claiming it early."""
    points_in_cost: float
    """How far a route's own value shortens the ways that use it."""
    blind_worth: float
    """What the chance of a wild from the deck counts, compared to how badly wilds are wanted."""
    patience: float
    """For how many turns a plan is followed, unless it breaks."""


(
    TICKET_WORTH,
    TURN_WORTH,
    TURNS_PER_VEHICLE,
    OTHERS_POINTS,
    TOKEN_WORTH,
    ALVIN_WORTH,
    TICKETS_MIN_TURNS,
    TICKETS_MIN_VEHICLES,
    WILD_WORTH,
    MARKER_WORTH,
    SPARE_VALUE,
    DANGER,
    POINTS_IN_COST,
    BLIND_WORTH,
    PATIENCE,
) = range(len(Weights._fields))

LOOSE = Weights(
    ticket_worth=2.801,
    turn_worth=1.479,
    turns_per_vehicle=0.259,
    others_points=1.266,
    token_worth=0.028,
    alvin_worth=1.682,
    tickets_min_turns=14.214,
    tickets_min_vehicles=0.0,
    wild_worth=0.989,
    marker_worth=2.42,
    spare_value=0.0,
    danger=0.3,
    points_in_cost=0.0,
    blind_worth=0.1,
    patience=8.0,
)
"""For games whose networks may fall apart; tuned on San Francisco with two players."""

CONNECTED = Weights(
    ticket_worth=0.953,
    turn_worth=0.539,
    turns_per_vehicle=0.416,
    others_points=0.178,
    token_worth=0.8,
    alvin_worth=1.2,
    tickets_min_turns=10.61,
    tickets_min_vehicles=17.083,
    wild_worth=0.569,
    marker_worth=76.726,
    spare_value=4.87,
    danger=0.3,
    points_in_cost=0.039,
    blind_worth=0.011,
    patience=2.0,
)
"""For games whose networks must stay connected; tuned on Old West with two players."""

STYLE = Weights(
    ticket_worth=2.0,
    turn_worth=0.0,
    turns_per_vehicle=1.5,
    others_points=0.0,
    token_worth=0.0,
    alvin_worth=0.0,
    tickets_min_turns=99.0,
    tickets_min_vehicles=99.0,
    wild_worth=1.5,
    marker_worth=99.0,
    spare_value=99.0,
    danger=0.0,
    points_in_cost=0.0,
    blind_worth=0.1,
    patience=1.0,
)
"""What the simple players think: every ticket is worth its way, and a route its own points."""


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
