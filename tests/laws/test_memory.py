"""What tables remember changes nothing: it is not compared, pickled, written or told."""

from __future__ import annotations

import gc
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import fogline
from fogline import Chance, Game, State, legal_actions, new_game, to_json, view_of
from fogline.core.engine import barred, fold, play
from fogline.core.events import TurnEnded


def _halfway(name: str) -> Game:
    game = new_game(name, 3, "memory")
    chance = Chance("memory")
    for _ in range(80):
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        game.play(seat, actions[chance.below(len(actions))])
    for seat in (*game.state.seats, None):
        legal_actions(game.view(seat))
    return game


@pytest.fixture(params=["san-francisco", "old-west"])
def game(request: pytest.FixtureRequest) -> Game:
    return _halfway(request.param)


def _reachable(value: object) -> Iterator[object]:
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, type | ModuleType | FunctionType):
            continue
        seen.add(id(each))
        yield each
        waiting += gc.get_referents(each)


def test_no_view_leads_to_a_state_or_to_a_secret_of_another(game: Game) -> None:
    state = game.state
    for seat in (*state.seats, None):
        secrets = [player for other, player in enumerate(state.players) if other != seat]
        secrets_ids = {id(secret) for secret in [*secrets, state.deck, state.ticket_deck]}
        for each in _reachable(game.view(seat)):
            assert not isinstance(each, State)
            assert id(each) not in secrets_ids


def test_a_state_that_remembers_equals_one_that_does_not(game: Game) -> None:
    state = game.state
    assert state.facts
    fresh = pickle.loads(pickle.dumps(state))  # noqa: S301 (pickled here)
    assert "facts" not in vars(fresh)
    assert fresh == state
    assert repr(fresh) == repr(state)
    for seat in (*state.seats, None):
        assert to_json(view_of(fresh, seat)) == to_json(view_of(state, seat))
        assert legal_actions(view_of(fresh, seat)) == legal_actions(view_of(state, seat))


def test_a_list_of_actions_belongs_to_the_caller(game: Game) -> None:
    seat = game.deciding[0]
    actions = game.legal_actions(seat)
    game.legal_actions(seat).clear()
    assert game.legal_actions(seat) == actions


def test_a_list_of_barred_routes_belongs_to_the_caller(game: Game) -> None:
    view = game.view(game.deciding[0])
    expected = tuple(barred(view))
    assert expected
    barred(view).clear()
    assert tuple(barred(view)) == expected


def test_a_game_remembers_no_more_at_its_end_than_in_the_middle() -> None:
    game = _halfway("old-west")
    chance = Chance("on")
    while game.deciding:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        game.play(seat, actions[chance.below(len(actions))])
        # The decision, a view for each seat and none, and at the end a network for each seat.
        assert len(game.state.facts) <= 1 + 4 + 3


def test_nothing_changes_a_table_that_was_handed_out(game: Game) -> None:
    state, seat = game.state, game.deciding[0]
    as_text = repr(state)
    assert fold(state, [TurnEnded(0)]) != state
    play(state, seat, game.legal_actions(seat)[0], Chance("again"))
    assert repr(state) == as_text


def test_sets_of_routes_follow_their_owners(game: Game) -> None:
    state = game.state
    for owner in (*state.seats, None):
        owned = {index for index, each in enumerate(state.owners) if each == owner}
        assert set(state.routes(owner)) == owned


def test_only_the_engine_keeps_facts_in_tables() -> None:
    assert fogline.__file__ is not None
    package = Path(fogline.__file__).parent
    kept = re.compile(r"\.facts\b(?!\()")
    # Messages are written from values of their own, which keep their text.
    others = {package / "core", package / "server" / "live" / "message_writer.py"}
    modules = [path for path in package.rglob("*.py") if not others & {path, *path.parents}]
    assert len(modules) > 100
    assert [path for path in modules if kept.search(path.read_text(encoding="utf-8"))] == []
