"""The environments keep to what PettingZoo and Gymnasium ask of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

from fogline import env as environments
from fogline.core.errors import FoglineError
from fogline.core.outcome import outcome_of
from fogline.env import old_west_v2, san_francisco_v2
from tests.env.zoo import api_test, performance_benchmark, render_test, seed_test

usual = pytest.mark.filterwarnings(
    # What PettingZoo says of every environment with a mask that is not one of its own.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@usual
@pytest.mark.parametrize("form", ["vector", "dict"])
@pytest.mark.parametrize(
    ("game", "seats"),
    [("san-francisco", 2), ("san-francisco", 4), ("old-west", 3), ("old-west", 6)],
)
def test_pettingzoo_accepts_the_interface(
    game: str, seats: int, form: environments.Form, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(environments.aec(game, seats, form=form, reward="win"), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@usual
def test_a_seed_gives_the_same_game() -> None:
    seed_test(lambda: old_west_v2.env(seats=3, options={"alvin": True}), num_cycles=40)
    first, second = san_francisco_v2.raw_env(), san_francisco_v2.raw_env()
    first.reset(seed=1)
    second.reset(seed=2)
    assert first.game is not None
    assert second.game is not None
    assert first.game.to_state() != second.game.to_state()


@usual
@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_every_render_mode_shows_something(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: environments.aec(game, render_mode=render_mode),
        custom_tests={"ansi": lambda shown: "player_1: " in shown},
    )
    assert "> player_0" in capsys.readouterr().out


@usual
def test_pettingzoo_can_measure_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock: Iterator[float] = count(0.0, 0.1)
    monkeypatch.setattr(time, "time", lambda: next(clock))
    performance_benchmark(pettingzoo.make("aec", "Fogline/SanFrancisco-v2", seats=3))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("reward", ["score", "win"])
def test_rewards_are_those_of_the_outcome(reward: environments.Reward) -> None:
    env = environments.TurnEnv("old-west", 3, reward=reward)
    env.reset(seed=5)
    dice = np.random.default_rng(5)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, gained, terminated, _, info = env.last()
        total[agent] += gained
        assert seen is not None
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated else int(dice.choice(legal)))
    assert env.game is not None
    outcome = outcome_of(env.game.to_state())
    assert outcome is not None
    for seat, result in enumerate(outcome.results):
        won = 1 if seat in outcome.winners else -1
        assert total[f"player_{seat}"] == (result.total if reward == "score" else won)


def test_an_illegal_code_ends_the_game() -> None:
    env = environments.aec("san-francisco")
    env.reset(seed=0)
    env.step(0)  # nobody draws before choosing tickets
    assert all(env.terminations.values())
    assert env.rewards["player_0"] == -1


class AnyCode(environments.SingleEnv):
    """The checker samples without a mask: take the next legal code instead."""

    def step(self, action: int) -> tuple[environments.Seen, float, bool, bool, dict[str, object]]:
        legal = np.flatnonzero(self.action_masks())
        return super().step(int(legal[action % len(legal)]))


@pytest.mark.parametrize("form", ["vector", "dict"])
def test_gymnasium_accepts_the_interface(form: environments.Form) -> None:
    env = AnyCode("old-west", form=form)
    check_env(env, skip_render_check=True)
    assert env.game is not None


def test_an_illegal_code_may_change_nothing() -> None:
    env = environments.single("san-francisco", illegal="ignore")
    seen, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    again, reward, ended, cut, after = env.step(illegal)
    assert (reward, ended, cut) == (-1.0, False, False)
    assert np.array_equal(np.asarray(seen), np.asarray(again))
    assert np.array_equal(info["action_mask"], after["action_mask"])


def test_an_illegal_code_may_be_replaced_by_a_random_legal_one() -> None:
    env = environments.single("san-francisco", illegal="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, after = env.step(illegal)
    assert (reward, ended) == (0.0, False)
    assert info["action_mask"][after["code"]] == 1


@pytest.mark.parametrize("illegal", ["ignore", "random"])
def test_gymnasium_accepts_other_answers_to_illegal_codes(illegal: environments.Illegal) -> None:
    env = environments.single("san-francisco", illegal=illegal)
    env.reset(seed=1)
    for _ in range(200):
        _, _, ended, _, _ = env.step(env.action_space.sample())
        if ended:
            env.reset()


def test_gymnasium_accepts_illegal_codes_that_end_the_game() -> None:
    env = environments.single("san-francisco", illegal="end")
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)  # nobody passes before choosing tickets
    assert (reward, over) == (-1, True)
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)


def test_the_environments_are_registered() -> None:
    by_module = gymnasium.make("fogline.env:Fogline/SanFrancisco-v2", disable_env_checker=True)
    assert isinstance(by_module.unwrapped, environments.SingleEnv)
    made = gymnasium.make("Fogline/OldWest-v2", seats=5, disable_env_checker=True).unwrapped
    assert isinstance(made, environments.SingleEnv)
    assert made.observer.seats == 5


@pytest.mark.parametrize("spec", ["random", "greedy", "planner"])
def test_a_learner_plays_against_bots(spec: str) -> None:
    env = environments.single("san-francisco", 3, opponents=spec, seat=1)
    env.reset(seed=3)
    dice = np.random.default_rng(3)
    over = False
    while not over:
        code = int(dice.choice(np.flatnonzero(env.action_masks())))
        _, reward, over, truncated, info = env.step(code)
        assert not truncated
        assert over or reward == 0
    assert reward == info["scores"][1]
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat 2 among 2"):
        environments.single(seat=2)
    with pytest.raises(ValueError, match="3 seats need 2 opponents, not 1"):
        environments.single(seats=3, opponents=("greedy",))
    with pytest.raises(FoglineError, match="there is no bot 'nobody'"):
        environments.single(opponents="nobody")
    with pytest.raises(ValueError, match="no reward 'gold'"):
        environments.vector(reward="gold")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"illegal is one of 'raise', .* not 'shrug'"):
        environments.single(illegal="shrug")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no render_mode 'film'"):
        environments.aec(render_mode="film")
