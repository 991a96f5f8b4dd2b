"""The value of a game's end to each seat: its share of the victory, and its lead."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.sim.winners import shares_of, winners_of

Ends = npt.NDArray[np.int64]
"""Ends of games: by game, by seat, the points and the tie-break."""
Values = npt.NDArray[np.float64]
"""The same in values: by game, by seat, the share of the victory and the lead."""

WIN, LEAD = range(2)


class Value(NamedTuple):
    """The value of something to a seat."""

    win: float
    """The chance to win; a victory shared by k seats counts 1/k."""
    lead: float
    """The points ahead of the mean of the other seats."""


def values_of(ends: Ends) -> Values:
    """Turn points and tie-breaks into shares of the victory and leads."""
    points = ends[..., 0]
    shares = shares_of(winners_of(points, ends[..., 1]))
    others = max(1, points.shape[1] - 1)
    leads = points - (points.sum(axis=1, keepdims=True) - points) / others
    return np.stack([shares, leads], axis=2)


def par(seats: int) -> Value:
    """Return what a seat may expect before anything is dealt."""
    return Value(1 / seats, 0.0)


def value_at(mean: npt.NDArray[np.float64]) -> Value:
    """Read a value from an array."""
    return Value(float(mean[WIN]), float(mean[LEAD]))


def by_seat(mean: npt.NDArray[np.float64]) -> tuple[Value, ...]:
    """Read a value for each seat."""
    return tuple(map(value_at, mean))


def total(values: list[Value]) -> Value:
    """Add values up."""
    return Value(
        math.fsum(value.win for value in values), math.fsum(value.lead for value in values)
    )
