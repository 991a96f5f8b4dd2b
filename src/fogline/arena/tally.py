"""Sums over many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

import numpy as np

from fogline.arena.jobs import Results
from fogline.sim.whole_games import Played, failures
from fogline.sim.winners import Flags, Numbers


class Tally:
    """An exact sum over games."""

    def __init__(self, seats: int) -> None:
        self.num = self.decisions = 0
        self.scores = np.zeros(seats, np.int64)
        """Points of each seat in the games that count and that its bot finished."""
        self.finished = np.zeros(seats, np.int64)
        """For each seat the number of these games."""
        self.faults = np.zeros(seats, np.int64)
        """For each seat the games that its bot did not finish."""
        self.first_faults: list[str | None] = [None] * seats
        """For each seat what its bot did wrong in the first of them."""
        self.void = 0
        """Games that nobody has won, because bots failed."""
        self._wins = np.zeros((seats, seats), np.int64)
        """Victories of each seat, by the number of winners less one."""

    def add(self, played: Played | Results) -> None:
        """Count some more games."""
        self._add(played.scores, played.winners, played.faults)
        self.decisions += int(played.decisions.sum())

    def add_row(self, row: Mapping[str, object]) -> None:
        """Count a game by its record."""
        seats = range(len(self.scores))
        self._add(
            np.array([[row[f"score_{seat}"] for seat in seats]], np.int64),
            np.array([[row[f"won_{seat}"] for seat in seats]], np.bool_),
            [[cast("str | None", row[f"fault_{seat}"]) for seat in seats]],
        )
        self.decisions += cast("int", row["decisions"])

    def merge(self, other: Tally) -> None:
        """Add what another tally counted in later games."""
        self.num += other.num
        self.decisions += other.decisions
        self.void += other.void
        self.scores += other.scores
        self.finished += other.finished
        self.faults += other.faults
        self._note(other.first_faults)
        self._wins += other._wins

    def _add(self, scores: Numbers, winners: Flags, faults: Sequence[Sequence[str | None]]) -> None:
        self.num += len(scores)
        failed = failures(faults, len(self.scores))
        number = winners.sum(axis=1)
        # A game without a winner does not count, or was forfeited by all.
        finished = ~failed & (number > 0)[:, None]
        self.void += int((number == 0).sum())
        self.scores += (scores * finished).sum(axis=0)
        self.finished += finished.sum(axis=0)
        self.faults += failed.sum(axis=0)
        for game in np.flatnonzero(failed.any(axis=1)).tolist():
            self._note(faults[game])
        for count in range(1, len(self.scores) + 1):
            self._wins[:, count - 1] += winners[number == count].sum(axis=0)

    def _note(self, faults: Sequence[str | None]) -> None:
        for seat, fault in enumerate(faults):
            self.first_faults[seat] = self.first_faults[seat] or fault

    @property
    def wins(self) -> tuple[Fraction, ...]:
        """Return each seat's victories; one shared by k players counts 1/k for each."""
        return tuple(
            sum((Fraction(won, count) for count, won in enumerate(row, 1)), Fraction())
            for row in self._wins.tolist()
        )

    @property
    def shared(self) -> int:
        """Return the number of games whose victory was shared."""
        by_winners = self._wins.sum(axis=0).tolist()
        return sum(won // count for count, won in enumerate(by_winners, 1) if count > 1)
