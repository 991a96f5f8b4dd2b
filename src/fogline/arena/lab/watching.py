"""What happens during games, beyond their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from fogline.arena.lab import kernel_columns as columns
from fogline.arena.lab.lab_tally import Ints
from fogline.arena.lab.named import Key, keys_of
from fogline.arena.seeds import NumberedSeeds
from fogline.core import engine
from fogline.core import events as core_events
from fogline.core.actions import Pass
from fogline.core.chance import Chance
from fogline.core.decisions import Turn
from fogline.core.definition import GameDefinition
from fogline.core.events import DisplaySwept, TicketsKept
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import State
from fogline.sim.whole_games import Log


@dataclass(frozen=True, slots=True)
class Watched:
    """Counts of what happened in some games, decision by decision."""

    odd: Ints
    """A row for each game: how often each oddity of `kernel_columns` occurred."""
    tickets: Ints
    """How often each ticket was offered, and kept."""
    choices: dict[Key, Ints] = field(default_factory=dict)
    """The counts of choices: of each kind of action, and each place and route in it."""


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """An event of a rule."""

    game: int
    """The index of its game."""
    seat: Seat | None
    """The seat that the event names, if any."""
    key: Key
    repeated: bool
    """Whether it only repeats the action before it, which names the same place or route or, for the
    key of the event alone, belongs to the same rule."""


def empty(game: GameDefinition, log: Log) -> Watched:
    """Return zeros for the games of a log."""
    return Watched(
        np.zeros((len(log.lengths), columns.N_ODD), np.int64),
        np.zeros((len(game.board.tickets), 2), np.int64),
    )


class _Step(NamedTuple):
    """A decision of a game and its consequences, or the setup of the game, without a decision."""

    game: int
    seat: Seat | None
    action: Action | None
    before: State
    after: State
    events: list[Event]


def watch(game: GameDefinition, log: Log, seeds: NumberedSeeds, ends: Ints) -> Watched:
    """Replay logged games by the readable engine, and return the counts.

    `ends` has by game and seat the share of the victory and the final points.
    """
    watched = empty(game, log)
    tickets = sorted(game.board.ticket)
    met: set[tuple[int, Key, Seat | None]] = set()
    for step in _steps(game, log, seeds):
        odd = watched.odd[step.game]
        odd[columns.SWEPT] += sum(isinstance(event, DisplaySwept) for event in step.events)
        if step.seat is None or step.action is None:
            continue
        if isinstance(engine.decision(step.before), Turn):
            _look_at_turn(step.before, odd)
        odd[columns.PASSED] += isinstance(step.action, Pass)
        _look_at_tickets(step.events, watched, tickets)
        for key in keys_of(step.action, game.board):
            counts = watched.choices.setdefault(key, np.zeros(columns.N_COUNTS, np.int64))
            counts[columns.TIMES] += 1
            counts[columns.GAMES] += (step.game, key, None) not in met
            if (step.game, key, step.seat) not in met:
                counts[columns.PLAYERS] += 1
                counts[[columns.WINS, columns.SCORES]] += ends[step.game, step.seat]
            met |= {(step.game, key, None), (step.game, key, step.seat)}
            if step.after.ended is None:
                counts[columns.PAID] += 1
                counts[[columns.OWN, columns.OTHERS]] += _gains(step.before, step.after, step.seat)
    return watched


def list_events(game: GameDefinition, log: Log, seeds: NumberedSeeds) -> list[WatchedEvent]:
    """Replay the first games of a log, and return the events that rules caused in them."""
    return [each for step in _steps(game, log, seeds) for each in _happened(step)]


def _steps(game: GameDefinition, log: Log, seeds: NumberedSeeds) -> Iterator[_Step]:
    """Yield the steps of logged games, which are known to be legal."""
    for number, deal in enumerate(seeds.deals):
        dice = Chance(deal)
        state, events = engine.start(game, seeds.seats, dice)
        yield _Step(number, None, None, state, state, events)
        for seat, action in log.of(number):
            before = state
            state, events = engine.perform(state, seat, action, dice)
            yield _Step(number, seat, action, before, state, events)


def _look_at_turn(state: State, odd: Ints) -> None:
    odd[columns.NO_TICKETS] += not state.ticket_deck
    odd[columns.NO_CARDS] += not state.deck.total and not state.discards.total
    odd[columns.BLANK] += bool(state.display) and not any(state.display)


def _look_at_tickets(events: Iterable[Event], watched: Watched, tickets: Sequence[str]) -> None:
    for event in events:
        if isinstance(event, TicketsKept):
            for ticket in event.tickets + event.returned:
                watched.tickets[tickets.index(str(ticket)), columns.WAS_OFFERED] += 1
            for ticket in event.tickets:
                watched.tickets[tickets.index(str(ticket)), columns.WAS_KEPT] += 1


def _gains(before: State, after: State, seat: Seat) -> tuple[int, int]:
    gained = [
        now.score - then.score for then, now in zip(before.players, after.players, strict=True)
    ]
    return gained[seat], sum(gained) - gained[seat]


def _happened(step: _Step) -> Iterator[WatchedEvent]:
    """Yield the events that rules caused, except those that every game has."""
    board, action = step.after.board, step.action
    own = [event for event in step.events if type(event).__module__ != core_events.__name__]
    if not own:
        return
    said = {target for _, _, target in keys_of(action, board)} if action is not None else set()
    for event in own:
        seat = getattr(event, "seat", None)
        same_rule = type(action).__module__ == type(event).__module__
        for key in keys_of(event, board):
            repeated = key[2] in said if key[2] else same_rule
            yield WatchedEvent(step.game, seat, key, repeated)
