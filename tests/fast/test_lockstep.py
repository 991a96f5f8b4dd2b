"""Law 6 on random games of every variant, by players that seek out the rare branches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from fogline.bots.compiled_bots import play_match
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, compile_game, words_of_all
from tests.fast.branches import Branches
from tests.fast.chosen_games import CHOSEN
from tests.fast.lockstep import Lockstep, drive
from tests.fast.random_games import RandomGame, games_of, wanted
from tests.play import Variant, every_version
from tests.soak import soaking

SOAKED = 10_000
"""The games of a soak, over all variants."""
COMPILED_PLAYERS = (4, 10)
"""Games of the random player that is compiled, too: the first seat by chance, and not."""


def games(variant: Variant) -> list[RandomGame]:
    """The games that both engines play: a few that are rich, or many."""
    numbers = (
        range(games_of(variant, SOAKED))
        if soaking()
        else sorted({*CHOSEN[str(variant)], *COMPILED_PLAYERS})
    )
    return [RandomGame(variant, number) for number in numbers]


@pytest.mark.parametrize("variant", every_version(), ids=str)
def test_both_engines_play_the_same_games(
    variant: Variant, record_property: Callable[[str, object], None]
) -> None:
    seen = Branches()
    decisions = 0
    engines: dict[GameDefinition, FastEngine] = {}
    random_games: dict[FastEngine, list[tuple[str, Lockstep]]] = {}
    for each in games(variant):
        definition = each.definition
        engine = engines.setdefault(definition, compile_game(definition, variant.seats))
        game = drive(Lockstep.deal(engine, each.seed), each.player(), seen.notice)
        decisions += game.decisions
        if each.style is None:
            random_games.setdefault(engine, []).append((each.seed, game))
    assert random_games
    for engine, played in random_games.items():
        compare_whole_games(engine, played)
    record_property("lockstep", {"games": len(games(variant)), "decisions": decisions, **seen})
    assert seen.missing(wanted(variant)) == [], "choose other games: tests/fast/choose_games.py"


def compare_whole_games(engine: FastEngine, played: list[tuple[str, Lockstep]]) -> None:
    """Games that are played wholly inside compiled code are these very games."""
    seeds = [seed for seed, _ in played]
    dice = words_of_all(f"{seed}/{seat}" for seed in seeds for seat in range(engine.seats))
    whole = play_match(
        engine, ["random"] * engine.seats, words_of_all(seeds), dice.reshape(len(seeds), -1, 4)
    )
    assert whole.lengths.sum() == sum(game.decisions for _, game in played)
    for row, (_, game) in enumerate(played):
        state = game.state
        assert tuple(whole.scores[row]) == game.fast.scores
        complete = [len(state.complete_tickets(seat)) for seat in state.seats]
        assert np.bitwise_count(whole.complete[row]).tolist() == complete
