"""The weights of the planner: what it thinks things are worth. Tuned by self-play."""

from __future__ import annotations

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
    N_SETTINGS,
) = range(14)

LOOSE: tuple[float, ...] = (
    2.801,
    1.479,
    0.259,
    1.266,
    0.028,
    1.682,
    14.214,
    0.0,
    0.989,
    2.42,
    0.619,
    0.3,
    0.0,
)
"""For games whose networks may fall apart; tuned on San Francisco with two players."""
CONNECTED: tuple[float, ...] = (
    2.0,
    0.8,
    0.5,
    0.7,
    0.8,
    1.2,
    15.85,
    6.0,
    1.0,
    1.915,
    0.6,
    0.3,
    0.05,
)
"""For games whose networks must stay connected; tuned on Old West with two players."""
STYLE: tuple[float, ...] = (2.0, 0.0, 1.5, 0.0, 0.0, 0.0, 99.0, 99.0, 1.5, 99.0, 0.0, 0.0, 0.0)
"""What the simple players think: every ticket is worth its way, and a route its own points."""
