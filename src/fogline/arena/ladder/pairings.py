"""Pairings of bots, their seats and deals, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.report.estimates import Estimate, Values, mean_of
from fogline.sim.winners import Flags, merits_of, shares_of, winners_of

Number = TypeVar("Number", bound=np.generic)
Points = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One bot against another, which has all other seats. The two may be the same."""

    one: str
    other: str
    seats: int

    def bots(self, arrangement: int) -> tuple[str, ...]:
        """Return the bot on each seat; `one` has the seat of the arrangement's number."""
        return tuple(self.one if seat == arrangement else self.other for seat in range(self.seats))

    def seeds(self, seed: Seed, deal: int, arrangement: int) -> tuple[Seed, tuple[Seed, ...]]:
        """Return the seed of a game's chance, and one for each bot.

        A deal is the same in all arrangements of all pairings, except for a bot against itself: a
        bot without dice would repeat the same game, which is always even. The bots' own dice are
        never the same.
        """
        own = f"{seed}/{deal}/{self.one} {self.other}/{arrangement}"
        dealt = own if self.one == self.other else f"{seed}/{deal}"
        return dealt, tuple(f"{own}/{seat}" for seat in range(self.seats))


def round_robin(bots: Sequence[str], seats: int) -> list[Pairing]:
    """Return all pairs; with more than two seats, each bot of a pair is `one` once."""
    names = sorted(bots)  # the games of a pairing do not depend on the other bots
    pairs = combinations(names, 2) if seats == 2 else permutations(names, 2)
    return [Pairing(one, other, seats) for one, other in pairs]


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of a pairing, by deal, arrangement and seat."""

    pairing: Pairing
    points: Points
    """Final points."""
    tie_breaks: Points
    """The number that breaks ties: complete tickets, unless a rule says otherwise."""
    faults: Flags
    """Whether its bot failed: then it loses to all that did not."""
    first_faults: Mapping[str, str] = field(default_factory=dict)
    """The first fault of each bot that failed."""
    luck: Values | None = None
    """The luck of each seat in shares of the victory and in points, if it was measured."""

    @property
    def games(self) -> int:
        """Return the number of games."""
        deals, arrangements, _ = self.points.shape
        return int(deals * arrangements)

    @property
    def merits(self) -> Points:
        """Return one number for each seat, of which the highest wins."""
        return merits_of(self.points, self.tie_breaks, self.faults)

    @property
    def shares(self) -> Values:
        """Return the shares of each victory by seat: 1/k for each of k winners.

        A bot that failed has no share, so a game in which all have failed is won by nobody.
        """
        return shares_of(winners_of(self.points, self.tie_breaks, self.faults))

    @property
    def wins(self) -> Values:
        """Return the share of each deal that `one` won."""
        return np.asarray(_own(self.shares).mean(axis=1))

    @property
    def losses(self) -> Values:
        """Return the share of each deal that the others won."""
        return np.asarray(1 - self.wins - self.unwon)

    @property
    def sound(self) -> Flags:
        """Return for each deal whether no bot failed; only then its points are meaningful."""
        return np.asarray(~self.faults.any(axis=(1, 2)))

    @property
    def unwon(self) -> Values:
        """Return the share of each deal that nobody won."""
        return np.asarray(1 - self.shares.sum(axis=2).mean(axis=1))

    @property
    def duels(self) -> Values:
        """Return the share of the other seats that `one` beat in each deal; a tie is half."""
        merits = self.merits
        own = _own(merits)[:, :, np.newaxis]
        ahead = (own > merits).sum(axis=2) + (own == merits).sum(axis=2) / 2
        return np.asarray((ahead - 0.5).mean(axis=1) / (self.pairing.seats - 1))

    @property
    def leads(self) -> Values:
        """Return the points by which `one` was ahead of the others' mean in each deal."""
        own = _own(self.points)
        others = (self.points.sum(axis=2) - own) / (self.pairing.seats - 1)
        return np.asarray((own - others).mean(axis=1))

    @property
    def seat_wins(self) -> Values:
        """Return the share of each deal that each seat won: a row per deal, a column per seat."""
        return np.asarray(self.shares.mean(axis=1))

    def faults_of(self, bot: str) -> int:
        """Return how often a bot failed."""
        own = int(_own(self.faults).sum())
        others = int(self.faults.sum()) - own
        return own * (self.pairing.one == bot) + others * (self.pairing.other == bot)


def _own(table: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the value of `one` in each arrangement."""
    return np.asarray(np.diagonal(table, axis1=1, axis2=2))


@dataclass(frozen=True, slots=True)
class Piece:
    """Some deals of one arrangement of a pairing, played together."""

    pairing: int
    """The index in the list of pairings."""
    arrangement: int
    deals: range


def pieces_of(pairings: Sequence[Pairing], deals: int, chunk: int) -> Iterator[Piece]:
    """Divide all games into jobs."""
    for number, pairing in enumerate(pairings):
        for first in range(0, deals, chunk):
            for arrangement in range(pairing.seats):
                yield Piece(number, arrangement, range(first, min(first + chunk, deals)))


def mean_over_deals(values: Values) -> Estimate | None:
    """Estimate a mean from a value for each deal; a single deal has no interval."""
    return mean_of(values) if len(values) > 1 else None
