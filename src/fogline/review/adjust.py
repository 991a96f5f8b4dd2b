"""The luck of whole games between bots, and results adjusted for it.

The value of a position changes by decisions and by chance. The effect of each decision of a game is
measured: the playouts of the chosen action, less those of the choice of a planner that has watched
the game from this seat, with the same luck. If both are the same there is nothing to measure. The
luck of the game is the rest: result - par - changes by decisions. Its mean is zero, whatever the
bots do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.core.messages import Seat
from fogline.review.values import Values, par, values_of

if TYPE_CHECKING:  # it loads the compiler
    from fogline.review.compiled_review import CompiledEvaluator

PLAYOUTS = 128
"""Playouts for each decision that differs from the planner's."""
_FEW = 10
"""With fewer results than this, all of the luck is subtracted."""
_LEAST = 1e-12
"""Luck with a smaller spread than this counts as constant."""


def luck_of_game(
    evaluator: CompiledEvaluator,
    deal: Seed,
    decisions: Iterable[tuple[Seat, int]],
    playouts: int = PLAYOUTS,
) -> Values:
    """Return the luck of each seat in a game, in shares of the victory and in points.

    The game is dealt by `Chance(deal)`; its decisions are given in order, by the codes of actions.
    """
    from fogline.fast import words_of  # noqa: PLC0415 (it loads the compiler)

    base, numbers = words_of(f"{deal}/luck"), range(playouts)
    position = evaluator.engine.start(deal)
    plans = evaluator.no_plans()
    changes = np.zeros((evaluator.engine.seats, 2))
    for seat, code in decisions:
        preferred = evaluator.preferred_code(position, seat, plans)
        if code != preferred:
            here = position.block.words[np.newaxis]
            chosen = evaluator.play_code(here, (seat, code), base, numbers, plans)
            usual = evaluator.play_code(here, (seat, preferred), base, numbers, plans)
            changes += (chosen - usual).mean(axis=0)
        position.step(seat, code)
    ends = np.array([list(zip(position.scores, position.tie_breaks, strict=True))], np.int64)
    return np.asarray(values_of(ends)[0] - np.array(par(len(changes))) - changes)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Results less luck."""

    values: npt.NDArray[np.float64]
    """The adjusted results, in the order of the results."""
    saved: float | None
    """How many games without adjustment are worth one with it; `None` if no doubt is left."""


def adjust(results: npt.ArrayLike, luck: npt.ArrayLike) -> Adjusted:
    """Subtract the share of luck from independent results that makes them vary least.

    The share for a result is estimated from all other results. It is thus independent of the luck
    that it is applied to, so the mean stays unbiased.
    """
    raw, off = np.asarray(results, np.float64), np.asarray(luck, np.float64)
    values = raw - _shares(raw, off) * off
    spread = float(values.var()) if len(values) else 0.0
    return Adjusted(values, float(raw.var()) / spread if spread > 0 else None)


def _shares(
    results: npt.NDArray[np.float64], luck: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return how much the others' results change with luck, by least squares; 1 if unknown."""
    shares = np.ones(len(luck))
    if len(luck) >= _FEW:
        x, y = luck - luck.mean(), results - results.mean()
        gone = len(luck) / (len(luck) - 1)  # what a sum of products about the mean loses with each
        spread = (x * x).sum() - gone * x * x
        np.divide((x * y).sum() - gone * x * y, spread, out=shares, where=spread > _LEAST)
    return shares
