"""The bots that a single learner plays against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fogline.bots import bot_spec, compiled_name, guarded_bot
from fogline.bots.compiled_bots import players_for
from fogline.bots.kernel import match
from fogline.core.chance import Seed
from fogline.core.messages import Seat
from fogline.core.view import view_of
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.observer import Observer, Position
from fogline.fast import FastEngine, FastState, words_of
from fogline.fast.context import Block


class Opponent(Protocol):
    """A bot that plays for a seat that must choose."""

    def play(self, position: Any, seat: Seat) -> None:
        """Perform a legal action, chosen from what the seat knows."""


class _Compiled:
    """A compiled player, which uses no secrets."""

    def __init__(self, name: str, engine: FastEngine, seed: Seed) -> None:
        self._players = players_for(engine, [name] * engine.seats)
        self._dice = words_of(seed)
        self._guess = engine.with_memory(Block.empty(engine.lowered.block), self._dice)

    def play(self, position: FastState, seat: Seat) -> None:
        position.step(
            seat, match.blind_code(position.g, self._guess, seat, self._players, self._dice)
        )


class _AnyBot:
    """A bot that reads views, as all bots can."""

    def __init__(self, spec: str, observer: Observer[Any], seed: Seed) -> None:
        self._observer = observer
        self._bot = guarded_bot(spec, seed)

    def play(self, position: Position, seat: Seat) -> None:
        view = view_of(position.to_state(), seat)
        self._observer.play(position, seat, self._bot.choose(view))


def opponent(spec: str, observer: Observer[Any], seed: Seed) -> Opponent:
    """Make a bot for one game."""
    name = compiled_name(spec)
    if name is None or not isinstance(observer, CompiledObserver):
        return _AnyBot(spec, observer, seed)
    return _Compiled(name, observer.engine, seed)


def specs_for(opponents: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Return a bot's name for each other seat; a single name is for all. Refuse unknown bots."""
    given = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(given) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(given)}.")
    for spec in given:
        bot_spec(spec)  # it refuses what is no bot
    return given
