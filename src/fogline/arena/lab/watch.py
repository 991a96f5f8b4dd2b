"""What happens on the way through a game, which its end does not tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from fogline.arena.jobs import Log
from fogline.arena.lab.named import Key, keys_of
from fogline.arena.lab.tally import Ints
from fogline.core import events as core_events
from fogline.core.chance import Chance, Seed
from fogline.core.decisions import Turn
from fogline.core.definition import GameDefinition
from fogline.core.events import DisplaySwept, TicketsKept
from fogline.core.game import Game
from fogline.core.messages import Action, Event, Seat
from fogline.core.table import State

SWEPT, BLANK, NO_CARDS, NO_TICKETS, N_ODD = range(5)
"""What is counted in each game: sweeps of the display, and the turns that began with no card on
display, no card to draw, no ticket to draw."""
WAS_OFFERED, WAS_KEPT = range(2)
TO_CHOOSER, TO_OTHERS = range(2)


@dataclass(frozen=True, slots=True)
class Watched:
    """What happened in some games, decision by decision."""

    odd: Ints
    """A row for each game: how often the odd positions above were met."""
    tickets: Ints
    """How often each ticket was offered, and kept."""
    gains: Ints
    """By game and decision: the points it brought the player who chose, and all others."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a rule."""

    game: int
    """Its position among the games."""
    seat: Seat | None
    """The seat that the event names, if any."""
    key: Key
    repeated: bool
    """Whether it only repeats the action before it: that names the same place or route, or, for
    an event by itself, belongs to the same rule."""


def empty(game: GameDefinition, log: Log) -> Watched:
    """Return zeros for the games of a log."""
    num, decisions = log.choices.shape
    return Watched(
        np.zeros((num, N_ODD), np.int64),
        np.zeros((len(game.board.tickets), 2), np.int64),
        np.zeros((num, decisions, 2), np.int64),
    )


def watch(
    game: GameDefinition, seats: int, log: Log, deals: Sequence[Seed]
) -> tuple[Watched, list[Happened]]:
    """Play logged games again by the readable engine, and watch."""
    watched = empty(game, log)
    happened: list[Happened] = []
    for number, deal in enumerate(deals):
        played = Game.start(game, seats, Chance(deal))
        happened += _happened(number, played.log.set_up, None, played.state)
        watched.odd[number, SWEPT] += _sweeps(played.log.set_up)
        for step, (seat, action) in enumerate(log.of(number)):
            before = played.state
            if isinstance(played.decision, Turn):
                _look_at_turn(before, watched.odd[number])
            events = played.play(seat, action)
            _look_at_events(events, watched, number, sorted(game.board.ticket))
            watched.gains[number, step] = _gains(before, played.state, seat)
            happened += _happened(number, events, action, played.state)
    return watched, happened


def _look_at_turn(state: State, odd: Ints) -> None:
    odd[NO_TICKETS] += not state.ticket_deck
    odd[NO_CARDS] += not state.deck.total and not state.discards.total
    odd[BLANK] += bool(state.display) and not any(state.display)


def _look_at_events(
    events: Iterable[Event], watched: Watched, number: int, tickets: Sequence[str]
) -> None:
    watched.odd[number, SWEPT] += _sweeps(events)
    for event in events:
        if isinstance(event, TicketsKept):
            for ticket in event.tickets + event.returned:
                watched.tickets[tickets.index(str(ticket)), WAS_OFFERED] += 1
            for ticket in event.tickets:
                watched.tickets[tickets.index(str(ticket)), WAS_KEPT] += 1


def _sweeps(events: Iterable[Event]) -> int:
    return sum(isinstance(event, DisplaySwept) for event in events)


def _gains(before: State, after: State, seat: Seat) -> tuple[int, int]:
    gained = [
        now.score - then.score for then, now in zip(before.players, after.players, strict=True)
    ]
    return gained[seat], sum(gained) - gained[seat]


def _happened(
    number: int, events: Iterable[Event], action: Action | None, state: State
) -> Iterator[Happened]:
    """List the events that rules caused, except those that every game has."""
    board = state.board
    said = {target for _, _, target in keys_of(action, board)} if action is not None else set()
    for event in events:
        module = type(event).__module__
        if module == core_events.__name__:
            continue
        seat = getattr(event, "seat", None)
        own = type(action).__module__ == module
        for key in keys_of(event, board):
            yield Happened(number, seat, key, repeated=key[2] in said if key[2] else own)
