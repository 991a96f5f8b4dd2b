"""What tables remember changes nothing: it is not compared, pickled, written or told."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

from fogline import Chance, Game, State, legal_actions, new_game, to_json, view_of
from fogline.core.engine import fold, play
from fogline.core.events import TurnEnded
from fogline.core.table import Holdings
from fogline.rules.turns import Turns


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
    assert "_holdings" not in vars(fresh)
    assert "_secret" not in vars(fresh)
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


def test_a_game_remembers_no_more_at_its_end_than_in_the_middle() -> None:
    game = _halfway("old-west")
    kept = len(game.state.secret._kept)
    chance = Chance("on")
    while game.deciding:
        seat = game.deciding[0]
        actions = game.legal_actions(seat)
        game.play(seat, actions[chance.below(len(actions))])
        assert len(game.state.facts) <= 2 + 4  # the decision, and a view for each seat and none
    assert len(game.state.secret._kept) == kept


def test_a_table_is_never_a_draft_once_it_was_handed_out(game: Game) -> None:
    assert "_draft" not in vars(game.state)
    assert "_draft" not in vars(game.view(0))
    told = fold(game.view(0), [TurnEnded(0)])
    assert "_draft" not in vars(told)
    assert told != game.view(0)
    state, seat = game.state, game.deciding[0]
    as_text = repr(state)
    play(state, seat, game.legal_actions(seat)[0], Chance("draft"))
    assert repr(state) == as_text
    assert Turns().apply(state, TurnEnded(0)) != state


def test_holdings_are_kept_up_to_date(game: Game) -> None:
    state = game.state
    kept, fresh = state.holdings, Holdings.of(state.owners, len(state.players))
    assert kept.unowned == fresh.unowned
    assert [each.routes for each in kept.by_seat] == [each.routes for each in fresh.by_seat]
