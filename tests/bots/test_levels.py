"""Levels are truthful: a board has those that something can play there."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from fogline import Chance, FoglineError, Game, define, legal_actions
from fogline.bots import (
    COMPILED,
    LEVELS,
    CannotPlay,
    levels_for,
    make_bot,
    readable_search,
)
from fogline.bots.readable_search import ReadableSearch
from tests.bots.taking_turns import in_turn
from tests.sim.boards import tidewick


def test_boards_that_compile_have_all_levels() -> None:
    assert levels_for(define("san-francisco")) == LEVELS
    assert levels_for(define("old-west", {"alvin": True})) == LEVELS


def test_other_boards_have_levels_that_can_be_played_there() -> None:
    game = tidewick()
    levels = levels_for(game)
    assert [level.name for level in levels] == ["beginner", "strong", "expert"]
    view = Game.start(game, 2, Chance(1)).view(0)
    for level in levels:
        for spec in (level.name, level.bot.replace("seconds=1", "seconds=0.01")):
            assert make_bot(spec, 1).choose(view) in legal_actions(view)


def test_a_level_that_a_board_does_not_have_is_a_clear_error() -> None:
    view = Game.start(tidewick(), 2, Chance(1)).view(0)
    with pytest.raises(CannotPlay, match=r"Tidewick has no level 'master'; it has: beginner, st"):
        make_bot("master", 1).choose(view)
    assert issubclass(CannotPlay, FoglineError)


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_bot_says_which_rule_it_cannot_play(name: str) -> None:
    view = Game.start(tidewick(), 2, Chance(1)).view(0)
    message = rf"the bot '{name}' cannot play Tidewick: .*'harbour-cat'.*plain-planner, search"
    with pytest.raises(CannotPlay, match=message):
        make_bot(name, 1).choose(view)


def test_search_plays_boards_that_cannot_be_compiled() -> None:
    """With iterations, the same seed gives the same game."""
    games = []
    for _ in range(2):
        game = Game.start(tidewick(), 2, Chance("search"))
        bots = [make_bot("search:iterations=4", "a"), make_bot("random", "b")]
        while game.deciding and len(game.log.moves) < 30:
            seat = game.deciding[0]
            game.play(seat, bots[seat].choose(game.view(seat)))
        games.append([move.action for move in game.log.moves])
    assert games[0] == games[1]


def test_search_tries_what_the_planner_likes() -> None:
    view = Game.start(tidewick(), 2, Chance(1)).view(0)
    thoughts = ReadableSearch(1, iterations=12).think(view)
    assert sum(thought.tries for thought in thoughts) == 12
    assert all(0 <= thought.worth <= 1 for thought in thoughts)
    assert thoughts[0].action == ReadableSearch(1, iterations=12).choose(view)


def test_interruptions_do_not_change_what_it_chooses() -> None:
    view = Game.start(tidewick(), 2, Chance(1)).view(0)
    expected = [ReadableSearch(seed, iterations=12).think(view) for seed in (1, 2)]
    works = (ReadableSearch(seed, iterations=12)._thinking(view) for seed in (1, 2))
    assert in_turn(*works) == (expected, 24)


def test_time_in_which_it_is_interrupted_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Game.start(tidewick(), 2, Chance(1)).view(0)
    ticks = itertools.count()
    monkeypatch.setattr(readable_search, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    tries = 0
    for _ in ReadableSearch(1, seconds=5)._thinking(view):
        tries += 1  # each takes a tick
        for _ in range(100):
            next(ticks)
    assert tries == 5
