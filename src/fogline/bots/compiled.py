"""The compiled players behind the face of a bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import kinds, match, memo, settings
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.records import Action
from fogline.core.table import View
from fogline.fast import FastEngine, Games, Knowledge, compile_game, words_of
from fogline.fast import layout as at
from fogline.fast.blocks import Block

KINDS = {
    "greedy": kinds.GREEDY,
    "one-step": kinds.ONE_STEP,
    "long-routes": kinds.LONG_ROUTES,
    "route-focus": kinds.ROUTE_FOCUS,
    "ticket-hungry": kinds.TICKET_HUNGRY,
    "planner": kinds.PLANNER,
}
"""The compiled players by name, but for the random one, which needs no guess."""


@lru_cache(maxsize=16)
def engine_for(game: GameDefinition, seats: int) -> FastEngine:
    """Return the compiled engine of a game, made once for each definition and number of players."""
    return compile_game(game, seats)


def settings_for(kind: int, engine: FastEngine) -> npt.NDArray[np.float64]:
    """Return what a kind of player thinks things are worth in a game."""
    if kind != kinds.PLANNER:
        return np.array(settings.STYLE)
    connected = bool(engine.tables.numbers[at.CONNECTED])
    return np.array(settings.CONNECTED if connected else settings.LOOSE)


class CompiledBot:
    """A compiled player. It sees a guess made from the view, and dice of its own."""

    def __init__(self, name: str, seed: Seed) -> None:
        self._kind = KINDS[name]
        self._dice = words_of(seed)
        self._memo = np.zeros(memo.SIZE)

    def choose(self, view: View) -> Action:
        """Return a legal action for the viewer, who is deciding."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        engine = engine_for(view.game, len(view.players))
        guess = Knowledge(engine, view).sample(self._dice)
        tables = engine.tables
        code = match.choose(
            self._kind,
            guess.block.bytes,
            guess.block.words,
            tables.numbers,
            tables.masks,
            settings_for(self._kind, engine),
            view.seat,
            self._memo,
            engine.new_scratch(),
        )
        return guess.action(view.seat, int(code))


def play_match(
    engine: FastEngine, names: Sequence[str], seeds: Sequence[Seed], dice: Sequence[Sequence[Seed]]
) -> Games:
    """Play whole games inside compiled code: a seed a game, and one for each player.

    The games are those that the readable engine and the bots by themselves would play.
    """
    players = np.array([KINDS.get(name, kinds.RANDOM) for name in names], np.int64)
    tables = engine.tables
    truth, guess = Block.empty(tables.block), Block.empty(tables.block)
    out = np.zeros((len(seeds), 2, engine.seats), np.int64)
    decisions = match.play_match(
        truth.bytes,
        truth.words,
        truth.halves,
        guess.bytes,
        guess.words,
        tables.numbers,
        tables.masks,
        players,
        np.stack([settings_for(int(kind), engine) for kind in players]),
        np.zeros((2, 2 + engine.seats), np.int64),
        np.stack([words_of(seed) for seed in seeds]),
        np.stack([[words_of(seed) for seed in row] for row in dice]),
        np.zeros(memo.SIZE),
        engine.new_scratch(),
        out,
    )
    return Games(int(decisions), out[:, 0], out[:, 1])
