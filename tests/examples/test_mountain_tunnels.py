"""Mountain tunnels. They belong to neither printed game, so no clause of the rules names them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fogline import Game, GameLog
from fogline.core.actions import ClaimRoute
from fogline.core.cards import Card, Cards
from fogline.core.chance import Chance
from fogline.core.decisions import Turn
from fogline.core.refusal import IllegalAction
from fogline.fast import compile_game
from fogline.games import define_from_text
from fogline.rule_check import check_rule
from fogline.rules.mountain_tunnels import (
    IS_TUNNEL,
    NO_TUNNEL,
    WRONG_EXTRA,
    Dig,
    ExtraCards,
    PayExtra,
    TunnelDug,
    Withdraw,
    extra_cards,
)
from tests.fast.lockstep import Lockstep, drive
from tests.fast.players import Style

BOARD = Path(__file__).parents[2] / "examples" / "tunnels" / "tunnels" / "saddlehorn.toml"
TEXT = BOARD.read_text(encoding="utf-8").replace("rules.tunnels", "rules.mountain-tunnels")
SADDLEHORN = define_from_text(TEXT, {"first": 0})
TUNNEL = "saddlehorn/sawmill"


def test_the_rule_holds_the_laws() -> None:
    report = check_rule(SADDLEHORN)
    report.raise_if_bad()
    assert report.unmet == ()


@pytest.mark.parametrize("style", Style)
def test_both_engines_agree(style: Style) -> None:
    engine = compile_game(SADDLEHORN, 3)
    drive(Lockstep.deal(engine, style.name), style.player(Chance(style.name)))


def at_a_turn(hand: Cards, deck: Cards, seed: int = 1) -> Game:
    """A game at its first turn, with a hand and a deck of our choice."""
    game = Game.start(SADDLEHORN, 2, Chance(seed))
    while not isinstance(game.decision, Turn):
        seat = game.deciding[0]
        game.play(seat, game.legal_actions(seat)[0])
    player = replace(game.state.players[0], hand=hand, seen=Cards())
    state = replace(game.state.with_player(0, player), deck=deck)
    return Game(GameLog(game.definition, 2, ()), state, Chance(seed))


def reds(count: int) -> Cards:
    return Cards.of({Card.RED: count})


def test_a_tunnel_without_matches_costs_what_it_shows() -> None:
    game = at_a_turn(reds(3), Cards.of({Card.BLUE: 9}))
    dug, claimed, *_ = game.play(0, Dig(TUNNEL, reds(3)))
    assert isinstance(dug, TunnelDug)
    assert dug.turned_up == (Card.BLUE,) * 3
    assert str(claimed) == f"claimed 0 {TUNNEL} red*3"
    assert game.state.turn == 1
    assert game.state.discards == Cards.of({Card.BLUE: 3, Card.RED: 3})


def test_each_match_costs_one_more_card() -> None:
    game = at_a_turn(Cards.of({Card.RED: 5, Card.WILD: 1}), Cards.of({Card.RED: 9}))
    game.play(0, Dig(TUNNEL, reds(3)))
    assert game.decision == ExtraCards((0,), 3)
    assert set(game.legal_actions(0)) == {
        Withdraw(),
        PayExtra(Cards.of({Card.RED: 2, Card.WILD: 1})),
    }
    with pytest.raises(IllegalAction) as caught:
        game.play(0, PayExtra(reds(2)))
    assert caught.value.refusal is WRONG_EXTRA
    game.play(0, PayExtra(Cards.of({Card.RED: 2, Card.WILD: 1})))
    assert game.state.players[0].hand.total == 0
    assert game.state.players[0].vehicles == 14 - 3
    assert [route.id for route in game.state.routes_of(0)] == [TUNNEL]


def test_who_withdraws_keeps_all_cards_and_ends_the_turn() -> None:
    game = at_a_turn(reds(3), Cards.of({Card.WILD: 9}))
    game.play(0, Dig(TUNNEL, reds(3)))
    assert game.legal_actions(0) == [Withdraw()]
    game.play(0, Withdraw())
    assert game.state.players[0].hand == reds(3)
    assert game.state.turn == 1


def test_a_tunnel_paid_with_wilds_matches_wilds_only() -> None:
    wilds = Cards.of({Card.WILD: 3})
    assert extra_cards(wilds, [Card.RED, Card.WILD, Card.BLUE]) == 1
    assert extra_cards(Cards.of({Card.RED: 2, Card.WILD: 1}), [Card.RED, Card.WILD]) == 2


def test_tunnels_are_dug_and_other_routes_claimed() -> None:
    game = at_a_turn(Cards.of({Card.RED: 4, Card.GREEN: 4}), Cards.of({Card.BLUE: 9}))
    for action, refusal in (
        (ClaimRoute(TUNNEL, reds(3)), IS_TUNNEL),
        (Dig("old-bridge/valley-town", Cards.of({Card.GREEN: 2})), NO_TUNNEL),
    ):
        with pytest.raises(IllegalAction) as caught:
            game.play(0, action)
        assert caught.value.refusal is refusal
        assert refusal.explain in str(caught.value)
