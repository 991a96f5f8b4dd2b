"""The design of a ladder: who meets whom, from which seats, with which deals."""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest

from fogline import DefinitionError, define
from fogline.arena.jobs import Job, play_games
from fogline.arena.ladder import ratings, thinking, tournament
from fogline.arena.ladder.pairings import Meeting, Pairing, pieces_of, round_robin
from fogline.arena.ladder.ratings import MissingExtra
from fogline.arena.ladder.tournament import (
    Ladder,
    LadderError,
    games_in,
    mirror_of,
    play_ladder,
    play_pairings,
)
from fogline.bots import LEVELS, Level, UnknownBot
from fogline.core.chance import Seed
from fogline.sim.whole_games import Played
from tests.arena.order import upset_of, upsets
from tests.arena.sequential import is_better

Table = tuple[tuple[str, ...], Seed]


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure for a moment only, and draw but a few times."""
    monkeypatch.setattr(thinking, "_ENOUGH", 0.001)
    monkeypatch.setattr(ratings, "DRAWS", 50)


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Note who sat where with which deal in every game of a ladder."""
    seen: list[Table] = []

    def play(job: Job) -> Played:
        seen.extend((job.players, deal) for deal in job.seeds.deals)
        return play_games(job)

    monkeypatch.setattr(tournament, "play_games", play)
    return seen


def test_the_same_deals_are_played_from_both_seats(tables: list[Table]) -> None:
    play_ladder(define("san-francisco"), ["random", "greedy", "planner"], 14, "s")
    deals = [f"s/{number}" for number in range(7)]
    for one, other in (("random", "greedy"), ("random", "planner"), ("greedy", "planner")):
        for seated in ((one, other), (other, one)):
            assert [deal for players, deal in tables if players == seated] == deals


def test_one_sits_on_every_seat_among_many_others(tables: list[Table]) -> None:
    play_ladder(define("old-west"), ["random", "greedy"], 6, "s", players=3)
    between = Counter(each for each in tables if len(set(each[0])) == 2)
    assert set(between.values()) == {1}
    for one, other in (("random", "greedy"), ("greedy", "random")):
        for seat in range(3):
            seated = tuple(one if each == seat else other for each in range(3))
            assert [deal for players, deal in between if players == seated] == ["s/0", "s/1"]


def test_a_mirror_has_a_deal_of_its_own_for_every_game(tables: list[Table]) -> None:
    play_ladder(define("san-francisco"), ["random", "greedy"], 10, "s")
    mirrored = [deal for players, deal in tables if players == ("greedy", "greedy")]
    assert len(set(mirrored)) == len(mirrored) == 10
    assert not {deal for players, deal in tables if len(set(players)) == 2} & set(mirrored)


def test_no_two_bots_throw_the_same_dice() -> None:
    pairings = [*round_robin(["a", "b", "c"], 2), Pairing("c", "c", 2)]
    dice = [
        own
        for pairing in pairings
        for arrangement in range(2)
        for deal in range(3)
        for own in pairing.seeds("s", deal, arrangement)[1]
    ]
    assert len(set(dice)) == len(dice) == 4 * 2 * 3 * 2


def test_pieces_are_the_whole() -> None:
    pairings = round_robin(["a", "b", "c"], 3)
    assert len(pairings) == 6
    found = Counter(
        (piece.pairing, piece.arrangement, deal)
        for piece in pieces_of(pairings, 12, 5)
        for deal in piece.deals
    )
    assert set(found.values()) == {1}
    assert len(found) == 6 * 3 * 12


def meeting(
    points: list[list[list[int]]], complete: list[list[list[int]]] | None = None
) -> Meeting:
    array = np.array(points)
    tickets = np.zeros_like(array) if complete is None else np.array(complete)
    return Meeting(Pairing("a", "b", array.shape[2]), array, tickets, array < 0)


def test_a_meeting_of_two_by_hand() -> None:
    # In the first deal the one wins from seat 0 and shares from seat 1; in the second it loses
    # by points, then wins by tickets.
    played = meeting(
        [[[30, 20], [15, 15]], [[10, 40], [25, 25]]], [[[0, 0], [2, 2]], [[9, 0], [1, 2]]]
    )
    assert played.games == 4
    assert played.wins.tolist() == [0.75, 0.5]
    assert played.duels.tolist() == [0.75, 0.5]
    assert played.leads.tolist() == [5, -15]
    assert played.seat_wins.tolist() == [[0.75, 0.25], [0, 1]]


def test_a_meeting_of_three_by_hand() -> None:
    # The one is first alone, then second, then shares the last place.
    played = meeting([[[50, 20, 20], [30, 20, 10], [20, 30, 20]]])
    assert played.wins.tolist() == [pytest.approx(1 / 3)]
    assert played.duels.tolist() == [pytest.approx((1 + 0.5 + 0.25) / 3)]
    assert played.leads.tolist() == [pytest.approx((30 + 0 - 5) / 3)]
    assert played.seat_wins.tolist() == [pytest.approx([2 / 3, 1 / 3, 0])]


def test_faults_are_counted_for_who_made_them() -> None:
    faults = np.array([[[True, False], [False, True]], [[False, True], [False, False]]])
    nothing = np.zeros(faults.shape, np.int64)
    played = Meeting(Pairing("a", "b", 2), nothing, nothing, faults)
    assert [played.faults_of(bot) for bot in ("a", "b", "c")] == [2, 1, 0]


