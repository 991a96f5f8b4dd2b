"""Sums over many games: whole numbers only, so that the order of addition does not matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from fogline.arena.lab.named import Key

Ints = npt.NDArray[np.int64]

WHOLE = 60
"""The parts of a victory: 1 to 6 players can share it without fractions."""
EXAMPLES = 5
"""The most games of a kind that are kept by their number."""


def _zeros() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(slots=True)
class LabTally:
    """All counts of some games."""

    num: int = 0
    shared: int = 0
    """Games whose victory was shared."""
    faults: Ints = field(default_factory=_zeros)
    """For each seat the games in which its bot failed."""
    first_faults: list[str | None] = field(default_factory=list)
    """For each seat what its bot did wrong in the first of them."""
    wins: Ints = field(default_factory=_zeros)
    """Victories of each seat, in parts of `WHOLE`."""
    order_wins: Ints = field(default_factory=_zeros)
    """The same by order of play, the first to act first."""
    order_scores: Ints = field(default_factory=_zeros)
    """Points by order of play, and their squares."""
    scores: list[Counter[int]] = field(default_factory=list)
    """For each seat, how often it reached each number of points."""
    categories: dict[str, Counter[int]] = field(default_factory=dict)
    """For each category, how often a player had each number of points."""
    category_wins: dict[str, Counter[int]] = field(default_factory=dict)
    """The victories of these players, in parts of `WHOLE`."""
    margins: Counter[int] = field(default_factory=Counter)
    """The points by which the first was ahead of the second."""
    turns: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    """The games by the reason of their end."""
    vehicles_left: Counter[int] = field(default_factory=Counter)
    routes: Ints = field(default_factory=_zeros)
    """Of each route: games in which it was claimed, and victories of its owners."""
    tickets: Ints = field(default_factory=_zeros)
    """Of each ticket: offers, offers after which it was kept, players who ended with it, those of
    them who completed it, and the victories of all who ended with it."""
    choices: dict[Key, Ints] = field(default_factory=dict)
    """How often each kind of action was chosen, and each place and route in it."""
    events: dict[Key, Ints] = field(default_factory=dict)
    """The same for the events of rules, in the first games only."""
    event_games: int = 0
    """The games in which events were counted."""
    oddities: Counter[str] = field(default_factory=Counter)
    """Games in which something rare happened."""
    examples: dict[str, list[int]] = field(default_factory=dict)
    """The first games of each kind."""
    shortest: list[tuple[int, int]] = field(default_factory=list)
    """Turns and number of the shortest games, and of the longest."""
    longest: list[tuple[int, int]] = field(default_factory=list)

    def add(self, other: LabTally) -> None:
        """Add the counts of later games."""
        if self.num == 0:
            for name in self.__slots__:
                setattr(self, name, getattr(other, name))
            return
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, its in zip(self.scores, other.scores, strict=True):
            mine.update(its)
        for name in ("categories", "category_wins"):
            _add_counters(getattr(self, name), getattr(other, name))
        for name in ("choices", "events"):
            _add_arrays(getattr(self, name), getattr(other, name))
        for oddity, games in other.examples.items():
            self.examples[oddity] = sorted([*self.examples.get(oddity, []), *games])[:EXAMPLES]
        self.first_faults = first_faults([self.first_faults, other.first_faults])
        self.shortest = sorted([*self.shortest, *other.shortest])[:EXAMPLES]
        self.longest = longest([*self.longest, *other.longest])


_SUMS = (
    "num", "shared", "faults", "wins", "order_wins", "order_scores", "margins", "turns",
    "decisions", "endings", "vehicles_left", "routes", "tickets", "event_games", "oddities",
)  # fmt: skip


def _add_counters(mine: dict[str, Counter[int]], its: dict[str, Counter[int]]) -> None:
    for key, counter in its.items():
        mine.setdefault(key, Counter()).update(counter)


def _add_arrays(mine: dict[Key, Ints], its: dict[Key, Ints]) -> None:
    for key, counts in its.items():
        mine[key] = mine[key] + counts if key in mine else counts


def first_faults(games: Sequence[Sequence[str | None]]) -> list[str | None]:
    """Return the first fault of each seat, in games in order."""
    return [next(filter(None, faults), None) for faults in zip(*games, strict=True)]


def longest(games: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the games with the most turns, then the first ones, of pairs of turns and number."""
    return sorted(games, key=lambda each: (-each[0], each[1]))[:EXAMPLES]
