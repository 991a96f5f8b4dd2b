"""How a game was dealt, divided into what chance decided one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.chance import Chance, Seed
from fogline.core.events import CardsDealt
from fogline.core.log import GameLog
from fogline.core.messages import Event
from fogline.core.rule import Rule
from fogline.core.table import State
from fogline.review.forced import Forced, Piece


@dataclass(frozen=True, slots=True)
class Stage:
    """What one rule dealt."""

    rule: Rule
    events: tuple[Event, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Its events, one by one if they say what chance gave, else all together."""
        pieces = tuple(Piece((event,), _outcomes(event)) for event in self.events)
        if all(piece.outcomes for piece in pieces):
            return pieces
        return (Piece(self.events, ()),)


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a game, rule by rule."""

    log: GameLog
    stages: tuple[Stage, ...]
    """What the rules dealt; nothing if that cannot be told apart."""
    rest: tuple[Event, ...]
    """What happened after that by itself: the display was filled."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What chance decided, in order."""
        return tuple(self._pieces())

    def _pieces(self) -> Iterator[Piece]:
        for stage in self.stages:
            yield from stage.pieces
        if self.rest:
            yield Piece(self.rest, ())

    def again(self, pieces: int, seed: Seed, numbers: range) -> Iterator[State]:
        """Deal the game again for each number: the first pieces as they were, the rest by chance.

        Each rule has dice of its own, so that the same number deals alike whatever is given.
        """
        return (self._again(pieces, f"{seed}/{number}") for number in numbers)

    def _again(self, given: int, seed: str) -> State:
        state = engine.lay_out(self.log.game, self.log.seats)
        for stage in self.stages:
            dice = Chance(f"{seed}/{stage.rule.name}")
            pieces = stage.pieces
            if given >= len(pieces):
                events: Sequence[Event] = stage.events
            else:
                outcomes = [each for piece in pieces[: max(given, 0)] for each in piece.outcomes]
                events = list(stage.rule.set_up(state, Forced(outcomes, dice)))
            given -= len(pieces)
            state = engine.fold(state, events)
        return engine.fold(state, engine.settled(state, Chance(f"{seed}/rest")))


def deal_of(log: GameLog) -> Deal:
    """Find out which rule dealt what."""
    state = engine.lay_out(log.game, log.seats)
    stages: list[Stage] = []
    left = log.set_up
    for rule in log.game.rules:
        alike = list(rule.set_up(state, Chance("deal")))
        events, left = left[: len(alike)], left[len(alike) :]
        if list(map(type, events)) != list(map(type, alike)):
            return Deal(log, (), log.set_up)
        if events:
            stages.append(Stage(rule, events))
        state = engine.fold(state, events)
    return Deal(log, tuple(stages), left)


def _outcomes(event: Event) -> tuple[object, ...]:
    """List what chance gave, in the order in which it was asked."""
    if isinstance(event, CardsDealt):
        return tuple(card for card, count in event.cards for _ in range(count))
    return event.chance_outcomes
