"""The bots that a single learner plays against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from fogline.bots import compiled_name, make_bot
from fogline.bots.compiled import KINDS, settings_for
from fogline.bots.kernel import match, memo
from fogline.core.chance import Seed
from fogline.core.records import Seat
from fogline.core.view import view_of
from fogline.fast import FastEngine, FastState, words_of
from fogline.fast.kernel import games, guess


class Opponent(Protocol):
    """Chooses a code for a seat whose turn it is."""

    def code(self, state: FastState, seat: Seat) -> int:
        """Return a legal code, from what the seat knows."""


class _Random:
    def __init__(self, engine: FastEngine, seed: Seed) -> None:
        self._scratch = engine.new_scratch()
        self._dice = words_of(seed)

    def code(self, state: FastState, seat: Seat) -> int:
        tables, block = state.engine.tables, state.block
        return int(
            games.random_code(
                block.bytes,
                block.words,
                tables.numbers,
                tables.masks,
                seat,
                self._dice,
                self._scratch,
            )
        )


class _Compiled:
    """A compiled player, which chooses from a guess of what it cannot see."""

    def __init__(self, name: str, engine: FastEngine, seed: Seed) -> None:
        self._kind = KINDS[name]
        self._settings = settings_for(self._kind, engine)
        self._dice = words_of(seed)
        self._memo = np.zeros(memo.SIZE)
        self._scratch = engine.new_scratch()
        self._hidden = np.zeros((2, 2 + engine.seats), np.int64)

    def code(self, state: FastState, seat: Seat) -> int:
        tables = state.engine.tables
        known = state.block.copy()
        b, w, t, hidden = known.bytes, known.words, tables.numbers, self._hidden
        guess.forget(b, w, t, seat, hidden)
        guess.fill_in(b, w, t, hidden[0], hidden[1], self._dice)
        return int(
            match.choose(
                self._kind, b, w, t, tables.masks, self._settings, seat, self._memo, self._scratch
            )
        )


class _AnyBot:
    """A bot that reads views, as all bots can."""

    def __init__(self, spec: str, seed: Seed) -> None:
        self._bot = make_bot(spec, seed)

    def code(self, state: FastState, seat: Seat) -> int:
        return state.code(seat, self._bot.choose(view_of(state.to_state(), seat)))


def opponent(spec: str, engine: FastEngine, seed: Seed) -> Opponent:
    """Make a bot for one game."""
    name = compiled_name(spec)
    if name == "random":
        return _Random(engine, seed)
    return _AnyBot(spec, seed) if name is None else _Compiled(name, engine, seed)


def specs_for(opponents: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Name a bot for each other seat; one name is for all of them."""
    given = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(given) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(given)}.")
    return given