def without_time(ladder: Ladder) -> dict[str, object]:
    body = asdict(ladder)
    assert body.pop("seconds") > 0
    assert all(each > 0 for each in body.pop("thinking").values())
    return body


def test_the_result_does_not_depend_on_the_workers() -> None:
    game, bots = define("old-west"), ["random", "greedy", "planner"]
    alone = play_ladder(game, bots, 30, "w")
    assert without_time(alone) == without_time(play_ladder(game, bots, 30, "w", workers=2))
    assert alone.ratings[0].bot == "planner"
    assert alone.anchor == alone.ratings[-1].bot == "random"
    other = without_time(play_ladder(game, bots, 30, "v"))
    assert without_time(alone) != {**other, "seed": "w"}


def test_a_pairing_does_not_depend_on_who_else_is_there() -> None:
    game = define("san-francisco")
    few = play_ladder(game, ["greedy", "planner"], 10, 1)
    more = play_ladder(game, ["planner", "random", "greedy"], 10, 1)
    assert few.encounter("greedy", "planner") == more.encounter("greedy", "planner")
    assert few.anchor == "greedy"


def test_games_are_rounded_up_to_whole_deals_and_counted() -> None:
    heard: list[int] = []
    ladder = play_ladder(define("san-francisco"), ["random", "greedy"], 5, 1, progress=heard.append)
    assert (ladder.deals, ladder.games_each, ladder.games) == (3, 6, 12)
    assert heard[-1] == games_in(2, 5, 2) == 12
    assert heard == sorted(set(heard))
    assert games_in(3, 5, 4) == (6 + 1) * 8


@pytest.mark.parametrize(
    ("bots", "num", "players", "error", "complaint"),
    [
        (["random", "genius"], 2, 2, UnknownBot, "there is no bot 'genius'"),
        (["random"], 2, 2, LadderError, "two bots or more"),
        (["random", "greedy", "random"], 2, 2, LadderError, "'random' is given twice"),
        (["random", "greedy"], 2, 5, DefinitionError, "2 to 4 players, not 5"),
        (["random", "greedy"], 0, 2, ValueError, "cannot play 0 games"),
    ],
)
def test_what_makes_no_ladder_is_refused(
    bots: list[str], num: int, players: int, error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        play_ladder(define("san-francisco"), bots, num, 1, players=players)


def test_without_choix_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"pip install 'fogline\[arena\]'"):
        play_ladder(define("san-francisco"), ["random", "greedy"], 2, 1)


def test_a_mirror_comes_out_even_whoever_goes_first() -> None:
    game = define("old-west")
    mirrored = mirror_of(play_pairings(game, [Pairing("planner", "planner", 2)], 150, "m")[0])
    assert mirrored.even
    assert mirrored.wins.low < 0.5 < mirrored.wins.high
    assert sum(seat.value for seat in mirrored.seats) == pytest.approx(1)


def test_a_mirror_that_favours_one_side_fails() -> None:
    wins = np.zeros((100, 2, 2), np.int64)
    wins[:, 0, 0] = 1  # the one wins from seat 0
    wins[:70, 1, 1] = 1  # and often from seat 1
    wins[70:, 1, 0] = 1
    assert not mirror_of(Meeting(Pairing("a", "a", 2), wins, wins * 0, wins < 0)).even
    # That seat 0 always wins is no fault of the ladder.
    wins[:, 1] = [1, 0]
    first = mirror_of(Meeting(Pairing("a", "a", 2), wins, wins * 0, wins < 0))
    assert first.even
    assert [seat.value for seat in first.seats] == [1, 0]


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_the_order_of_the_bots_holds(game: str) -> None:
    assert upsets(define(game), ["random", "greedy", "planner"], 200, "order") == ()


def in_a_soak(level: Level) -> bool:
    """Whether a level thinks for so long that its place is tested in a soak alone.

    That search is better than the planner is also tested in `tests/bots/test_search.py`.
    """
    return level.name in {"expert", "master"}


@pytest.mark.parametrize(
    ("game", "lower", "upper"),
    [
        pytest.param(
            game,
            lower,
            upper,
            id=f"{game}-{upper.name}",
            marks=[pytest.mark.soak] if in_a_soak(upper) else [],
        )
        for game in ("san-francisco", "old-west")
        for lower, upper in pairwise(LEVELS)
    ],
)
def test_the_levels_are_in_order(game: str, lower: Level, upper: Level) -> None:
    assert is_better(define(game), upper.name, lower.name, "levels")


def test_an_order_that_is_wrong_is_found_upset() -> None:
    found = upsets(define("san-francisco"), ["planner", "greedy", "random"], 100, "order")
    assert [(each.upper, each.lower) for each in found] == [
        ("greedy", "planner"),
        ("random", "greedy"),
    ]
    assert str(found[0]).startswith("greedy should be at least as good as planner, but won only")


def test_one_bot_has_no_order() -> None:
    with pytest.raises(LadderError, match="two bots or more"):
        upsets(define("san-francisco"), ["random"], 10, 1)


def test_an_order_is_upset_only_beyond_chance() -> None:
    def lost(deals: int, of: int) -> Meeting:
        points = np.zeros((of, 2, 2), np.int64)
        points[:deals, 0, 1] = points[:deals, 1, 0] = 1
        points[deals:, 0, 0] = points[deals:, 1, 1] = 1
        return Meeting(Pairing("a", "b", 2), points, points * 0, points < 0)

    assert upset_of(lost(55, of=100)) is None
    assert upset_of(lost(3, of=3)) is None
    assert upset_of(lost(75, of=100)) is not None
