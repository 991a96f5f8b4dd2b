"""Many games at once, stepped in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fogline.core.definition import Options
from fogline.core.messages import Seat
from fogline.env import kernel
from fogline.env.layout import Vector
from fogline.env.observer import Mask, Observer, Reward, engine_of, reward_kind
from fogline.fast.engine import Codes, Words

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class GamesEnv(VectorEnv[Vector, Codes, Any]):
    """`num_envs` games of one kind; a step moves all of them without a Python loop.

    With a `seat`, the caller plays that seat and random players the others. With `None`, the caller
    plays all seats: `info["seat"]` says who is to choose in each game.

    A game that ends is dealt anew in the same step. The arrays returned are written anew by the
    next step: copy what is to be kept.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str = "san-francisco",
        seats: int | None = None,
        options: Options | None = None,
        *,
        num_envs: int = 1,
        seat: Seat | None = 0,
        reward: Reward = "score",
    ) -> None:
        self.observer = Observer(engine_of(game, seats, options))
        engine = self.observer.engine
        if seat is not None and not 0 <= seat < engine.seats:
            raise ValueError(f"there is no seat {seat} among {engine.seats}.")
        self.num_envs = num_envs
        self.seat = seat
        self._reward = reward_kind(reward)
        self.single_observation_space = self.observer.seen_space
        self.single_action_space = self.observer.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        tables = engine.tables
        self._words: Words = np.zeros((num_envs, tables.block // 8), np.uint64)
        self._bytes = self._words.view(np.uint8)
        self._halves = self._words.view(np.int16)
        self._seats: Codes = np.zeros(num_envs, np.int64)
        self._seen: Vector = np.zeros((num_envs, self.observer.layout.size), np.int8)
        self._final: Vector = np.zeros_like(self._seen)
        self._mask: Mask = np.zeros((num_envs, tables.codes), np.int8)
        self._rewards: Numbers = np.zeros((num_envs, engine.seats), np.float64)
        self._over: Flags = np.zeros(num_envs, np.bool_)
        self._gained: Numbers = np.zeros(num_envs, np.float64)
        self._never: Flags = np.zeros(num_envs, np.bool_)
        self._legal = np.zeros((num_envs, len(engine.new_scratch())), np.int32)
        self._counts = np.zeros(num_envs, np.int32)
        self._rngs: Words | None = None
        self._dice: Words = np.zeros((num_envs, 4), np.uint64)

    @property
    def _learner(self) -> int:
        return kernel.EVERYBODY if self.seat is None else self.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Deal all games; the same seed gives the same games from here on."""
        super().reset(seed=seed)
        tables = self.observer.engine.tables
        chance = self.np_random.integers(2**64, size=(2, self.num_envs, 4), dtype=np.uint64)
        self._rngs, self._dice = chance
        kernel.reset_games(
            self._bytes,
            self._words,
            self._halves,
            tables.numbers,
            tables.masks,
            self.observer.layout.offsets,
            self._rngs,
            self._dice,
            self._learner,
            self._seats,
            self._seen,
            self._mask,
            self._legal,
            self._counts,
        )
        return self._seen, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask, "seat": self._seats}

    def step(self, actions: Codes) -> tuple[Vector, Numbers, Flags, Flags, dict[str, Any]]:
        """Perform a legal code in each game.

        The reward is that of the seat that chose. `info["rewards"]` has those of all seats; of a
        game that ended, `info["final_obs"]` has what the seat saw at its end.
        """
        if self._rngs is None:
            raise RuntimeError("reset() deals the first games; call it first")
        codes = np.ascontiguousarray(actions, np.int64)
        if codes.shape != (self.num_envs,) or not kernel.are_legal(self._mask, codes):
            raise ValueError("every game needs one legal code; see action_masks()")
        tables = self.observer.engine.tables
        ended = kernel.step_games(
            self._bytes,
            self._words,
            self._halves,
            tables.numbers,
            tables.masks,
            self.observer.layout.offsets,
            self._rngs,
            self._dice,
            codes,
            self._learner,
            self._reward,
            self._seats,
            self._seen,
            self._mask,
            self._rewards,
            self._gained,
            self._over,
            self._final,
            self._legal,
            self._counts,
        )
        info = self._info()
        info["rewards"] = self._rewards
        if ended:
            info["final_obs"] = self._final
            info["_final_obs"] = self._over
        return self._seen, self._gained, self._over, self._never, info

    def action_masks(self) -> Flags:
        """Say of each game and code whether it is legal now."""
        return self._mask.view(np.bool_)

    def random_actions(self) -> Codes:
        """Choose a legal code in each game, each equally likely, from the seed of the games."""
        codes = np.zeros(self.num_envs, np.int64)
        kernel.random_codes(self._legal, self._counts, self._dice, codes)
        return codes


vector = GamesEnv
"""Make many games at once, as the other environments are made."""
