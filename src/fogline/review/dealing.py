"""The deal of a game as events of chance, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.chance import Chance, Seed
from fogline.core.events import CardsDealt
from fogline.core.log import GameLog
from fogline.core.messages import Event, Seat
from fogline.core.rule import Rule
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """Something that chance decided: events that belong together, and the outcomes in them."""

    events: tuple[Event, ...]
    outcomes: tuple[object, ...]

    @property
    def seat(self) -> Seat | None:
        """Return the seat that it concerns, or `None` if it is public."""
        return getattr(self.events[0], "seat", None)


@dataclass(frozen=True, slots=True)
class Stage:
    """What one rule dealt."""

    rule: Rule
    events: tuple[Event, ...]

    @property
    def chance(self) -> tuple[ChanceEvent, ...]:
        """Return its events one by one if each holds its outcome, otherwise all together."""
        chance = tuple(ChanceEvent((event,), _outcomes(event)) for event in self.events)
        return chance if all(each.outcomes for each in chance) else (ChanceEvent(self.events, ()),)


@dataclass(frozen=True, slots=True)
class DealtGame:
    """The deal of a game, rule by rule."""

    log: GameLog
    stages: tuple[Stage, ...]
    """What each rule dealt; empty if that cannot be distinguished."""
    rest: tuple[Event, ...]
    """What followed automatically: the display was filled."""

    @property
    def chance(self) -> tuple[ChanceEvent, ...]:
        """Return the events of chance, in order."""
        rest = (ChanceEvent(self.rest, ()),) if self.rest else ()
        return (*(each for stage in self.stages for each in stage.chance), *rest)

    def again(self, given: int, seed: Seed, numbers: range) -> Iterator[State]:
        """Deal the game again for each number, with the first `given` events unchanged.

        Each rule has separate dice, so equal numbers deal alike whatever is given.
        """
        return (self._again(given, f"{seed}/{number}") for number in numbers)

    def _again(self, given: int, seed: str) -> State:
        state = engine.lay_out(self.log.game, self.log.seats)
        for stage in self.stages:
            dice = Chance(f"{seed}/{stage.rule.name}")
            chance = stage.chance
            if given >= len(chance):
                events: Sequence[Event] = stage.events
            else:
                outcomes = [each for event in chance[: max(given, 0)] for each in event.outcomes]
                events = list(stage.rule.set_up(state, ScriptedDice(outcomes, dice)))
            given -= len(chance)
            state = engine.fold(state, events)
        return engine.fold(state, engine.settled(state, Chance(f"{seed}/rest")))


def deal_of(log: GameLog) -> DealtGame:
    """Return what each rule dealt."""
    state = engine.lay_out(log.game, log.seats)
    stages: list[Stage] = []
    left = log.set_up
    for rule in log.game.rules:
        alike = list(rule.set_up(state, Chance("deal")))
        events, left = left[: len(alike)], left[len(alike) :]
        if list(map(type, events)) != list(map(type, alike)):
            return DealtGame(log, (), log.set_up)
        if events:
            stages.append(Stage(rule, events))
        state = engine.fold(state, events)
    return DealtGame(log, tuple(stages), left)


def _outcomes(event: Event) -> tuple[object, ...]:
    """List the outcomes of chance in order."""
    if isinstance(event, CardsDealt):
        return tuple(card for card, count in event.cards for _ in range(count))
    return event.chance_outcomes
