"""Both backends of the simulator play the same games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fogline import Chance, define, view_of
from fogline.bots import bot_spec
from fogline.core.actions import KeepTickets
from fogline.core.chance import pick
from fogline.core.engine import legal_actions
from fogline.sim import KEEP, Position, Simulator, simulator
from tests.sim.boards import tidewick

GAMES = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 3, {"alvin": True}),
    ("old-west", 6, {}),
]


def same(fast: Simulator, one: Position, other: Position) -> None:
    # Compiled code keeps sets in its own order, and so does a state that went through it.
    assert one.state() == fast.resume(other.state(), 0).state()
    assert one.deciding == other.deciding
    assert (one.is_over, one.turns, one.tie_breaks) == (
        other.is_over,
        other.turns,
        other.tie_breaks,
    )
    assert one.scores == other.scores
    for mine, theirs in zip(one.points, other.points, strict=True):
        assert +Counter(mine) == +Counter(theirs)
        assert -Counter(mine) == -Counter(theirs)
    assert one.scores == tuple(sum(points.values()) for points in other.points)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_both_backends_go_through_the_same_states(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    game = define(name, options)
    fast, slow = simulator(game, seats), simulator(game, seats, readable=True)
    assert (fast.compiled, slow.compiled) == (True, False)
    assert fast.reason is None
    assert slow.reason is not None
    one, other = fast.start("both"), slow.start("both")
    dice = Chance("players")
    while not one.is_over:
        same(fast, one, other)
        for seat in range(seats):
            codes = one.legal(seat)
            actions = [fast.action(code) for code in codes]
            assert actions == [slow.action(code) for code in other.legal(seat)]
            assert actions == legal_actions(one.view(seat)) == legal_actions(other.view(seat))
            assert [fast.code(action) for action in actions] == codes
        seat = pick(dice, one.deciding)
        # By verb first: the many ways to claim would drown all else.
        legal = [fast.action(code) for code in one.legal(seat)]
        verb = pick(dice, sorted({action.verb for action in legal}))
        action = pick(dice, [action for action in legal if action.verb == verb])
        one.step(seat, fast.code(action))
        other.step(seat, slow.code(action))
    same(fast, one, other)
    assert one.legal(0) == other.legal(0) == []


@pytest.mark.parametrize("readable", [True, False])
def test_a_copy_and_a_resumed_game_go_on_by_themselves(readable: bool) -> None:
    game = simulator(define("san-francisco"), 2, readable=readable)
    position = game.start(1)
    for seat in (0, 1):
        position.step(seat, position.legal(seat)[0])
    before = position.state()
    copy, resumed = position.copy(), game.resume(before, "new dice")
    ends = []
    for each in (copy, resumed, position):
        while not each.is_over:
            seat = each.deciding[0]
            each.step(seat, each.legal(seat)[0])
        ends.append(each.state())
    assert ends[0] == ends[2] != ends[1]


def test_kept_tickets_have_the_codes_that_their_ids_give() -> None:
    game = simulator(tidewick(), 2)
    first, second = sorted(game.game.board.ticket)[:2]
    assert game.code(KeepTickets((first,))) == KEEP | 1
    assert game.code(KeepTickets((second, first))) == KEEP | 3
    assert game.action(KEEP | 2) == KeepTickets((second,))


def test_a_board_that_cannot_be_compiled_is_played_by_the_readable_backend() -> None:
    game = simulator(tidewick(), 2)
    assert not game.compiled
    assert "harbour-cat" in (game.reason or "")
    position = game.start("cat")
    dice = Chance("players")
    while not position.is_over:
        seat = position.deciding[0]
        position.step(seat, pick(dice, position.legal(seat)))
    assert position.scores == tuple(sum(points.values()) for points in position.points)
    assert any("cat" in points for points in position.points)
    assert all(game.code(game.action(code)) == code for code in range(game.codes))


def test_a_simulator_is_made_once() -> None:
    assert simulator(tidewick(), 2) is simulator(tidewick(), 2)


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_both_backends_play_the_same_games_between_bots(name: str) -> None:
    players = [bot_spec("greedy"), bot_spec("random")]
    deals = ["a", "b"]
    dice = [[f"{deal}/{seat}" for seat in range(2)] for deal in deals]
    game = define(name)
    one = simulator(game, 2).play(players, deals, dice, log=True)
    other = simulator(game, 2, readable=True).play(players, deals, dice, log=True)
    assert one.moves == other.moves
    assert np.array_equal(one.points, other.points)
    assert one.moves is not None
    assert [len(moves) for moves in one.moves] == one.decisions.tolist()


def test_points_of_rules_from_elsewhere_have_a_category_of_their_own() -> None:
    played = simulator(tidewick(), 2).play(
        [bot_spec("random")] * 2, ["a", "b", "c"], [["x", "y"]] * 3
    )
    assert played.categories[-1] == "cat"
    assert played.points[:, :, -1].any()
    assert (played.points.sum(axis=2) == played.scores).all()


def test_positions_give_views_and_no_secrets() -> None:
    position = simulator(tidewick(), 2).start(1)
    assert position.view(0) == view_of(position.state(), 0)
    assert position.view(None) == view_of(position.state(), None)
