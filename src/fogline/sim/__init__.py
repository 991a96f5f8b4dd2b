"""Shared by bots, arena and environments: bots, guards, guesses, and whole games between bots.

A game is played by the readable engine (`ReadablePosition`, `sim.play`), or by `fogline.fast` if
`cannot_compile` returns no reason.
"""

from __future__ import annotations

from functools import lru_cache

from fogline.core.definition import GameDefinition
from fogline.sim.counting import score_if_ended_now
from fogline.sim.guessing import guess_state
from fogline.sim.loading import COMPILER
from fogline.sim.readable_position import ReadablePosition

__all__ = [
    "ReadablePosition",
    "cannot_compile",
    "guess_state",
    "score_if_ended_now",
]


@lru_cache(maxsize=32)
def cannot_compile(game: GameDefinition, seats: int) -> str | None:
    """Return in one line why compiled code cannot play a game, or `None` if it can."""
    with COMPILER:
        from fogline.fast import CannotLower  # noqa: PLC0415 (it loads the compiler)
        from fogline.fast.lower import lower  # noqa: PLC0415

    try:
        lower(game, seats)
    except CannotLower as error:
        return str(error)
    return None
