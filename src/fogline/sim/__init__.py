"""One interface for playing many games: legal actions, step, copy, guess, view, score.

`simulator` returns a compiled backend where one exists and a readable one elsewhere. Bots, arena,
environments and hints use only this interface.
"""

from __future__ import annotations

from functools import lru_cache

from fogline.core.definition import GameDefinition
from fogline.sim.codes import KEEP, ActionCodes
from fogline.sim.counting import counted
from fogline.sim.guessing import guess_state
from fogline.sim.interface import Position, Simulator
from fogline.sim.loading import COMPILER
from fogline.sim.readable import ReadablePosition, ReadableSimulator

__all__ = [
    "KEEP",
    "ActionCodes",
    "Position",
    "ReadablePosition",
    "ReadableSimulator",
    "Simulator",
    "cannot_compile",
    "counted",
    "guess_state",
    "simulator",
]


@lru_cache(maxsize=32)
def simulator(game: GameDefinition, seats: int, *, readable: bool = False) -> Simulator:
    """Return the simulator of a game, made once for each definition and number of seats.

    Compiled code plays if it can, unless `readable` asks otherwise.
    """
    reason = "the readable engine was asked for" if readable else cannot_compile(game, seats)
    if reason is not None:
        return ReadableSimulator(game, seats, reason)
    with COMPILER:
        from fogline.sim.compiled import CompiledSimulator  # noqa: PLC0415 (it loads the compiler)

    return CompiledSimulator(game, seats)


@lru_cache(maxsize=32)
def cannot_compile(game: GameDefinition, seats: int) -> str | None:
    """Say in one line why compiled code cannot play a game; `None` if it can."""
    with COMPILER:
        from fogline.fast import CannotLower  # noqa: PLC0415 (it loads the compiler)
        from fogline.fast.lower import lower  # noqa: PLC0415

    try:
        lower(game, seats)
    except CannotLower as error:
        return str(error)
    return None
