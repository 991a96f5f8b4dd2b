"""Sums over many games."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

import numpy as np

from fogline.arena.jobs import Flags, Numbers, Played


class Tally:
    """Adds games up, exactly."""

    def __init__(self, seats: int) -> None:
        self.num = self.decisions = 0
        self.scores = np.zeros(seats, np.int64)
        """Points of each seat."""
        self.faults = np.zeros(seats, np.int64)
        """For each seat the games that its bot could not play to their end."""
        self._wins = np.zeros((seats, seats), np.int64)
        """Victories of each seat, by the number of winners less one."""

    def add(self, played: Played) -> None:
        """Count some more games."""
        faults = [[fault is not None for fault in row] for row in played.faults]
        self._add(played.scores, played.winners, np.array(faults))
        self.decisions += int(played.decisions.sum())

    def add_row(self, row: Mapping[str, object]) -> None:
        """Count a game by its record."""
        seats = range(len(self.scores))
        self._add(
            np.array([[row[f"score_{seat}"] for seat in seats]], np.int64),
            np.array([[row[f"won_{seat}"] for seat in seats]], np.bool_),
            np.array([[row[f"fault_{seat}"] is not None for seat in seats]]),
        )
        self.decisions += cast("int", row["decisions"])

    def merge(self, other: Tally) -> None:
        """Count what another one has counted."""
        self.num += other.num
        self.decisions += other.decisions
        self.scores += other.scores
        self.faults += other.faults
        self._wins += other._wins

    def _add(self, scores: Numbers, winners: Flags, faults: Flags) -> None:
        self.num += len(scores)
        self.scores += scores.sum(axis=0)
        self.faults += faults.sum(axis=0)
        number = winners.sum(axis=1)
        for count in range(1, len(self.scores) + 1):
            self._wins[:, count - 1] += winners[number == count].sum(axis=0)

    @property
    def wins(self) -> tuple[Fraction, ...]:
        """Victories of each seat; one shared by k players counts 1/k for each of them."""
        return tuple(
            sum((Fraction(won, count) for count, won in enumerate(row, 1)), Fraction())
            for row in self._wins.tolist()
        )

    @property
    def shared(self) -> int:
        """Games whose victory was shared."""
        by_winners = self._wins.sum(axis=0).tolist()
        return sum(won // count for count, won in enumerate(by_winners, 1) if count > 1)
