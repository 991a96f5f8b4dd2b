"""What happens on the way through a game, watched inside compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fogline.arena.jobs import Log, Numbers
from fogline.arena.lab import kernel
from fogline.arena.lab.watch import Watched, empty
from fogline.bots.compiled import engine_for
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, words_of_all
from fogline.fast.context import Block

_DISPLAY = 64
"""More cards than any display has."""


def watch_compiled(game: GameDefinition, seats: int, log: Log, deals: Sequence[Seed]) -> Watched:
    """Watch logged games inside compiled code."""
    engine = engine_for(game, seats)
    watched = empty(game, log)
    rngs = words_of_all(deals)
    games = kernel.Games(rngs, np.stack([log.seats, _codes(engine, log)], axis=2), log.lengths)
    notes = kernel.Notes(
        watched.odd,
        watched.tickets,
        watched.gains,
        display=np.zeros(_DISPLAY, np.int64),
        scores=np.zeros(seats, np.int64),
    )
    kernel.watch(engine.with_memory(Block.empty(engine.lowered.block), rngs[0]), games, notes)
    return watched


def _codes(engine: FastEngine, log: Log) -> Numbers:
    """Return the codes of the compiled engine, also for games that bots of Python played."""
    if log.codes is not None:
        return log.codes
    codes = np.array([engine.code(action) for action in log.actions], np.int64)
    return np.asarray(codes[log.choices])
