"""What the lab counts is what a recount by the readable engine finds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from fogline import GameDefinition, define
from fogline.arena.lab import study_games
from fogline.arena.lab.statistics import figures_of
from fogline.arena.lab.study import Chunk, count_chunk
from fogline.arena.lab.tally import EXAMPLES, WHOLE, Tally
from fogline.core.table import EndReason
from fogline.fast import layout as at
from fogline.fast.lower import lower
from tests.arena.recount import Recount, recount
from tests.fast.own_boards import mixed, random_game

CASES: list[tuple[str, GameDefinition, list[str], int]] = [
    ("san-francisco", define("san-francisco"), ["random", "random"], 24),
    ("san-francisco-3", define("san-francisco"), ["planner", "greedy", "random"], 6),
    ("old-west-alvin", define("old-west", {"alvin": True}), ["random", "random", "planner"], 12),
    ("mixed", mixed(), ["random", "random", "random"], 20),
    *((f"random-{n}", random_game(f"lab {n}"), ["random", "random"], 6) for n in range(8)),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def case(request: pytest.FixtureRequest) -> tuple[GameDefinition, list[str], Tally, Recount]:
    _, game, players, num = request.param
    tally = study_games(game, players, num, "count").tally
    return game, players, tally, recount(game, players, num, "count")


Case = tuple[GameDefinition, list[str], Tally, Recount]


def parts(wins: dict[int, Fraction], size: int) -> list[int]:
    return [int(wins.get(n, Fraction()) * WHOLE) for n in range(size)]


def test_victories_and_scores(case: Case) -> None:
    _, players, tally, other = case
    seats = len(players)
    assert tally.num == other.num
    assert tally.wins.tolist() == parts(other.wins, seats)
    assert tally.order_wins.tolist() == parts(other.order_wins, seats)
    assert tally.order_scores[0].tolist() == [other.order_scores[n] for n in range(seats)]
    for seat in range(seats):
        own = {total: times for (who, total), times in other.scores.items() if who == seat}
        assert tally.scores[seat] == own
    for category, name in enumerate(("routes", "tickets", "failed-tickets")):
        expected = {points: n for (what, points), n in other.points.items() if what == name}
        assert tally.categories[category] == expected
    assert tally.margins == other.margins


def test_length_and_ending(case: Case) -> None:
    _, _, tally, other = case
    assert tally.turns == Counter(other.turns)
    assert tally.decisions == Counter(other.decisions)
    assert tally.vehicles_left == other.vehicles
    assert tally.endings[at.LAST_ROUND] == other.endings[EndReason.LAST_ROUND]
    assert tally.endings[at.ALL_PASSED] == other.endings[EndReason.ALL_PASSED]
    numbered = [(turns, number) for number, turns in enumerate(other.turns)]
    assert tally.shortest == sorted(numbered)[:EXAMPLES]
    assert tally.longest == sorted(numbered, key=lambda each: (-each[0], each[1]))[:EXAMPLES]


def test_routes(case: Case) -> None:
    game, _, tally, other = case
    ids = [route.id for route in game.board.routes]
    assert tally.routes[0].tolist() == [other.claimed[route] for route in ids]
    won = [int(other.claimed_wins.get(route, Fraction()) * WHOLE) for route in ids]
    assert tally.routes[1].tolist() == won


def test_tickets(case: Case) -> None:
    game, _, tally, other = case
    ids = sorted(game.board.ticket)
    offered, kept, held, complete, wins = tally.tickets.tolist()
    assert offered == [other.offered[ticket] for ticket in ids]
    assert kept == [other.kept[ticket] for ticket in ids]
    assert complete == [other.complete[ticket] for ticket in ids]
    assert held == [other.complete[ticket] + other.failed[ticket] for ticket in ids]
    assert wins == [int(other.ticket_wins.get(t, Fraction()) * WHOLE) for t in ids]


def test_pieces(case: Case) -> None:
    game, players, tally, other = case
    tables = lower(game, len(players))
    if tally.tokens.size:
        size = len(tables.symbols) + 1
        assert tally.tokens[0].tolist() == [other.tokens[n] for n in range(size)]
        assert tally.tokens[1].tolist() == parts(other.token_wins, size)
        assert tally.symbols[0].tolist() == [other.symbols[symbol] for symbol in tables.symbols]
    if tally.markers.size:
        starts, held, _, own, others = tally.cities.tolist()
        assert tally.markers[0].tolist() == [other.markers[n] for n in range(len(tally.markers[0]))]
        assert starts == [other.starts[city] for city in tables.places]
        assert held == [other.controlled[city] for city in tables.places]
        assert own == [other.paid_own[city] for city in tables.places]
        assert others == [other.paid_others[city] for city in tables.places]
    if tally.alvin.size:
        assert tally.alvin[0].tolist() == [other.alvin[True], other.alvin[False]]
        assert tally.captures == other.captures
    assert bool(tally.tokens.size) == bool(other.tokens)
    assert bool(tally.markers.size) == bool(other.markers)
    assert bool(tally.captures) == bool(other.captures)


def test_odd_games(case: Case) -> None:
    _, _, tally, other = case
    assert {name: games[:EXAMPLES] for name, games in other.odd.items()} == tally.examples
    for name, games in other.odd.items():
        assert tally.oddities[name] == len(games)


def test_the_cases_are_odd_enough() -> None:
    """Each kind of odd game is met at least once, so that counting it is tested."""
    met: Counter[str] = Counter()
    for _, game, players, num in CASES:
        met += study_games(game, players, num, "count").tally.oddities
    assert set(met) >= {
        "all-passed", "passed", "no-cards", "blank-display", "swept", "no-tickets",
        "nothing-complete", "all-negative", "shared",
    }  # fmt: skip


def assert_same(one: Tally, other: Tally) -> None:
    for name in Tally.__dataclass_fields__:
        mine, its = getattr(one, name), getattr(other, name)
        assert np.array_equal(mine, its) if isinstance(mine, np.ndarray) else mine == its, name


def test_workers_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = define("old-west", {"alvin": True})
    players = ["random", "random", "random"]
    alone = study_games(game, players, 60, 7).tally
    heard: list[int] = []
    monkeypatch.setattr("fogline.arena.lab.study.CHUNK", 13)
    together = study_games(game, players, 60, 7, workers=2, progress=heard.append).tally
    assert_same(alone, together)
    assert heard == [13, 26, 39, 52, 60]


def test_bots_that_are_not_compiled_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    chunk = Chunk(define("san-francisco"), ("random", "greedy"), "follow", 3, 4)
    compiled = count_chunk(chunk)
    monkeypatch.setattr("fogline.arena.lab.study.can_compile", lambda *_: False)
    assert_same(compiled, count_chunk(chunk))


def test_figures_follow_from_the_counts() -> None:
    result = study_games(define("san-francisco"), ["random", "random"], 40, "figures")
    shown = figures_of(result)
    tally = result.tally
    ids = sorted(result.game.board.ticket)
    for ticket, kept, held, complete in zip(ids, *tally.tickets[1:4].tolist(), strict=True):
        row = next(row for row in shown.tickets if row.id == ticket)
        assert row.held == held == kept
        assert row.completed.value == pytest.approx(complete / held)
        assert row.worth == pytest.approx(row.points * (2 * complete - held) / held)
    assert sum(seat.wins.value for seat in shown.order) == pytest.approx(1)
    assert sum(seat.wins.value for seat in shown.seats) == pytest.approx(1)
    assert sum(group.players for group in shown.tokens) == 80
    assert shown.scores.total == 80
    assert shown.turns.total == 40
