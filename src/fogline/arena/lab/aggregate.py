"""From finished games to what they add up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fogline.arena.jobs import flags_of
from fogline.arena.lab import kernel
from fogline.arena.lab.tally import EXAMPLES, WHOLE, Ints, Tally, longest
from fogline.bots.compiled import Match
from fogline.fast import layout as at

Bools = npt.NDArray[np.bool_]

_TIE = 128
"""More than any number of tickets; a point outweighs them all."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen while the games of a match were played."""

    counts: Ints
    """A row for each game; see `fogline.arena.lab.kernel`."""
    tickets: Ints
    """How often each ticket was offered, and kept."""
    cities: Ints
    """Points each city paid its controller, for own claims and for those of others."""


def count(match: Match, watched: Watched, first: int) -> Tally:
    """Count all that a match came to; its games are numbered from `first` on."""
    engine = match.engine
    ends = _Ends(match)
    tally = Tally(num=len(match.finals), shared=int((ends.winners.sum(axis=1) > 1).sum()))
    tally.wins = ends.shares.sum(axis=0)
    rows = np.arange(tally.num)[:, None]
    in_order = (ends.first[:, None] + np.arange(engine.seats)) % engine.seats
    tally.order_wins = ends.shares[rows, in_order].sum(axis=0)
    ordered = ends.scores[rows, in_order]
    tally.order_scores = np.stack([ordered.sum(axis=0), (ordered**2).sum(axis=0)])
    tally.scores = [_counter(ends.scores[:, seat]) for seat in range(engine.seats)]
    tally.categories = [_counter(match.categories[:, :, each]) for each in range(at.N_CATEGORIES)]
    ranked = np.sort(ends.scores, axis=1)
    tally.margins = _counter(ranked[:, -1] - ranked[:, -2])
    tally.turns = _counter(ends.turns)
    tally.decisions = _counter(match.lengths)
    tally.endings = _counter(ends.byte(at.ENDED))
    tally.vehicles_left = _counter(ends.players(at.VEHICLES))
    tally.routes = np.stack([_total(ends.owned), _weigh(ends.owned, ends.shares)])
    tally.tickets = np.stack(
        [
            *watched.tickets.T,
            _total(ends.held),
            _total(ends.complete),
            _weigh(ends.held, ends.shares),
        ]
    )
    _count_tokens(tally, ends)
    _count_markers(tally, ends, watched)
    _count_alvin(tally, ends, match)
    _count_oddities(tally, ends, watched, first)
    return tally


