"""The bots that a single learner plays against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fogline.bots import bot_spec, compiled_name, guarded_bot
from fogline.bots.compiled import players_for
from fogline.bots.kernel import match
from fogline.core.chance import Seed
from fogline.core.messages import Seat
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block
from fogline.sim import Position, Simulator
from fogline.sim.compiled import CompiledPosition, CompiledSimulator


class Opponent(Protocol):
    """Chooses an action for a seat that must choose."""

    def code(self, position: Any, seat: Seat) -> int:
        """Return a legal code of the simulator, from what the seat knows."""


class _Compiled:
    """A compiled player, which looks at no secret."""

    def __init__(self, name: str, engine: FastEngine, seed: Seed) -> None:
        self._players = players_for(engine, [name] * engine.seats)
        self._dice = words_of(seed)
        self._guess = engine.with_memory(Block.empty(engine.lowered.block), self._dice)

    def code(self, position: CompiledPosition, seat: Seat) -> int:
        game = position.fast.g
        return int(match.blind_code(game, self._guess, seat, self._players, self._dice))


class _AnyBot:
    """A bot that reads views, as all bots can."""

    def __init__(self, spec: str, simulator: Simulator, seed: Seed) -> None:
        self._simulator = simulator
        self._bot = guarded_bot(spec, seed)

    def code(self, position: Position, seat: Seat) -> int:
        return self._simulator.code(self._bot.choose(position.view(seat)))


def opponent(spec: str, simulator: Simulator, seed: Seed) -> Opponent:
    """Make a bot for one game."""
    name = compiled_name(spec)
    if name is None or not isinstance(simulator, CompiledSimulator):
        return _AnyBot(spec, simulator, seed)
    return _Compiled(name, simulator.engine, seed)


def specs_for(opponents: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Name a bot for each other seat; one name is for all of them. Refuse unknown bots."""
    given = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(given) != seats - 1:
        raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(given)}.")
    for spec in given:
        bot_spec(spec)  # it refuses what is no bot
    return given
