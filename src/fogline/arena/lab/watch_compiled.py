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
from fogline.fast import FastEngine, words_of
from fogline.fast.blocks import Block

_DISPLAY = 64
"""More cards than any display has."""


def watch_compiled(game: GameDefinition, seats: int, log: Log, deals: Sequence[Seed]) -> Watched:
    """Watch logged games inside compiled code."""
    engine = engine_for(game, seats)
    codes = log.codes if log.codes is not None else _codes(engine, log, deals)
    watched = empty(game, log)
    block = Block.empty(engine.tables.block)
    kernel.watch(
        block.bytes,
        block.words,
        block.halves,
        engine.tables.numbers,
        engine.tables.masks,
        np.stack([words_of(deal) for deal in deals]),
        np.stack([log.seats, codes], axis=2),
        log.lengths,
        np.zeros(_DISPLAY, np.int64),
        np.zeros(seats, np.int64),
        watched.odd,
        watched.tickets,
        watched.gains,
    )
    return watched


def _codes(engine: FastEngine, log: Log, deals: Sequence[Seed]) -> Numbers:
    """Find the codes of the compiled engine for games that bots of Python played."""
    codes = np.zeros_like(log.choices)
    for game, deal in enumerate(deals):
        state = engine.start(deal)
        for number, (seat, action) in enumerate(log.of(game)):
            codes[game, number] = state.code(seat, action)
            state.step(seat, int(codes[game, number]))
    return codes
