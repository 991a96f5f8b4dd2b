"""Rates and means of games that come by deals, with 95 % intervals.

The games of one deal are not independent: the same cards come, from other seats. So a deal counts
as one observation, its value being the mean over its games, and the spread between deals says how
sure a rate is. Luck that the arrangements of a deal share out evenly thereby makes the interval
narrower, and luck that they share makes it wider.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from fogline.arena.estimates import Estimate, wilson

Values = npt.NDArray[np.float64]
"""A number for each deal."""

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
BEYOND_CHANCE = 0.001
"""A result that chance gives more rarely than this is not explained by chance."""


def rate_of(values: Values) -> Estimate:
    """Estimate a rate from the share won in each deal, by Wilson's interval for clustered data.

    The spread between deals says how many independent games would tell as much (the effective
    sample size of survey statistics), and Wilson's score interval is taken for that number. One
    deal wholly won and one wholly lost are added to the spread, but not to the rate: so a few deals
    that happen to agree, or a bot that always wins, are never taken for certainty. A rate of 0 %
    or 100 % has the interval of as many games as there are deals.
    """
    return wilson(float(values.mean()), _effective_games(values), Z95)


def mean_of(values: Values) -> Estimate | None:
    """Estimate a mean by its standard error between deals; one deal does not have one."""
    if len(values) < 2:
        return None
    mean = float(values.mean())
    width = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - width, mean + width)


def score_of(values: Values, par: float) -> float:
    """Return by how many standard errors the rate is above par; those which par would give."""
    error = math.sqrt(par * (1 - par) / _effective_games(values))
    return (float(values.mean()) - par) / error


def chance_below(score: float) -> float:
    """Return how likely so low a score is by chance, where par is the truth."""
    return math.erfc(-score / math.sqrt(2)) / 2


def chance_beyond(score: float) -> float:
    """Return how likely a score so far from par, on either side, is by chance."""
    return math.erfc(abs(score) / math.sqrt(2))


def _effective_games(values: Values) -> float:
    """Return how many independent games, won or lost, would give the mean as much spread."""
    smoothed = np.concatenate([values, (0.0, 1.0)])
    mean = float(smoothed.mean())
    return len(values) * mean * (1 - mean) / float(smoothed.var())
