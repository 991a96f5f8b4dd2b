"""Bots choose legal actions from views, and the same seed makes the same choices."""

from __future__ import annotations

import pytest

from fogline import Chance, FoglineError, legal_actions
from fogline.bots import COMPILED, Bot, RandomBot, UnknownBot, make_bot
from tests.play import NoDice, Script, Variant, variants
from tests.soak import soaking

NAMES = ("random", "plain-greedy", "plain-planner", *COMPILED, "search:iterations=3")
"""Every way of choosing; the levels are these by other names."""


TABLES = [
    (name, variant)
    for row, name in enumerate(NAMES)
    for column, variant in enumerate(variants())
    # Every bot at every third variant: that is each game, and each variant with some bots.
    if soaking() or (row + column) % 3 == 0
]


@pytest.mark.parametrize(("name", "variant"), TABLES, ids=str)
def test_every_bot_plays_legal_actions_to_the_end(name: str, variant: Variant) -> None:
    game = variant.deal("bots")
    bots = [make_bot(name, f"seat {seat}") for seat in range(variant.seats)]
    while game.deciding:
        seat = game.deciding[0]
        view = game.view(seat)
        action = bots[seat].choose(view)
        assert action in legal_actions(view)
        game.play(seat, action)
    assert game.outcome is not None


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_views_give_the_same_choices(name: str) -> None:
    game = variants()[0].deal("twice")
    one, other = (make_bot(name, "a") for _ in range(2))
    view = game.view(game.deciding[0])
    assert [one.choose(view) for _ in range(40)] == [other.choose(view) for _ in range(40)]


def test_another_seed_makes_other_random_choices() -> None:
    game = variants()[0].deal("twice")
    one, other = (make_bot("random", seed) for seed in "ab")
    view = game.view(game.deciding[0])
    assert [one.choose(view) for _ in range(40)] != [other.choose(view) for _ in range(40)]


def test_the_random_bot_chooses_evenly_from_all_legal_actions() -> None:
    game = variants()[0].deal("even")
    view = game.view(game.deciding[0])
    actions = legal_actions(view)
    dice = Script(*range(len(actions)))
    bot: Bot = RandomBot(dice)
    assert [bot.choose(view) for _ in actions] == actions
    assert set(dice.bounds) == {len(actions)}


def test_chance_belongs_to_the_bot() -> None:
    game = variants()[0].deal("own dice")
    RandomBot(Chance(1))  # other dice nearby change nothing
    with pytest.raises(AssertionError, match="dice were thrown"):
        RandomBot(NoDice()).choose(game.view(game.deciding[0]))


def test_an_unknown_bot_is_a_clear_error() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'genius'.*random"):
        make_bot("genius", 1)
    assert issubclass(UnknownBot, FoglineError)
