"""An action that is not legal is refused with a typed reason, and nothing has changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from fogline import (
    Action,
    Card,
    Cards,
    Chance,
    ClaimRoute,
    DrawCard,
    FoglineError,
    Game,
    IllegalAction,
    Pass,
    PlaceMarker,
    Refusal,
    State,
    TakeCard,
    refusal_of,
    to_json,
    view_of,
)
from fogline.core.decisions import Turn
from fogline.core.engine import route_refusal
from fogline.rules import alvin, city_markers, tourist_tokens
from tests.fuzz.sane import assert_readable
from tests.laws.test_view_is_enough import any_actions
from tests.play import Playout, Style, Variant, choose, hold, variants

NO_SEATS = [-1, -2, 6, 7, 99, 10**30, -(10**30)]


def assert_refused(game: Game, seat: int, action: Action) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        game.play(seat, action)
    assert_readable(caught.value)
    assert isinstance(caught.value.refusal, Refusal)
    return caught.value.refusal


def pester(game: Game, chance: Chance) -> int:
    """Try all sorts of things that are not legal now."""
    before, log, deciding = game.state, game.log, game.deciding
    refused = 0
    for seat in NO_SEATS:
        assert_refused(game, seat, DrawCard())
    for seat in game.state.seats:
        legal = game.legal_actions(seat)
        for action in any_actions(game.view(seat), chance):
            if action not in legal:
                refusal = assert_refused(game, seat, action)
                refused += 1
                if game.outcome is not None:
                    assert refusal is Refusal.GAME_OVER
                elif seat not in deciding:
                    assert refusal is Refusal.NOT_DECIDING
    assert game.state is before
    assert game.log == log
    return refused


def check(playout: Playout) -> int:
    """A game that was pestered all the way is the game that it would have been."""
    undisturbed = [step.events for step in playout.steps()]
    chance = Chance(f"pest {playout.seed}")
    for number, step in enumerate(playout.steps()):
        assert step.events == undisturbed[number]
        if number % 20 == 0 or not step.game.deciding:
            assert pester(step.game, chance)
    return len(undisturbed)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_illegal_actions_are_refused_and_change_nothing(variant: Variant) -> None:
    hold(check, variant)


REFUSALS = [
    value
    for home in (Refusal, alvin, city_markers, tourist_tokens)
    for value in vars(home).values()
    if isinstance(value, Refusal)
]


def test_codes_of_refusals_differ() -> None:
    assert len(set(REFUSALS)) == len(REFUSALS) == 29


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_every_refusal_has_a_sentence(refusal: Refusal) -> None:
    assert refusal.explain.endswith(".")
    assert str(IllegalAction(refusal)) == refusal.explain


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_after_the_end_everything_is_refused(variant: Variant) -> None:
    *_, step = Playout(variant, 1, Style.BUILDER, 10_000).steps()
    assert not step.game.deciding
    for seat in step.game.state.seats:
        assert step.game.legal_actions(seat) == []
        for action in (DrawCard(), Pass(), TakeCard(Card.RED)):
            assert assert_refused(step.game, seat, action) is Refusal.GAME_OVER


def test_an_action_that_no_rule_of_this_game_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Action, "kinds", dict(Action.kinds))

    @dataclass(frozen=True)
    class Juggle(Action):
        verb: ClassVar[str] = "juggle"
        balls: int

    game = variants()[0].deal(1)
    assert assert_refused(game, game.deciding[0], Juggle(3)) is Refusal.NOT_NOW


@pytest.mark.parametrize("seat", NO_SEATS)
def test_questions_about_a_seat_that_is_not_there(seat: int) -> None:
    game = variants()[0].deal(1)
    for ask in (game.view, game.legal_actions):
        with pytest.raises(FoglineError) as caught:
            ask(seat)
        assert_readable(caught.value)


def rich_turn(variant: Variant) -> State:
    """A turn of a player with cards of every colour and many wilds."""
    game = variant.deal("rich")
    chance = Chance("rich")
    while not isinstance(game.decision, Turn):
        game.play(*choose(game, chance))
    seat = game.deciding[0]
    hand = Cards((3,) * 8 + (6,))
    return game.state.with_player(seat, replace(game.state.players[seat], hand=hand))


IMPOSSIBLE = [
    Cards((-1, 0, 0, 0, 0, 0, 0, 0, 3)),
    Cards((3, 0, 0, 0, 0, 0, 0, 0, -1)),
    Cards((3, -1, 0, 0, 0, 0, 0, 0, 0)),
    Cards((2, 0, 0, 0, 0, 0, 0, 0, 0), -1),
    Cards((2, 0, 0, 0, 0, 0, 0, 0, 0), 1),
    Cards((2,)),
    Cards((0,) * 9 + (2,)),
    Cards(()),
]
"""Payments that no cards can make; some of them count up to two."""


@pytest.mark.parametrize("payment", IMPOSSIBLE, ids=lambda cards: f"{cards.counts}+{cards.hidden}")
@pytest.mark.parametrize("variant", [variants()[0], variants()[-1]], ids=str)
def test_nobody_can_pay_with_cards_that_cannot_be(variant: Variant, payment: Cards) -> None:
    """A card fewer than none would buy a route and change colours on the way."""
    state = rich_turn(variant)
    assert state.turn is not None
    view = view_of(state, state.turn)
    open_routes = [route for route in state.board.routes if route_refusal(view, route) is None]
    assert open_routes
    for route in open_routes:
        assert refusal_of(view, ClaimRoute(route.id, payment)) is not None
    assert refusal_of(view, PlaceMarker("denver", payment)) is not None


def test_wrong_seat_in_the_secret_choice() -> None:
    """Who has chosen cannot choose again."""
    game = variants()[0].deal(1)
    seat = game.deciding[0]
    action = game.legal_actions(seat)[0]
    game.play(seat, action)
    text = to_json(game.state)
    assert seat not in game.deciding
    assert assert_refused(game, seat, action) is Refusal.NOT_DECIDING
    assert to_json(game.state) == text
