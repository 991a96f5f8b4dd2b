"""Dice with given outcomes: for replays, for repeated moves, and for explicit chance nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fogline.core.cards import ALL_CARDS, POSITION, Card, Cards
from fogline.core.chance import Dice

T = TypeVar("T")


class ScriptedDice(Dice):
    """Dice that give the cards and tickets of a script, in order.

    If the script has ended or its outcome is not possible, the `other` dice decide; without
    them, `ValueError` is raised. The other dice are also used for outcomes of the script, so that
    equal dice give equal numbers afterwards.
    """

    def __init__(self, outcomes: Iterable[object] = (), other: Dice | None = None) -> None:
        self._outcomes = iter(outcomes)
        self._other = other

    def below(self, bound: int) -> int:
        """Return a number of the other dice: a script has cards and tickets, not numbers."""
        if self._other is None:
            raise ValueError(f"chance has no record of a number below {bound}")
        return self._other.below(bound)

    def card(self, deck: Cards) -> Card:
        """Return the next card of the script."""
        by_chance = None if self._other is None else self._other.card(deck)
        return self._next([card for card, _ in deck], by_chance)

    def take(self, rest: list[T]) -> T:
        """Remove the next item of the script from the list and return it."""
        by_chance = None if self._other is None else rest[self._other.below(len(rest))]
        item = self._next(rest, by_chance)
        rest.remove(item)
        return item

    def _next(self, possible: Sequence[T], by_chance: T | None) -> T:
        outcome = next(self._outcomes, None)
        for item in possible:
            if item == outcome:
                return item
        if by_chance is None:
            raise ValueError(f"{outcome} cannot have been drawn")
        return by_chance


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A point where chance has more than one possible outcome."""

    chances: tuple[tuple[int, float], ...]
    """The number of each outcome, and its probability."""
    names: tuple[str, ...]
    """The outcomes in the same order."""


class NeedsOutcome(Exception):
    """Raised when `NumberedDice` reach a chance node for which they have no number."""

    def __init__(self, node: ChanceNode) -> None:
        super().__init__("the outcome of this chance node is not known yet")
        self.node = node


class NumberedDice(Dice):
    """Dice that give the outcome with the next number at each chance node."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = iter(numbers)

    def _number(self, outcomes: list[tuple[int, int, str]]) -> int:
        """Return the number of one of these outcomes, each given by number, weight and name."""
        if len(outcomes) == 1:
            return outcomes[0][0]
        chosen = next(self._numbers, None)
        if chosen is None:
            total = sum(weight for _, weight, _ in outcomes)
            chances = tuple((number, weight / total) for number, weight, _ in outcomes)
            raise NeedsOutcome(ChanceNode(chances, tuple(name for _, _, name in outcomes)))
        if all(chosen != number for number, _, _ in outcomes):
            raise ValueError(f"chance has no outcome {chosen} here")
        return chosen

    def below(self, bound: int) -> int:
        """Return the chosen number."""
        return self._number([(number, 1, f"number {number}") for number in range(bound)])

    def card(self, deck: Cards) -> Card:
        """Return the card whose kind has the chosen number."""
        outcomes = [(POSITION[card], count, f"card {card}") for card, count in deck]
        return ALL_CARDS[self._number(outcomes)]

    def take(self, rest: list[T]) -> T:
        """Remove the item with the chosen number from the list and return it."""
        return rest.pop(self._number([(at, 1, f"take {item}") for at, item in enumerate(rest)]))
