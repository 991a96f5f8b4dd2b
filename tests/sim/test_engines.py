"""Both engines play the same games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fogline import Chance, Game, define, view_of
from fogline.arena.jobs import Job, play_games
from fogline.arena.seeds import ListedSeeds
from fogline.bots import bot_spec
from fogline.bots.compiled_bots import engine_for
from fogline.core.actions import KeepTickets
from fogline.core.chance import pick
from fogline.core.engine import legal_actions
from fogline.core.table import State
from fogline.fast import FastEngine, FastState
from fogline.fast.mechanics.tickets import KEEP
from fogline.sim import ReadablePosition, cannot_compile
from fogline.sim.whole_games import play
from tests.sim.boards import tidewick

GAMES = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 3, {"alvin": True}),
    ("old-west", 6, {}),
]


def same(fast: FastEngine, one: FastState, other: ReadablePosition) -> None:
    # Compiled code keeps sets in its own order, and so does a state that went through it.
    state = other.to_state()
    assert one.to_state() == fast.from_state(state, 0).to_state()
    assert one.deciding == other.deciding
    assert (one.is_over, one.turns) == (other.is_over, other.turns)
    assert one.tie_breaks == other.tie_breaks
    assert one.scores == other.scores
    for mine, player in zip(one.points, state.players, strict=True):
        assert +Counter(mine) == +Counter(player.points)
        assert -Counter(mine) == -Counter(player.points)
        assert player.score == sum(player.points.values())


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_both_engines_go_through_the_same_states(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    game = define(name, options)
    fast = engine_for(game, seats)
    one, other = fast.start("both"), ReadablePosition.start(game, seats, Chance("both"))
    dice = Chance("players")
    while not one.is_over:
        same(fast, one, other)
        for seat in range(seats):
            codes = one.legal(seat).tolist()
            actions = [fast.action(code) for code in codes]
            assert actions == legal_actions(view_of(one.to_state(), seat))
            assert actions == legal_actions(other.view(seat))
            assert [fast.code(action) for action in actions] == codes
        seat = pick(dice, one.deciding)
        # By verb first: the many ways to claim would drown all else.
        legal = [fast.action(code) for code in one.legal(seat).tolist()]
        verb = pick(dice, sorted({action.verb for action in legal}))
        action = pick(dice, [action for action in legal if action.verb == verb])
        one.step(seat, fast.code(action))
        other.play(seat, action)
    same(fast, one, other)
    assert list(one.legal(0)) == legal_actions(other.view(0)) == []


def play_on(position: ReadablePosition | FastState) -> State:
    """Play the first legal action until the game is over."""
    while not position.is_over:
        seat = position.deciding[0]
        if isinstance(position, FastState):
            position.step(seat, position.legal(seat)[0])
        else:
            position.play(seat, legal_actions(position.view(seat))[0])
    return position.to_state()


@pytest.mark.parametrize("readable", [True, False])
def test_a_copy_and_a_resumed_game_go_on_by_themselves(readable: bool) -> None:
    game = Game.start(define("san-francisco"), 2, Chance(1))
    for seat in (0, 1):
        game.play(seat, game.legal_actions(seat)[0])

    def resumed(seed: str) -> ReadablePosition | FastState:
        if readable:
            return ReadablePosition(game.state, Chance(seed))
        return engine_for(game.definition, 2).from_state(game.state, seed)

    position, other = resumed("old dice"), resumed("new dice")
    copy = position.copy()
    ends = [play_on(each) for each in (copy, other, position)]
    assert ends[0] == ends[2] != ends[1]


def test_kept_tickets_have_the_codes_that_their_ids_give() -> None:
    engine = engine_for(define("san-francisco"), 2)
    first, second = sorted(engine.game.board.ticket)[:2]
    assert engine.code(KeepTickets((first,))) == KEEP | 1
    assert engine.code(KeepTickets((second, first))) == KEEP | 3
    assert engine.action(KEEP | 2) == KeepTickets((second,))


def test_a_board_that_cannot_be_compiled_is_played_by_the_readable_engine() -> None:
    assert "harbour-cat" in (cannot_compile(tidewick(), 2) or "")
    position = ReadablePosition.start(tidewick(), 2, Chance("cat"))
    dice = Chance("players")
    while not position.is_over:
        seat = position.deciding[0]
        position.play(seat, pick(dice, legal_actions(position.view(seat))))
    players = position.to_state().players
    assert position.scores == tuple(sum(player.points.values()) for player in players)
    assert any("cat" in player.points for player in players)


def test_an_engine_is_made_once() -> None:
    game = define("san-francisco")
    assert engine_for(game, 2) is engine_for(game, 2)


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_both_engines_play_the_same_games_between_bots(name: str) -> None:
    seeds = ListedSeeds(("a", "b"), (("a/0", "a/1"), ("b/0", "b/1")))
    one, other = (
        play_games(Job(define(name), ("greedy", "random"), seeds, log=True, compiled=compiled))
        for compiled in (True, False)
    )
    assert one.moves == other.moves
    assert np.array_equal(one.points, other.points)
    assert one.moves is not None
    assert [len(moves) for moves in one.moves] == one.decisions.tolist()


def test_points_of_rules_from_elsewhere_have_a_category_of_their_own() -> None:
    played = play(tidewick(), [bot_spec("random")] * 2, ["a", "b", "c"], [["x", "y"]] * 3)
    assert played.categories[-1] == "cat"
    assert played.points[:, :, -1].any()
    assert (played.points.sum(axis=2) == played.scores).all()


def test_positions_give_views_and_no_secrets() -> None:
    position = ReadablePosition.start(tidewick(), 2, Chance(1))
    assert position.view(0) == view_of(position.to_state(), 0)
    assert position.view(None) == view_of(position.to_state(), None)
