"""What happens during games, counted in compiled code."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np

from fogline.arena.lab import kernel_columns as columns
from fogline.arena.lab import lab_kernel
from fogline.arena.lab.lab_tally import Ints
from fogline.arena.lab.named import Key, keys_of
from fogline.arena.lab.watching import Watched, empty
from fogline.arena.seeds import NumberedSeeds
from fogline.bots.compiled_bots import engine_for
from fogline.core.actions import KeepTickets
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, words_of_all
from fogline.fast.context import Block
from fogline.sim.whole_games import Log
from fogline.sim.winners import Numbers

_DISPLAY = 64
"""An upper bound of the cards on display."""


def watch_compiled(game: GameDefinition, log: Log, seeds: NumberedSeeds, ends: Ints) -> Watched:
    """Watch logged games in compiled code; for `ends` see `watch`."""
    engine = engine_for(game, seeds.seats)
    watched = empty(game, log)
    rngs = words_of_all(seeds.deals)
    names, keys = _keys(engine)
    notes = lab_kernel.Notes(
        watched.odd,
        watched.tickets,
        choices=np.zeros((len(names), columns.N_COUNTS), np.int64),
        met=np.zeros((len(names), seeds.seats + 1), np.int64),
        display=np.zeros(_DISPLAY, np.int64),
        scores=np.zeros(seeds.seats, np.int64),
        gains=np.zeros(2, np.int64),
    )
    decisions = np.stack([log.seats, _codes(engine, log)], axis=2)
    games = lab_kernel.GameRows(rngs, decisions, log.lengths, ends)
    memory = engine.with_memory(Block.empty(engine.lowered.block), rngs[0])
    lab_kernel.watch(memory, games, keys, notes)
    counted = zip(names, notes.choices, strict=True)
    watched.choices.update((name, counts) for name, counts in counted if counts[columns.TIMES])
    return watched


@lru_cache(maxsize=16)
def _keys(engine: FastEngine) -> tuple[tuple[Key, ...], lab_kernel.Keys]:
    """Return the keys of all choices in a game, and those of each code."""
    known: dict[Key, int] = {}
    found = [
        [known.setdefault(key, len(known)) for key in keys_of(action, engine.game.board)]
        for action in (*map(engine.action, range(engine.codes)), KeepTickets(()))
    ]
    starts = np.cumsum([0, *map(len, found)])
    return tuple(known), lab_kernel.Keys(starts, np.array([*chain.from_iterable(found)], np.int64))


def _codes(engine: FastEngine, log: Log) -> Numbers:
    """Return the codes of the compiled engine, also for games of Python bots."""
    if log.action == engine.action:  # they are the engine's codes
        return log.choices
    chosen, position = np.unique(log.choices, return_inverse=True)
    codes = np.array([engine.code(log.action(choice)) for choice in chosen.tolist()], np.int64)
    return codes[position].reshape(log.choices.shape)
