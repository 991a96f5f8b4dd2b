"""The bots that a single learner plays against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from fogline.bots import compiled_name, make_bot
from fogline.bots.compiled import KINDS, settings_for
from fogline.bots.kernel import kinds, match, memo
from fogline.core.chance import Seed
from fogline.core.messages import Seat
from fogline.core.view import view_of
from fogline.fast import FastEngine, FastState, words_of


class Opponent(Protocol):
    """Chooses a code for a seat whose turn it is."""

    def code(self, state: FastState, seat: Seat) -> int:
        """Return a legal code, from what the seat knows."""


class _Compiled:
    """A compiled player, which looks at no secret."""

    def __init__(self, name: str, engine: FastEngine, seed: Seed) -> None:
        self._kind = KINDS.get(name, kinds.RANDOM)
        self._settings = settings_for(self._kind, engine)
        self._dice = words_of(seed)
        self._memo = np.zeros(memo.SIZE)
        self._scratch = engine.new_scratch()
        self._guess = np.zeros(engine.tables.block // 8, np.uint64)
        self._hidden = np.zeros((2, 2 + engine.seats), np.int64)

    def code(self, state: FastState, seat: Seat) -> int:
        tables, block = state.engine.tables, state.block
        return int(
            match.blind_code(
                self._kind,
                block.bytes,
                block.words,
                self._guess.view(np.uint8),
                self._guess,
                tables.numbers,
                tables.masks,
                self._settings,
                seat,
                self._hidden,
                self._dice,
                self._memo,
                self._scratch,
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
    return _AnyBot(spec, seed) if name is None else _Compiled(name, engine, seed)


def specs_for(opponents: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Name a bot for each other seat; one name is for all of them."""
    given = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(given) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(given)}.")
    return given
