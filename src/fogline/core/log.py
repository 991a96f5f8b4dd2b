"""A game as it is saved: what it was played by, and all that happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.cards import NotEnoughCards
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.core.records import Action, Event, Seat
from fogline.core.table import State
from fogline.core.view import view_of


class LogError(FoglineError):
    """A log is damaged, or does not belong to the game it names."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action and what followed from it."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class GameLog:
    """A whole game, or as much of it as was played. Replaying it needs no dice."""

    game: GameDefinition
    seats: int
    set_up: tuple[Event, ...]
    """What happened before the first decision."""
    moves: tuple[Move, ...] = ()

    @property
    def events(self) -> Iterator[Event]:
        """All that happened, in order."""
        yield from self.set_up
        for move in self.moves:
            yield from move.events


def states(log: GameLog) -> Iterator[State]:
    """Yield the state after set-up and after each move; refuse a log that breaks the rules."""
    state = _folded(engine.lay_out(log.game, log.seats), log.set_up, "the set-up")
    yield state
    for number, move in enumerate(log.moves, start=1):
        if not 0 <= move.seat < log.seats:
            raise LogError(f"move {number} ({move.action}): there is no seat {move.seat}.")
        refusal = engine.refusal_of(view_of(state, move.seat), move.action)
        if refusal is not None:
            raise LogError(f"move {number} ({move.action}) was not legal: {refusal.explain}")
        state = _folded(state, move.events, f"move {number} ({move.action})")
        yield state


def _folded(state: State, events: tuple[Event, ...], where: str) -> State:
    try:
        return engine.fold(state, events)
    except (NotEnoughCards, ValueError, IndexError, KeyError) as error:
        raise LogError(f"{where} cannot have happened: {error}") from error
