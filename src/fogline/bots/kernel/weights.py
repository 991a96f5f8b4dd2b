"""How search thinks, and what it believes, as the kernels read it: arrays by these indices.

The values are in `fogline.bots.weights`.
"""

from __future__ import annotations

from typing import NamedTuple


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


EXPLORE, FIRST_TRY, WIN_SHARE, MARGIN = range(len(Search._fields))

NEVER = 1 << 30
"""More turns than any game has."""


class Beliefs(NamedTuple):
    """What makes a ticket likely to be held by another: each counts in the exponent."""

    built: float = 0.0
    """The share of its way that is built."""
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
