"""What many games add up to: whole numbers only, so that no order of adding changes anything."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

WHOLE = 60
"""A victory in parts: it can be shared by 2 to 6 players without a fraction."""
EXAMPLES = 5
"""Games of a kind that are remembered by their number."""


def _zeros() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(slots=True)
class Tally:
    """Everything counted in some games."""

    num: int = 0
    shared: int = 0
    """Games whose victory was shared."""
    wins: Ints = field(default_factory=_zeros)
    """Victories of each seat, in parts of `WHOLE`."""
    order_wins: Ints = field(default_factory=_zeros)
    """The same by order of play: who acts first comes first."""
    order_scores: Ints = field(default_factory=_zeros)
    """Points by order of play, and their squares."""
    scores: list[Counter[int]] = field(default_factory=list)
    """How often each seat reached how many points."""
    categories: list[Counter[int]] = field(default_factory=list)
    """How often a player had how many points of each category."""
    margins: Counter[int] = field(default_factory=Counter)
    """How far the first was ahead of the second."""
    turns: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    endings: Counter[int] = field(default_factory=Counter)
    """By the compiled engine's number for the reason."""
    vehicles_left: Counter[int] = field(default_factory=Counter)
    routes: Ints = field(default_factory=_zeros)
    """Of each route: games in which it was claimed, and victories of those who did."""
    tickets: Ints = field(default_factory=_zeros)
    """Of each ticket: offers, offers after which it was kept, players who ended with it, those of
    them who completed it, and the victories of all who ended with it."""
    tokens: Ints = field(default_factory=_zeros)
    """By number of symbols: players, victories, points in all."""
    symbols: Ints = field(default_factory=_zeros)
    """Of each symbol: players who hold it, victories."""
    markers: Ints = field(default_factory=_zeros)
    """By number of markers placed: players, victories, points in all."""
    cities: Ints = field(default_factory=_zeros)
    """Of each city: games as a start city, games controlled at the end, victories of the
    controller, points paid for own claims, and for those of others."""
    alvin: Ints = field(default_factory=_zeros)
    """Of those who have Alvin at the end, and of all the others in games in which somebody has
    him: players, victories, points in all."""
    captures: Counter[int] = field(default_factory=Counter)
    """How often players captured Alvin in a game."""
    oddities: Counter[str] = field(default_factory=Counter)
    """Games in which something rare happened."""
    examples: dict[str, list[int]] = field(default_factory=dict)
    """The first games of each such kind."""
    shortest: list[tuple[int, int]] = field(default_factory=list)
    """Turns and number of the shortest games, and of the longest."""
    longest: list[tuple[int, int]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what was counted in other, later games."""
        if self.num == 0:
            for each in fields(self):
                setattr(self, each.name, getattr(other, each.name))
            return
        for each in fields(self):
            mine, its = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, list | dict) and not isinstance(mine, Counter):
                continue
            setattr(self, each.name, mine + its)
        for mine, its in zip(self.scores, other.scores, strict=True):
            mine.update(its)
        for mine, its in zip(self.categories, other.categories, strict=True):
            mine.update(its)
        for name, games in other.examples.items():
            self.examples[name] = sorted([*self.examples.get(name, []), *games])[:EXAMPLES]
        self.shortest = sorted([*self.shortest, *other.shortest])[:EXAMPLES]
        self.longest = longest([*self.longest, *other.longest])


def longest(games: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of games by their turns and number, those with the most turns; then the first."""
    return sorted(games, key=lambda each: (-each[0], each[1]))[:EXAMPLES]
