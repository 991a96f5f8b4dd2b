"""Reviews one after the other, each more thorough than the one before.

With compiled code a review takes seconds, and there is one pass. With the readable engine it takes
minutes, so rougher passes come first: there is something to show if it is stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from fogline.core.chance import Seed
from fogline.core.log import GameLog
from fogline.review.build import STAGES, Progress, review
from fogline.review.depth import DEPTHS, GROWTH, READABLE
from fogline.review.evaluator import evaluator_for
from fogline.review.history import history_of
from fogline.review.model import Review
from fogline.sim import cannot_compile


def passes_for(log: GameLog, depth: str) -> list[str]:
    """List the depths at which a game is reviewed, up to the requested one."""
    if depth not in DEPTHS or cannot_compile(log.game, log.seats) is None:
        return [depth]
    names = list(READABLE)
    return names[: names.index(depth) + 1]


def steps_for(log: GameLog, depth: str) -> int:
    """Return how many steps `reviews` reports, in proportion to the time of each pass."""
    return STAGES * len(log.moves) * sum(_weights(len(passes_for(log, depth))))


def _weights(passes: int) -> list[int]:
    return [GROWTH**number for number in range(passes)]


def seconds_for(log: GameLog, depth: str) -> list[float]:
    """Estimate the seconds of each pass by the time of one playout; `[]` if compiled code plays."""
    if cannot_compile(log.game, log.seats) is None:
        return []
    names = passes_for(log, depth)
    history = history_of(log)
    evaluator = evaluator_for(log.game, log.seats)
    began = time.perf_counter()
    evaluator.play_outs(evaluator.at([history.start]), None, "estimate", range(1))
    playout = (time.perf_counter() - began) / 2  # on average half of the game is left
    moves = len(history.steps)
    positions = moves + len(history.deal.chance) + sum(len(step.chance) for step in history.steps)
    depths = [READABLE[name] for name in names]
    return [
        playout * (positions * each.curve_for(moves) + moves * each.for_a_decision)
        for each in depths
    ]


def reviews(  # noqa: PLR0913 (options)
    log: GameLog,
    *,
    depth: str = "standard",
    seed: Seed = "review",
    names: Sequence[str] = (),
    progress: Progress = lambda *_: None,
    pause: Callable[[], None] = lambda: None,
) -> Iterator[Review]:
    """Yield reviews of a finished game up to a depth; see `review` for the options."""
    passes = passes_for(log, depth)
    weights = _weights(len(passes))
    for number, each in enumerate(passes):
        report = partial(_report, progress, weights, number)
        yield review(log, depth=each, seed=seed, names=names, progress=report, pause=pause)


def _report(progress: Progress, weights: list[int], number: int, done: int, steps: int) -> None:
    """Report the steps of a pass as steps of all passes."""
    progress(sum(weights[:number]) * steps + weights[number] * done, sum(weights) * steps)
