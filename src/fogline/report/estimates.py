"""Statistics: shares and means with their intervals, distributions, and a trend.

Where games come in deals, the games of one deal are not independent: the same cards come, from
other seats. There a deal counts as one observation, its value being the mean over its games, and
the differences between deals show how certain a rate is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, median

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
"""Independent observations: a number for each deal, for example."""

CONFIDENCE = 0.95
Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
BEYOND_CHANCE = 0.001
"""A result with a smaller probability than this is not explained by chance."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def complement(self, whole: float) -> Estimate:
        """Return the estimate of the rest of a whole."""
        return Estimate(whole - self.value, whole - self.high, whole - self.low)


def wilson(share: float, games: float, z: float = Z95) -> Estimate:
    """Estimate a share by Wilson's method, which is sound for few games and for rare things.

    The interval reaches `z` standard errors to both sides.
    """
    square = z * z / games
    middle = share + square / 2
    width = z * math.sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - width) / (1 + square), (middle + width) / (1 + square)
    # Rounding must not leave the share outside of its interval.
    return Estimate(share, min(max(low, 0.0), share), max(min(high, 1.0), share))


def share(part: float, whole: int, comparisons: int = 1) -> Estimate:
    """Estimate a share; the intervals of `comparisons` shares hold together."""
    if whole == 0:
        return Estimate(0.0, 0.0, 1.0)
    return wilson(part / whole, whole, NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / comparisons))


def mean_of(values: Values) -> Estimate:
    """Estimate the mean of independent observations."""
    mean, width = float(values.mean()), Z95 * error_of(values)
    return Estimate(mean, mean - width, mean + width)


def error_of(values: Values) -> float:
    """Return the standard error of the mean of independent observations; 0 for a single one."""
    return float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def mean_of_sums(total: float, squares: float, count: int) -> Estimate:
    """Estimate a mean from the sums of observations and of their squares."""
    middle = total / count
    variance = max(0.0, squares / count - middle**2)
    half = Z95 * math.sqrt(variance / max(1, count - 1))
    return Estimate(middle, middle - half, middle + half)


def rate_of(values: Values) -> Estimate:
    """Estimate a rate from the share won in each deal, by Wilson's interval for clustered data.

    The variance between deals gives the number of equally informative independent games (the
    effective sample size of survey statistics), and Wilson's score interval is taken for that
    number. One deal wholly won and one wholly lost are added to the variance, but not to the rate:
    a few deals that happen to agree, or a bot that always wins, never look certain. A
    rate of 0 % or 100 % has the interval of as many games as there are deals.
    """
    return wilson(float(values.mean()), _effective_games(values))


def score_of(values: Values, par: float) -> float:
    """Return by how many standard errors, as par would give them, the rate is above par."""
    error = math.sqrt(par * (1 - par) / _effective_games(values))
    return (float(values.mean()) - par) / error


def _effective_games(values: Values) -> float:
    """Return how many independent games, won or lost, would give the mean as much variance."""
    smoothed = np.concatenate([values, (0.0, 1.0)])
    mean = float(smoothed.mean())
    return len(values) * mean * (1 - mean) / float(smoothed.var())


def chance_beyond(score: float) -> float:
    """Return how likely a score this far from par, on either side, is by chance."""
    return math.erfc(abs(score) / math.sqrt(2))


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a whole number."""

    counts: tuple[tuple[int, int], ...]
    """Each value and how often it was seen, in order."""
    mean: float
    deviation: float
    low: int
    """The smallest value; the next are the 5th, 50th and 95th of a hundred; then the largest."""
    p5: int
    median: int
    p95: int
    high: int

    @property
    def total(self) -> int:
        """Return the number of values."""
        return sum(times for _, times in self.counts)


def spread(counter: Counter[int]) -> Spread:
    """Return the distribution of values."""
    counts = tuple(sorted(counter.items()))
    total = sum(times for _, times in counts)
    middle = sum(value * times for value, times in counts) / total
    variance = sum((value - middle) ** 2 * times for value, times in counts) / total
    return Spread(
        counts=counts,
        mean=middle,
        deviation=math.sqrt(variance),
        low=counts[0][0],
        p5=_quantile(counts, total * 0.05),
        median=_quantile(counts, total * 0.5),
        p95=_quantile(counts, total * 0.95),
        high=counts[-1][0],
    )


def _quantile(counts: Sequence[tuple[int, int]], rank: float) -> int:
    seen = 0
    for value, times in counts:
        seen += times
        if seen >= rank:
            return value
    return counts[-1][0]


@dataclass(frozen=True, slots=True)
class Trend:
    """A share that depends on a number: the logarithm of its odds lies on a straight line."""

    base: float
    slope: float

    def at(self, x: float) -> float:
        """Return the share at x."""
        return 1 / (1 + math.exp(-(self.base + self.slope * x)))


def trend(shares: Iterable[tuple[float, int, int]]) -> Trend:
    """Fit a trend to shares, each given as a number x, a part, and the whole.

    Least squares on the logarithms of the odds, with half a case added on both sides so that
    there are odds of what never or always happens, each weighed by how well it is known. Without
    two different x the trend is level.
    """
    known = []
    for x, part, whole in shares:
        yes, no = part + 0.5, whole - part + 0.5
        known.append((x, math.log(yes / no), yes * no / (yes + no)))
    weight = sum(w for _, _, w in known)
    if not weight:
        return Trend(0.0, 0.0)
    x0 = sum(x * w for x, _, w in known) / weight
    y0 = sum(y * w for _, y, w in known) / weight
    along = sum((x - x0) ** 2 * w for x, _, w in known)
    slope = sum((x - x0) * (y - y0) * w for x, y, w in known) / along if along > 1e-9 else 0.0
    return Trend(y0 - slope * x0, slope)


def usual_distance(values: Sequence[float]) -> float:
    """Return how far values usually are from zero, a measure that outliers hardly change."""
    return 1.4826 * median(abs(value) for value in values) if values else 0.0
