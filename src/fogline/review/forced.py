"""Chance that is partly given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fogline.core.cards import Card, Cards
from fogline.core.chance import Dice
from fogline.core.messages import Event, Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that chance decided: events that belong together, and what it gave."""

    events: tuple[Event, ...]
    outcomes: tuple[object, ...]

    @property
    def seat(self) -> Seat | None:
        """The seat that it happened to; `None` for what lies open."""
        return getattr(self.events[0], "seat", None)


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
