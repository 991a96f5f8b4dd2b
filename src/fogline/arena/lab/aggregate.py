"""Sums over finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fogline.arena.lab import kernel_columns as columns
from fogline.arena.lab.lab_tally import EXAMPLES, WHOLE, Ints, LabTally, first_faults
from fogline.arena.lab.named import Key
from fogline.arena.lab.watching import Watched, WatchedEvent
from fogline.core.table import EndReason
from fogline.sim.whole_games import Played

Bools = npt.NDArray[np.bool_]


def ends_of(played: Played) -> Ints:
    """Return by game and seat the share of the victory, in parts of `WHOLE`, and the points."""
    return np.stack([_shares(played.winners), played.scores], axis=2)


def count(played: Played, ends: Ints, watched: Watched, first: int) -> LabTally:
    """Count the results of games, `ends` among them; the games are numbered from `first` on."""
    shares = ends[:, :, 0]
    num, seats = played.scores.shape
    tally = LabTally(num=num, shared=int(((shares > 0).sum(axis=1) > 1).sum()))
    tally.wins = shares.sum(axis=0)
    tally.faults = played.failed.sum(axis=0)
    tally.first_faults = first_faults(played.faults)
    rows = np.arange(num)[:, None]
    in_order = (played.first[:, None] + np.arange(seats)) % seats
    tally.order_wins = shares[rows, in_order].sum(axis=0)
    ordered = played.scores[rows, in_order]
    tally.order_scores = np.stack([ordered.sum(axis=0), (ordered**2).sum(axis=0)])
    tally.scores = [_counter(played.scores[:, seat]) for seat in range(seats)]
    for position, category in enumerate(played.categories):
        points = played.points[:, :, position]
        tally.categories[category] = _counter(points)
        tally.category_wins[category] = _weighted_counter(points, shares)
    ranked = np.sort(played.scores, axis=1)
    tally.margins = _counter(ranked[:, -1] - ranked[:, -2])
    tally.turns = _counter(played.turns)
    tally.decisions = _counter(played.decisions)
    tally.endings = Counter(map(str, played.reasons))
    tally.vehicles_left = _counter(played.vehicles)
    tally.routes = np.stack([_total(played.routes), _weigh(played.routes, shares)])
    tally.tickets = np.stack(
        [
            *watched.tickets.T,
            _total(played.tickets),
            _total(played.complete),
            _weigh(played.tickets, shares),
        ]
    )
    tally.choices = watched.choices
    _count_oddities(tally, played, watched, first)
    return tally


def count_events(
    tally: LabTally, happened: Sequence[WatchedEvent], games: int, played: Played
) -> None:
    """Count the events in the first games, too."""
    shares = _shares(played.winners)
    tally.event_games = games
    met: dict[Key, set[int]] = {}
    players: dict[Key, set[tuple[int, int]]] = {}
    for each in happened:
        counts = tally.events.setdefault(each.key, np.zeros(columns.N_COUNTS, np.int64))
        counts[columns.TIMES] += 1
        counts[columns.REPEATED] += each.repeated
        met.setdefault(each.key, set()).add(each.game)
        if each.seat is not None:
            players.setdefault(each.key, set()).add((each.game, each.seat))
    for key, counts in tally.events.items():
        counts[columns.GAMES] = len(met[key])
        for place in players.get(key, ()):
            counts[columns.PLAYERS] += 1
            counts[columns.WINS] += shares[place]
            counts[columns.SCORES] += played.scores[place]


def _shares(winners: Bools) -> Ints:
    """Return the shares of each victory, in parts of `WHOLE`; a game may have no winner."""
    return np.asarray(winners * (WHOLE // np.maximum(1, winners.sum(axis=1, keepdims=True))))


def _sum_by(group: Ints, values: Ints, size: int) -> Ints:
    # Sums of whole numbers far below 2 to the 53rd are exact.
    return np.bincount(group, values, size).astype(np.int64)


def _counter(values: Ints) -> Counter[int]:
    found, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def _weighted_counter(values: Ints, weights: Ints) -> Counter[int]:
    found, group = np.unique(values, return_inverse=True)
    sums = _sum_by(group.ravel(), weights.ravel(), len(found))
    return Counter(dict(zip(found.tolist(), sums.tolist(), strict=True)))


def _total(bits: Bools) -> Ints:
    return np.asarray(bits.sum(axis=(0, 1), dtype=np.int64))


def _weigh(bits: Bools, shares: Ints) -> Ints:
    """Return for each thing the victories of the players who have it."""
    return np.asarray(np.einsum("gsk,gs->k", bits, shares, dtype=np.int64, casting="unsafe"))


def _count_oddities(tally: LabTally, played: Played, watched: Watched, first: int) -> None:
    odd = watched.odd > 0
    found: dict[str, Bools] = {
        "all-passed": np.array([reason == EndReason.ALL_PASSED for reason in played.reasons]),
        "passed": odd[:, columns.PASSED],
        "no-cards": odd[:, columns.NO_CARDS],
        "blank-display": odd[:, columns.BLANK],
        "swept": odd[:, columns.SWEPT],
        "no-tickets": odd[:, columns.NO_TICKETS],
        "nothing-complete": played.complete.sum(axis=(1, 2)) == 0,
        "never-claimed": played.routes.sum(axis=2).min(axis=1) == 0,
        "all-negative": played.scores.max(axis=1) < 0,
        "shared": played.winners.sum(axis=1) > 1,
    }
    for name, games in found.items():
        numbers = np.flatnonzero(games)
        tally.oddities[name] = len(numbers)
        tally.examples[name] = [first + int(number) for number in numbers[:EXAMPLES]]
    tally.shortest = _first_by(played.turns, played.turns, first)
    tally.longest = _first_by(-played.turns, played.turns, first)


def _first_by(order: Ints, turns: Ints, first: int) -> list[tuple[int, int]]:
    """List turns and number of the first games in an order; of equal ones, the earlier."""
    chosen = np.argsort(order, kind="stable")[:EXAMPLES].tolist()
    return [(int(turns[game]), first + game) for game in chosen]
