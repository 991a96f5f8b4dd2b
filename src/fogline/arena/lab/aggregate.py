"""From finished games to what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fogline.arena.jobs import Log, Played
from fogline.arena.lab import watch
from fogline.arena.lab.named import Key, keys_of
from fogline.arena.lab.tally import (
    EXAMPLES,
    GAMES,
    N_COUNTS,
    OTHERS,
    OWN,
    PAID,
    PLAYERS,
    REPEATED,
    SCORES,
    TIMES,
    WHOLE,
    WINS,
    Ints,
    Tally,
    first_faults,
    longest,
)
from fogline.arena.lab.watch import Happened, Watched
from fogline.core.actions import Pass
from fogline.core.board import Board
from fogline.core.table import EndReason

Bools = npt.NDArray[np.bool_]


def count(played: Played, log: Log, watched: Watched, board: Board, first: int) -> Tally:
    """Count all that games came to; they are numbered from `first` on."""
    winners = played.winners
    shares = _shares(winners)
    num, seats = played.scores.shape
    tally = Tally(num=num, shared=int((winners.sum(axis=1) > 1).sum()))
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
    tally.choices = _choices(log, watched, board, shares, played.scores)
    _count_oddities(tally, played, log, watched, first)
    return tally


def count_events(tally: Tally, happened: Sequence[Happened], games: int, played: Played) -> None:
    """Count what happened in the first so many of the games, too."""
    shares = _shares(played.winners)
    tally.event_games = games
    met: dict[Key, set[int]] = {}
    players: dict[Key, set[tuple[int, int]]] = {}
    for each in happened:
        counts = tally.events.setdefault(each.key, np.zeros(N_COUNTS, np.int64))
        counts[TIMES] += 1
        counts[REPEATED] += each.repeated
        met.setdefault(each.key, set()).add(each.game)
        if each.seat is not None:
            players.setdefault(each.key, set()).add((each.game, each.seat))
    for key, counts in tally.events.items():
        counts[GAMES] = len(met[key])
        for place in players.get(key, ()):
            counts[PLAYERS] += 1
            counts[WINS] += shares[place]
            counts[SCORES] += played.scores[place]


def _choices(
    log: Log, watched: Watched, board: Board, shares: Ints, scores: Ints
) -> dict[Key, Ints]:
    """Count each kind of action and each place and route that was chosen."""
    keys: dict[Key, int] = {}
    pairs = [
        (choice, keys.setdefault(key, len(keys)))
        for choice, action in enumerate(log.actions)
        for key in keys_of(action, board)
    ]
    of_choice, of_key = np.array(pairs, np.int64).reshape(-1, 2).T
    games, steps = np.nonzero(np.arange(log.choices.shape[1]) < log.lengths[:, None])
    # Every decision stands once for each key of its action.
    starts = np.searchsorted(of_choice, np.arange(len(log.actions) + 1))
    chosen = log.choices[games, steps]
    times = np.diff(starts)[chosen]
    games, steps, chosen = (np.repeat(each, times) for each in (games, steps, chosen))
    within = np.arange(len(games)) - np.repeat(np.cumsum(times) - times, times)
    key = of_key[starts[chosen] + within]
    counts = np.zeros((len(keys), N_COUNTS), np.int64)
    counts[:, TIMES] = _sum_by(key, np.ones_like(key), len(keys))
    inside = (steps < log.lengths[games] - 1).astype(np.int64)
    gains = watched.gains[games, steps] * inside[:, None]
    counts[:, OWN] = _sum_by(key, gains[:, watch.TO_CHOOSER], len(keys))
    counts[:, OTHERS] = _sum_by(key, gains[:, watch.TO_OTHERS], len(keys))
    counts[:, PAID] = _sum_by(key, inside, len(keys))
    seats = scores.shape[1]
    met = np.unique(key * len(scores) + games)
    counts[:, GAMES] = _sum_by(met // len(scores), np.ones_like(met), len(keys))
    by_player = np.unique((key * len(scores) + games) * seats + log.seats[games, steps])
    key, player = by_player // scores.size, by_player % scores.size
    counts[:, PLAYERS] = _sum_by(key, np.ones_like(key), len(keys))
    counts[:, WINS] = _sum_by(key, shares.ravel()[player], len(keys))
    counts[:, SCORES] = _sum_by(key, scores.ravel()[player], len(keys))
    return {name: counts[position] for name, position in keys.items()}


def _shares(winners: Bools) -> Ints:
    """Share out the victory of each game, in parts of `WHOLE`; nobody may have won."""
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
    """Add up for each thing the victories of the players who have it."""
    return np.asarray(np.einsum("gsk,gs->k", bits, shares, dtype=np.int64, casting="unsafe"))


def _count_oddities(tally: Tally, played: Played, log: Log, watched: Watched, first: int) -> None:
    odd = watched.odd > 0
    passes = np.array([isinstance(action, Pass) for action in log.actions])
    inside = np.arange(log.choices.shape[1]) < log.lengths[:, None]
    found: dict[str, Bools] = {
        "all-passed": np.array([reason == EndReason.ALL_PASSED for reason in played.reasons]),
        "passed": np.asarray((passes[log.choices] & inside).any(axis=1)),
        "no-cards": odd[:, watch.NO_CARDS],
        "blank-display": odd[:, watch.BLANK],
        "swept": odd[:, watch.SWEPT],
        "no-tickets": odd[:, watch.NO_TICKETS],
        "nothing-complete": played.complete.sum(axis=(1, 2)) == 0,
        "never-claimed": played.routes.sum(axis=2).min(axis=1) == 0,
        "all-negative": played.scores.max(axis=1) < 0,
        "shared": played.winners.sum(axis=1) > 1,
    }
    for name, games in found.items():
        numbers = np.flatnonzero(games)
        tally.oddities[name] = len(numbers)
        tally.examples[name] = [first + int(number) for number in numbers[:EXAMPLES]]
    numbered = [(turns, first + number) for number, turns in enumerate(played.turns.tolist())]
    tally.shortest = sorted(numbered)[:EXAMPLES]
    tally.longest = longest(numbered)
