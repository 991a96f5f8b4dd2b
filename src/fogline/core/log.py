"""A game as it is saved: its definition, and everything that happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from fogline.core import engine
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.core.invariants import violations
from fogline.core.messages import Action, Event, Seat
from fogline.core.refusal import IllegalAction
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State


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
    """A game, complete or up to some move. Replaying it needs no dice."""

    game: GameDefinition
    seats: int
    set_up: tuple[Event, ...]
    """What happened before the first decision."""
    moves: tuple[Move, ...] = ()

    @property
    def events(self) -> Iterator[Event]:
        """Yield all events, in order."""
        yield from self.set_up
        for move in self.moves:
            yield from move.events


def states(log: GameLog) -> Iterator[State]:
    """Yield the state after set-up and after each move; raise `LogError` if it breaks the rules."""
    state = _set_up(log)
    yield state
    for number, move in enumerate(log.moves, start=1):
        where = f"move {number} ({move.action})"
        if not 0 <= move.seat < log.seats:
            raise LogError(f"{where}: there is no seat {move.seat}.")
        try:
            # Replay needs no dice: the log contains the outcomes of chance, and all else follows.
            dice = ScriptedDice(
                outcome for event in move.events for outcome in event.chance_outcomes
            )
            state, events = engine.play(state, move.seat, move.action, dice)
        except IllegalAction as error:
            raise LogError(f"{where} was not legal: {error}") from None
        except ValueError as error:
            raise LogError(f"{where} cannot have happened: {error}") from error
        if tuple(events) != move.events:
            raise LogError(f"{where}: {_difference(move.events, events)}")
        yield state


def _difference(logged: Iterable[Event], true: Iterable[Event]) -> str:
    pairs = zip_longest(logged, true)
    found, expected = next((found, expected) for found, expected in pairs if found != expected)
    return f"it says {found or 'nothing'} where {expected or 'nothing'} follows."


def _set_up(log: GameLog) -> State:
    empty = engine.lay_out(log.game, log.seats)
    try:
        state = engine.fold(empty, log.set_up)
        problem = next(iter(violations(state, empty.deck)), None)
        unfinished = problem is None and bool(engine.settled(state, ScriptedDice()))
    except (ValueError, IndexError, KeyError) as error:
        raise LogError(f"the set-up cannot have happened: {error}") from error
    if problem is not None:
        raise LogError(f"the set-up cannot have happened: {problem}.")
    if unfinished:
        raise LogError("the set-up is not finished: events are missing.")
    return state
