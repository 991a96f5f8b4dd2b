"""Results without luck: the same mean, a smaller spread."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import define
from fogline.arena.jobs import Job, play_games
from fogline.arena.seeds import ListedSeeds
from fogline.review.adjust import adjust, luck_of_game
from fogline.review.compiled_review import CompiledEvaluator
from fogline.review.values import values_of
from tests.positions import SAN_FRANCISCO


def test_luck_that_explains_much_saves_many_games() -> None:
    dice = np.random.default_rng(1)
    luck = dice.normal(size=400)
    results = 0.6 + luck + dice.normal(scale=0.2, size=400)
    found = adjust(results, luck)
    assert found.saved is not None
    assert found.saved > 10
    assert found.values.mean() == pytest.approx(0.6, abs=0.05)


def test_luck_that_explains_nothing_does_no_harm() -> None:
    dice = np.random.default_rng(2)
    results, luck = dice.normal(size=400), dice.normal(scale=30, size=400)
    found = adjust(results, luck)
    assert found.saved == pytest.approx(1.0, abs=0.05)


def test_what_is_taken_off_a_result_does_not_depend_on_it() -> None:
    """Else the mean would be biased."""
    dice = np.random.default_rng(3)
    results, luck = dice.normal(size=12), dice.normal(size=12)
    found = adjust(results, luck).values
    for number in range(12):
        others = np.arange(12) != number
        slope = np.polyfit(luck[others], results[others], 1)[0]
        assert found[number] == pytest.approx(results[number] - slope * luck[number])
        changed = results + 5.0 * ~others
        assert adjust(changed, luck).values[number] == pytest.approx(found[number] + 5)


def test_luck_that_does_not_vary_is_taken_off() -> None:
    assert adjust(np.arange(12.0), [0.5] * 12).values.tolist() == [n - 0.5 for n in range(12)]


def test_few_results_are_adjusted_in_full() -> None:
    assert adjust([1.0, 0.0], [0.5, -0.5]).values.tolist() == [0.5, 0.5]
    assert adjust([1.0, 0.0], [0.5, -0.5]).saved is None


def test_the_luck_of_a_game_is_that_of_its_winner_and_repeatable() -> None:
    game = define(SAN_FRANCISCO)
    seeds = ListedSeeds(("x", "y"), (("a", "b"), ("c", "d")))
    played = play_games(Job(game, ("planner", "greedy"), seeds, log=True))
    evaluator = CompiledEvaluator(game, 2)
    assert played.log is not None
    for number, deal in enumerate(("x", "y")):
        decisions = [(s, evaluator.engine.code(a)) for s, a in played.log.of(number)]
        luck = luck_of_game(evaluator, deal, decisions, 8)
        assert luck.sum(axis=0) == pytest.approx([0.0, 0.0], abs=1e-9)
        assert luck.tolist() == luck_of_game(evaluator, deal, decisions, 8).tolist()
        ends = np.stack([played.scores, played.tie_breaks], axis=2)
        assert np.abs(values_of(ends)[number] - luck).max() > 0


def test_what_the_planner_itself_would_do_changes_nothing() -> None:
    """Then everything but par is luck."""
    game = define(SAN_FRANCISCO)
    evaluator = CompiledEvaluator(game, 2)
    position, plans = evaluator.engine.start("z"), evaluator.no_plans()
    decisions = []
    while not position.is_over:
        seat = position.deciding[0]
        code = evaluator.preferred_code(position, seat, plans)
        decisions.append((seat, code))
        position.step(seat, code)
    luck = luck_of_game(evaluator, "z", decisions, 4)
    ends = np.array([list(zip(position.scores, position.tie_breaks, strict=True))], np.int64)
    assert (luck + np.array([0.5, 0.0])).tolist() == values_of(ends)[0].tolist()
