"""A number with its uncertainty, and Wilson's interval for shares."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def turned(estimate: Estimate, whole: float) -> Estimate:
    """Return what is left of a whole."""
    return Estimate(whole - estimate.value, whole - estimate.high, whole - estimate.low)


def wilson(share: float, games: float, z: float) -> Estimate:
    """Estimate a share by Wilson's method, which is sound for few games and for rare things.

    `z` is how many standard errors the interval reaches.
    """
    square = z * z / games
    middle = share + square / 2
    width = z * math.sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - width) / (1 + square), (middle + width) / (1 + square)
    # Rounding must not leave the share outside of its interval.
    return Estimate(share, min(max(low, 0.0), share), max(min(high, 1.0), share))
