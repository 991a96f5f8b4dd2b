"""What the lab counts is what a recount by the readable engine finds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from fogline import GameDefinition, define
from fogline.arena.lab import study_games
from fogline.arena.lab.compute import figures_of
from fogline.arena.lab.kernel_columns import GAMES, OTHERS, OWN, PLAYERS, TIMES, WINS
from fogline.arena.lab.lab_tally import EXAMPLES, WHOLE, LabTally
from fogline.arena.lab.study import Chunk, count_chunk
from tests.arena.recount import CATEGORIES, Recount, recount
from tests.fast.own_boards import mixed, random_game
from tests.sim.boards import tidewick

CASES: list[tuple[str, GameDefinition, list[str], int]] = [
    ("san-francisco", define("san-francisco"), ["random", "random"], 24),
    ("san-francisco-3", define("san-francisco"), ["planner", "greedy", "random"], 6),
    ("old-west-alvin", define("old-west", {"alvin": True}), ["random", "random", "planner"], 12),
    ("tidewick", tidewick(), ["random", "random"], 8),
    ("mixed", mixed(), ["random", "random", "random"], 20),
    *((f"random-{n}", random_game(f"lab {n}"), ["random", "random"], 6) for n in range(8)),
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def case(request: pytest.FixtureRequest) -> tuple[GameDefinition, list[str], LabTally, Recount]:
    _, game, players, num = request.param
    tally = study_games(game, players, num, "count").tally
    return game, players, tally, recount(game, players, num, "count")


Case = tuple[GameDefinition, list[str], LabTally, Recount]


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
    for category in CATEGORIES:
        expected = {points: n for (what, points), n in other.points.items() if what == category}
        wins = {points: n for (what, points), n in other.category_wins.items() if what == category}
        if category in tally.categories:
            assert tally.categories[category] == expected
            assert tally.category_wins[category] == {n: w * WHOLE for n, w in wins.items()}
        else:
            assert set(expected) == {0}
    assert tally.margins == other.margins


def test_length_and_ending(case: Case) -> None:
    _, _, tally, other = case
    assert tally.turns == Counter(other.turns)
    assert tally.decisions == Counter(other.decisions)
    assert tally.vehicles_left == other.vehicles
    assert tally.endings == other.endings
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


def test_choices(case: Case) -> None:
    _, _, tally, other = case
    counted = {(verb, target): row for (verb, _, target), row in tally.choices.items()}
    assert counted.keys() == other.chosen.keys()
    for key, row in counted.items():
        assert row[TIMES] == other.chosen[key]
        assert row[GAMES] == len({game for game, _ in other.choosers[key]})
        assert row[PLAYERS] == len(other.choosers[key])
        assert row[WINS] == other.chooser_wins[key] * WHOLE
        assert row[OWN] == other.gains[key, True]
        assert row[OTHERS] == other.gains[key, False]


def test_events(case: Case) -> None:
    _, _, tally, other = case
    assert tally.event_games == tally.num
    counted = {(verb, target): row[TIMES] for (verb, _, target), row in tally.events.items()}
    assert counted == other.happened


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


def assert_same(one: LabTally, other: LabTally) -> None:
    for name in LabTally.__dataclass_fields__:
        mine, its = getattr(one, name), getattr(other, name)
        if name in ("choices", "events"):
            mine, its = ({k: row.tolist() for k, row in each.items()} for each in (mine, its))
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


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_both_engines_count_the_same(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    options = {"alvin": True} if name == "old-west" else {}
    chunk = Chunk(define(name, options), ("random", "greedy"), "follow", 3, 4)
    compiled = count_chunk(chunk)
    monkeypatch.setattr("fogline.arena.jobs.can_compile", lambda *_: False)
    assert_same(compiled, count_chunk(chunk))
    monkeypatch.setattr("fogline.arena.lab.study.cannot_compile", lambda *_: "not now")
    assert_same(compiled, count_chunk(chunk))


def test_a_board_of_other_rules_is_studied_the_same_with_any_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fogline.arena.lab.study.SLOW_CHUNK", 3)
    monkeypatch.setattr("fogline.arena.lab.study.EVENT_GAMES", 4)
    study = study_games(tidewick(), ["random", "random"], 5, "town")
    again = study_games(tidewick(), ["random", "random"], 5, "town")
    assert_same(study.tally, again.tally)
    assert study.tally.event_games == 4
    shown = figures_of(study)
    assert [category.key for category in shown.categories][-1] == "cat"
    rides = next(kind for kind in shown.events if kind.all.id == "cat-rode")
    assert rides.rule == "harbour-cat"
    assert [field.kind for field in rides.fields] == ["place"]


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
    for category in shown.categories:
        assert sum(group.players for group in category.groups) == 80
        assert sum(group.wins.value * group.players for group in category.groups) == pytest.approx(
            40
        )
    for kind in shown.choices:
        assert all(
            sum(target.times for target in field.targets) == kind.all.times for field in kind.fields
        )
    claims = next(kind for kind in shown.choices if kind.all.id == "claim")
    assert claims.fields[0].kind == "route"
    assert shown.scores.total == 80
    assert shown.turns.total == 40
