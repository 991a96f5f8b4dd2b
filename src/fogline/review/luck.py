"""The luck of every chance event, and the curve of winning chances.

The value of a position is the mean of its playouts. Playouts begin at the true position: all hands
are known, and only what chance has not decided yet is drawn. The luck of an event is the difference
between the value after it and the value just before it, where each playout draws it again.
Playouts of the same number have the same luck in all positions, so most of their errors cancel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from fogline.core.chance import Seed
from fogline.core.outcome import tie_break
from fogline.report.estimates import error_of
from fogline.review.dealing import ChanceEvent
from fogline.review.evaluator import Evaluator, Plans
from fogline.review.history import History, HistoryStep, play_again
from fogline.review.values import WIN, Values, par, values_of


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of one event: a row for each playout, a column for each seat."""

    move: int
    event: ChanceEvent
    gains: Values

    def error(self, seat: int) -> float:
        """Return the standard error of a seat's luck, in winning chance."""
        return error_of(self.gains[:, seat, WIN])


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game."""

    curve: tuple[Values, ...]
    """The playouts from the position before each move, and finally the result."""
    luck: tuple[Luck, ...]


def follow(
    evaluator: Evaluator,
    history: History,
    playouts: int,
    seed: Seed,
    tell: Callable[[], None] = lambda: None,
) -> Course:
    """Evaluate each position of a game by playouts, and the luck in between.

    `tell` is called twice for each position.
    """
    numbers = range(playouts)
    curve, chosen = [], []
    plans: Plans = None
    for step in history.steps:
        starts = evaluator.at([step.before])
        before = evaluator.play_outs(starts, None, seed, numbers, plans)
        preferred, plans = evaluator.preferred(step.before, step.move.seat, plans)
        curve.append(before)
        chosen.append(_Chosen(step, before, preferred == step.move.action, plans))
        tell()
    curve.append(np.repeat(result_of(history)[np.newaxis], playouts, axis=0))
    luck = _luck_of_the_deal(evaluator, history, curve[0], seed, numbers)
    for choice, after in zip(chosen, curve[1:], strict=True):
        luck += _luck_after(evaluator, choice, after, seed, numbers)
        tell()
    return Course(tuple(curve), tuple(luck))


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A move, as the evaluator sees it."""

    step: HistoryStep
    before: Values
    """The playouts of the position in which it was made."""
    usual: bool
    """Whether these playouts have begun with the same move."""
    plans: Plans
    """The plans of all players after the move."""

    def value(self, evaluator: Evaluator, seed: Seed, numbers: range) -> Values:
        """Evaluate the move before its outcome of chance."""
        if self.usual:
            return self.before
        step = self.step
        first = (step.move.seat, step.move.action)
        return evaluator.play_outs(evaluator.at([step.before]), first, seed, numbers, self.plans)


def result_of(history: History) -> Values:
    """Return the result of a game: by seat, the share of the victory and the lead."""
    last = history.last
    ends = [[(last.players[seat].score, tie_break(last, seat)) for seat in last.seats]]
    return np.asarray(values_of(np.array(ends, np.int64))[0])


def _luck_of_the_deal(
    evaluator: Evaluator, history: History, after: Values, seed: Seed, numbers: range
) -> list[Luck]:
    seats = history.log.seats
    stages = [np.broadcast_to(np.array(par(seats)), after.shape)]
    dealt = history.deal.chance
    for given in range(1, len(dealt)):
        deals = history.deal.again(given, seed, numbers)
        stages.append(evaluator.play_outs(evaluator.at(deals), None, seed, numbers))
    return _between(0, dealt, [*stages, after])


def _luck_after(
    evaluator: Evaluator, chosen: _Chosen, after: Values, seed: Seed, numbers: range
) -> list[Luck]:
    step = chosen.step
    if not step.chance:
        return []
    stages = [chosen.value(evaluator, seed, numbers)]
    for given in range(1, len(step.chance)):
        starts = evaluator.at(play_again(step, given, seed, numbers))
        stages.append(evaluator.play_outs(starts, None, seed, numbers, chosen.plans))
    return _between(step.number, step.chance, [*stages, after])


def _between(move: int, chance: tuple[ChanceEvent, ...], stages: list[Values]) -> list[Luck]:
    return [
        Luck(move, event, after - before)
        for event, (before, after) in zip(chance, pairwise(stages), strict=True)
    ]
