"""The mathematics of the lab: shares and means with their uncertainty, spreads, a trend."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, median

from fogline.arena.estimates import Estimate, wilson

CONFIDENCE = 0.95


def _z(comparisons: int) -> float:
    """How many standard errors to allow, so that all of several bounds hold together."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / comparisons)


def share(part: float, whole: int, comparisons: int = 1) -> Estimate:
    """Estimate a share by Wilson's method, which is sound for few games and for rare things."""
    if whole == 0:
        return Estimate(0.0, 0.0, 1.0)
    return wilson(part / whole, whole, _z(comparisons))


def mean(total: float, squares: float, count: int) -> Estimate:
    """Estimate a mean from the sums of values and of their squares."""
    middle = total / count
    variance = max(0.0, squares / count - middle**2)
    half = _z(1) * math.sqrt(variance / max(1, count - 1))
    return Estimate(middle, middle - half, middle + half)


def nice_step(extent: float, most: int) -> float:
    """Choose 1, 2 or 5 times a power of ten, so that at most so many steps span the extent."""
    least = extent / most
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least - 1e-12)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a whole number is spread."""

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
        """How many values were seen."""
        return sum(times for _, times in self.counts)


def spread(counter: Counter[int]) -> Spread:
    """Describe how values are spread."""
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
    """How a share changes with a number: the logarithm of its odds lies on a straight line."""

    base: float
    slope: float

    def at(self, x: float) -> float:
        """Read the share."""
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
    """Return how far values usually are from zero, in a way that outliers hardly change."""
    return 1.4826 * median(abs(value) for value in values) if values else 0.0
