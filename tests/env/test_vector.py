"""Many games at once are the same games as one by one."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from fogline import env as environments
from fogline.env.observer import rewards_of
from fogline.env.parallel_games import CompiledGames
from fogline.fast import FastState
from fogline.fast.context import Block


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_self_play_shows_each_game_to_who_decides(game: str) -> None:
    env = environments.vector(game, 3, num_envs=6, seat=None, reward="win")
    _, info = env.reset(seed=4)
    ended = 0
    for _ in range(400):
        singles = [single(env, row) for row in range(6)]
        assert info["seat"].tolist() == [state.deciding[0] for state in singles]
        chose = info["seat"].copy()
        codes = env.random_actions()
        for row, state in enumerate(singles):
            assert np.array_equal(env.observer.vector(state, chose[row]), env._rows.seen[row])
            assert np.array_equal(env.observer.mask(state, chose[row]), info["action_mask"][row])
            env.observer.step(state, int(chose[row]), int(codes[row]))
        seen, rewards, over, truncated, info = env.step(codes)
        assert not truncated.any()
        assert env.observation_space.contains(seen)
        for row, state in enumerate(singles):
            assert over[row] == state.is_over
            if over[row]:
                wanted = rewards_of(state, "win")
                assert rewards[row] == wanted[int(chose[row])]
                assert info["rewards"][row].tolist() == list(wanted.values())
                final = env.observer.vector(state, int(chose[row]))
                assert np.array_equal(info["final_obs"][row], final)
                ended += 1
            else:
                assert rewards[row] == 0
                after = single(env, row)
                assert np.array_equal(after.block.bytes, state.block.bytes)
    assert ended


def single(env: environments.GamesEnv, row: int) -> FastState:
    """Copy one of the games."""
    games = env._games
    assert isinstance(games, CompiledGames)
    block = Block.of(games.block.words[row].copy())
    return FastState(games.engine, block, games.rngs[row].copy())


def test_a_seat_against_random_players() -> None:
    env = gymnasium.make_vec(
        "Fogline/SanFrancisco-v2",
        num_envs=16,
        vectorization_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,
        seats=4,
        seat=2,
    ).unwrapped
    assert isinstance(env, environments.GamesEnv)
    _, info = env.reset(seed=9)
    finals = 0
    for _ in range(150):
        assert set(info["seat"].tolist()) == {2}
        assert env.action_masks().any(axis=1).all()
        _, _, over, _, info = env.step(env.random_actions())
        finals += int(over.sum())
    assert finals >= 16


def test_a_seed_gives_the_same_games() -> None:
    def rollout(seed: int) -> list[int]:
        env = environments.vector("old-west", 2, num_envs=4, seat=None)
        env.reset(seed=seed)
        return [int(env.step(env.random_actions())[0].sum()) for _ in range(60)]

    assert rollout(1) == rollout(1)
    assert rollout(1) != rollout(2)


def test_an_illegal_code_is_refused() -> None:
    env = environments.vector(num_envs=2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=0)
    for codes in ([0, 0], [-1, -1], [10**6, 0]):
        with pytest.raises(ValueError, match="one legal code"):
            env.step(np.array(codes))


def test_no_games_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match="num_envs must be at least 1, not 0"):
        environments.vector(num_envs=0)
