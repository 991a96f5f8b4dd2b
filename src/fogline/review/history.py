"""A finished game as a sequence of positions, moves and pieces of chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from fogline.core import engine
from fogline.core.cards import Card, Cards
from fogline.core.chance import Chance, Dice, Seed
from fogline.core.errors import FoglineError
from fogline.core.events import CardsDealt
from fogline.core.log import GameLog, Move, states
from fogline.core.messages import Event, Seat
from fogline.core.outcome import Outcome, outcome_of
from fogline.core.table import State

T = TypeVar("T")


class ReviewError(FoglineError):
    """A game cannot be reviewed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that chance decided: events that belong together, and what it gave."""

    events: tuple[Event, ...]
    outcomes: tuple[object, ...]

    @property
    def seat(self) -> Seat | None:
        """The seat that it happened to; `None` for what lies open."""
        return getattr(self.events[0], "seat", None)


@dataclass(frozen=True, slots=True)
class Step:
    """A move with the positions around it."""

    number: int
    """The first move of a game is 1."""
    before: State
    move: Move
    after: State
    chance: tuple[Piece, ...]
    """What chance decided because of this move, in order."""


@dataclass(frozen=True, slots=True)
class History:
    """A finished game."""

    log: GameLog
    start: State
    """The position before the first decision."""
    dealt: tuple[Piece, ...]
    """What chance decided before that."""
    steps: tuple[Step, ...]
    outcome: Outcome


def history_of(log: GameLog) -> History:
    """Replay a game; refuse one that is not over, and one that breaks the rules."""
    start, *rest = states(log)
    last = rest[-1] if rest else start
    outcome = outcome_of(last)
    if outcome is None:
        raise ReviewError("the game is not over: only finished games can be reviewed.")
    steps = tuple(
        Step(number, before, move, after, tuple(_pieces(move.events)))
        for number, (before, move, after) in enumerate(
            zip([start, *rest[:-1]], log.moves, rest, strict=True), start=1
        )
    )
    return History(log, start, _dealt(log), steps, outcome)


def _outcomes(event: Event) -> tuple[object, ...]:
    """List what chance gave, in the order in which it was asked."""
    if isinstance(event, CardsDealt):
        return tuple(card for card, count in event.cards for _ in range(count))
    return event.chance_outcomes


def _pieces(events: Iterable[Event]) -> Iterator[Piece]:
    for event in events:
        outcomes = _outcomes(event)
        if outcomes:
            yield Piece((event,), outcomes)


def _dealt(log: GameLog) -> tuple[Piece, ...]:
    """Divide the deal: the cards and the tickets of each seat, the display, the first player.

    A deal that does not come about again by what its events say is one piece.
    """
    pieces = tuple(
        Piece(
            tuple(event for each in group for event in each.events),
            tuple(outcome for each in group for outcome in each.outcomes),
        )
        for group in (
            list(found)
            for _, found in groupby(_pieces(log.set_up), lambda p: (type(p.events[0]), p.seat))
        )
    )
    _, events = engine.start(log.game, log.seats, Forced(_all_outcomes(pieces), Chance("deal")))
    return pieces if tuple(events) == log.set_up else (Piece(log.set_up, ()),)


def _all_outcomes(pieces: Sequence[Piece]) -> tuple[object, ...]:
    return tuple(outcome for piece in pieces for outcome in piece.outcomes)


class Forced(Dice):
    """Dice that first show what is given, then go on by chance.

    They also throw for what is given, so that like dice show like numbers afterwards.
    """

    def __init__(self, outcomes: Iterable[object], dice: Dice) -> None:
        self._outcomes = list(outcomes)[::-1]
        self._dice = dice

    def below(self, bound: int) -> int:
        """Return a number by chance."""
        return self._dice.below(bound)

    def card(self, deck: Cards) -> Card:
        """Return the card that is given, if it is in the deck."""
        by_chance = self._dice.card(deck)
        return self._given([card for card, _ in deck], by_chance)

    def take(self, rest: list[T]) -> T:
        """Take out of the list what is given, if it is there."""
        item = self._given(rest, rest[self._dice.below(len(rest))])
        rest.remove(item)
        return item

    def _given(self, among: Sequence[T], by_chance: T) -> T:
        if self._outcomes:
            outcome = self._outcomes.pop()
            for item in among:
                if item == outcome:
                    return item
        return by_chance


def deal_again(history: History, pieces: int, seed: Seed, numbers: range) -> list[State]:
    """Deal the game again: the first pieces as they were, the rest by chance."""
    log, given = history.log, _all_outcomes(history.dealt[:pieces])
    return [
        engine.start(log.game, log.seats, Forced(given, Chance(f"{seed}/{number}")))[0]
        for number in numbers
    ]


def play_again(step: Step, pieces: int, seed: Seed, numbers: range) -> list[State]:
    """Make a move again: the first pieces of its chance as they were, the rest by chance."""
    given = _all_outcomes(step.chance[:pieces])
    return [
        engine.play(
            step.before,
            step.move.seat,
            step.move.action,
            Forced(given, Chance(f"{seed}/{step.number}/{number}")),
        )[0]
        for number in numbers
    ]