class _Ends:
    """The blocks of games at their end, taken apart."""

    def __init__(self, match: Match) -> None:
        self.seats = match.engine.seats
        self.tables = match.engine.tables
        self.bytes = match.finals.view(np.uint8)
        self.first = self.byte(at.FIRST)
        self.turns = match.finals.view(np.int16)[:, at.TURNS // 2].astype(np.int64)
        self.scores: Ints = match.scores
        merits = self.scores * _TIE + np.bitwise_count(match.complete)
        self.winners: Bools = merits == merits.max(axis=1, keepdims=True)
        self.shares: Ints = self.winners * (WHOLE // self.winners.sum(axis=1, keepdims=True))
        """Of each victory, what falls to each seat."""
        self.owned = flags_of(match.routes, len(self.tables.routes))
        self.held = flags_of(match.tickets[:, :, None], len(self.tables.tickets))
        self.complete = flags_of(match.complete[:, :, None], len(self.tables.tickets))

    def byte(self, position: int) -> Ints:
        """One byte of each game."""
        return self.bytes[:, position].astype(np.int64)

    def players(self, position: int) -> Ints:
        """One byte of each player's record."""
        first = at.PLAYERS + position
        last = first + self.seats * at.STRIDE
        return self.bytes[:, first : last : at.STRIDE].astype(np.int64)

    def of_groups(self, group: Ints, size: int) -> Ints:
        """Players, victories and points by the group that each player is in."""
        flat = group.ravel()
        return np.stack(
            [
                np.bincount(flat, minlength=size),
                _sum_by(flat, self.shares, size),
                _sum_by(flat, self.scores, size),
            ]
        ).astype(np.int64)


def _sum_by(group: Ints, values: Ints, size: int) -> Ints:
    sums = np.zeros(size, np.int64)
    np.add.at(sums, group, values.ravel())
    return sums


def _counter(values: Ints) -> Counter[int]:
    found, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def _total(bits: Bools) -> Ints:
    return np.asarray(bits.sum(axis=(0, 1), dtype=np.int64))


def _weigh(bits: Bools, shares: Ints) -> Ints:
    """Add up for each thing the victories of those who have it."""
    return np.asarray(np.einsum("gsk,gs->k", bits, shares, dtype=np.int64, casting="unsafe"))


def _count_tokens(tally: Tally, ends: _Ends) -> None:
    size = len(ends.tables.symbols)
    if not size:
        return
    held = ends.players(at.HELD).astype(np.uint64)
    tally.tokens = ends.of_groups(np.bitwise_count(held).astype(np.int64), size + 1)
    each = flags_of(held[:, :, None], size)
    tally.symbols = np.stack([_total(each), _weigh(each, ends.shares)])


def _count_markers(tally: Tally, ends: _Ends, watched: Watched) -> None:
    most = int(ends.tables.numbers[at.N_MARKERS])
    if not most:
        return
    tally.markers = ends.of_groups(ends.players(at.N_CITIES), most + 1)
    places = len(ends.tables.places)
    controller = ends.bytes[:, at.CONTROLLER : at.CONTROLLER + places]
    starts = np.bincount(ends.players(at.CITIES).ravel(), minlength=places)
    held = np.stack([controller == seat for seat in range(ends.seats)], axis=1)
    tally.cities = np.stack(
        [starts, _total(held), _weigh(held, ends.shares), *watched.cities.T]
    ).astype(np.int64)


def _count_alvin(tally: Tally, ends: _Ends, match: Match) -> None:
    value = int(ends.tables.numbers[at.ALVIN_VALUE])
    if not value:
        return
    holder = ends.byte(at.ALVIN_HOLDER)
    # Nobody's games go to a third group that is left out.
    has = np.where(
        holder[:, None] == at.NONE, 2, (holder[:, None] != np.arange(ends.seats)).astype(np.int64)
    )
    tally.alvin = ends.of_groups(has, 3)[:, :2]
    captured = match.categories[:, :, at.ALVIN_POINTS] // value - (has == 0)
    tally.captures = _counter(captured)


def _count_oddities(tally: Tally, ends: _Ends, watched: Watched, first: int) -> None:
    counts = watched.counts
    found: dict[str, Bools] = {
        "all-passed": ends.byte(at.ENDED) == at.ALL_PASSED,
        "passed": counts[:, kernel.PASSES] > 0,
        "no-cards": counts[:, kernel.NO_CARDS] > 0,
        "blank-display": counts[:, kernel.BLANK] > 0,
        "swept": counts[:, kernel.SWEEPS] > 0,
        "no-tickets": counts[:, kernel.NO_TICKETS] > 0,
        "nothing-complete": ends.complete.sum(axis=(1, 2)) == 0,
        "never-claimed": ends.owned.sum(axis=2).min(axis=1) == 0,
        "all-negative": ends.scores.max(axis=1) < 0,
        "shared": ends.winners.sum(axis=1) > 1,
    }
    for name, games in found.items():
        numbers = np.flatnonzero(games)
        tally.oddities[name] = len(numbers)
        tally.examples[name] = [first + int(number) for number in numbers[:EXAMPLES]]
    numbered = [(int(turns), first + number) for number, turns in enumerate(ends.turns)]
    tally.shortest = sorted(numbered)[:EXAMPLES]
    tally.longest = longest(numbered)
