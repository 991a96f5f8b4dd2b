"""Reviews one game, in a separate process: playouts would delay the server's tables.

`python -m fogline.server.features.reviews.review_worker DEPTH` reads a game from the first line of
its standard input. Each line that it writes is a name and JSON: `progress [3, 40]` are the steps
done and all steps, after which it waits for a line, so that the server can let others have their
turn. The last line is `review` or `failed`. It ends when its standard input is closed, so it does
not outlive the server.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

from fogline.core.chance import Chance
from fogline.core.errors import FoglineError
from fogline.core.game import Game
from fogline.core.log import GameLog
from fogline.core.view import view_of
from fogline.saves import from_json

SLICE = 0.05
"""Seconds of work between two turns."""
SEED = "review"
LIMIT = 300.0
"""Seconds of work on a game without compiled rules; the best review until then is kept."""
_NICE = 10
"""By how much its priority is lower: as that of bots, with which it takes turns."""
_DIGITS = 5


def main() -> None:
    """Review the game on standard input, or write why that is not possible."""
    os.nice(_NICE)
    try:
        _review()
    except Exception as error:  # noqa: BLE001 (the server logs it)
        _write("failed", repr(error))


def _review() -> None:
    log = from_json(sys.stdin.readline(), GameLog)
    from fogline.review.passes import reviews  # noqa: PLC0415
    from fogline.review.review_json import to_plain  # noqa: PLC0415 (it loads NumPy)
    from fogline.sim import cannot_compile  # noqa: PLC0415

    load(log)
    compiled = cannot_compile(log.game, log.seats) is None
    turns = _Turns(math.inf if compiled else LIMIT)
    # Players may change their names, and leave: clients put in what they are called now.
    names = [f"{{{seat}}}" for seat in range(log.seats)]
    found = None
    with suppress(_OutOfTime):
        for found in reviews(  # noqa: B007 (the last one is wanted)
            log, depth=sys.argv[1], seed=SEED, names=names, progress=turns.note, pause=turns.pause
        ):
            pass
    if found is None:
        raise FoglineError(f"{log.game.title} takes too long to review without compiled rules.")
    _write("review", rounded(to_plain(found)))


def load(log: GameLog) -> None:
    """Load all code that a review needs, and compile it if necessary."""
    from fogline.review.evaluator import evaluator_for  # noqa: PLC0415

    game = Game.start(log.game, log.seats, Chance(SEED))
    evaluator, seat, one = evaluator_for(log.game, log.seats), game.deciding[0], range(1)
    if not evaluator.compiled:
        return
    view = view_of(game.state, seat)
    action = evaluator.candidates(view)[0]
    _, plans = evaluator.preferred(game.state, seat, None)
    evaluator.play_outs(evaluator.at([game.state]), None, SEED, one, plans)
    evaluator.play_outs(evaluator.guess(view, SEED, one), (seat, action), SEED, one)


class _OutOfTime(Exception):
    """A review has used all the time that it may use."""


class _Turns:
    """Works in turns of some length, up to a number of seconds of processor time."""

    def __init__(self, limit: float) -> None:
        self._limit = time.process_time() + limit
        self._until = 0.0
        self._done = self._steps = 0

    def note(self, done: int, steps: int) -> None:
        """Note how far the review is, and wait if this turn is over."""
        self._done, self._steps = done, steps
        self.pause()

    def pause(self) -> None:
        """If this turn is over, write how far the review is, and wait for the next."""
        if time.monotonic() >= self._until:
            if time.process_time() > self._limit:
                raise _OutOfTime
            _write("progress", [self._done, self._steps])
            if not sys.stdin.readline():
                _end()
            self._until = time.monotonic() + SLICE


def _write(kind: str, value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.write(f"{kind} {text}\n")
    sys.stdout.flush()


def _end() -> NoReturn:
    os._exit(1)


def rounded(value: Any) -> Any:
    """Write numbers with as many digits as matter."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


if __name__ == "__main__":
    main()
