"""The compiled players behind the face of a bot."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import match, memo, settings
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.records import Action
from fogline.core.table import View
from fogline.fast import FastEngine, Knowledge, compile_game, words_of
from fogline.fast import layout as at

KINDS = {
    "random": match.RANDOM,
    "greedy": match.GREEDY,
    "one-step": match.ONE_STEP,
    "long-routes": match.LONG_ROUTES,
    "route-focus": match.ROUTE_FOCUS,
    "ticket-hungry": match.TICKET_HUNGRY,
    "planner": match.PLANNER,
}
"""The compiled players by name."""


@lru_cache(maxsize=16)
def _engine(game: GameDefinition, seats: int) -> FastEngine:
    return compile_game(game, seats)


def engine_for(game: GameDefinition, seats: int) -> FastEngine:
    """Return the compiled engine of a game, made once for each definition and number of players."""
    return _engine(game, seats)


def settings_for(kind: int, engine: FastEngine) -> npt.NDArray[np.float64]:
    """Return what a kind of player thinks things are worth in a game."""
    if kind != match.PLANNER:
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
            np.zeros(max(tables.codes, 2 * at.MOST_ROUTES), np.int64),
            self._dice,
        )
        return guess.action(view.seat, int(code))
