"""Many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fogline.core.definition import Options
from fogline.core.messages import Seat
from fogline.env.backends import Playable, observer_of
from fogline.env.observation_layout import Vector
from fogline.env.observer import Reward, checked_reward
from fogline.env.parallel_games import ParallelGames, empty_rows, games_for
from fogline.fast.engine import Codes

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class GamesEnv(VectorEnv[Vector, Codes, Any]):
    """`num_envs` games of one kind; compiled games move without a Python loop.

    With a `seat`, the caller plays that seat and random players the others. With `None`, the caller
    plays all seats: `info["seat"]` says who is to choose in each game.

    A game that ends is followed by a new one in the same step. The next step overwrites the arrays
    that are returned: do not change them, and copy what you keep.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Playable = "san-francisco",
        seats: int | None = None,
        options: Options | None = None,
        *,
        num_envs: int = 1,
        seat: Seat | None = 0,
        reward: Reward = "score",
        readable: bool = False,
    ) -> None:
        self.observer = observer_of(game, seats, options, readable=readable)
        if seat is not None and not 0 <= seat < self.observer.seats:
            raise ValueError(f"there is no seat {seat} among {self.observer.seats}.")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}.")
        self.num_envs = num_envs
        self.seat = seat
        self.single_observation_space = self.observer.seen_space
        self.single_action_space = self.observer.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._rows = empty_rows(self.observer, num_envs)
        self._games: ParallelGames = games_for(
            self.observer, self._rows, seat, checked_reward(reward)
        )
        self._never: Flags = np.zeros(num_envs, np.bool_)
        self._dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Deal all games; the same seed gives the same games from here on."""
        super().reset(seed=seed)
        chance = self.np_random.integers(2**64, size=(2, self.num_envs, 4), dtype=np.uint64)
        self._games.reset(chance[0], chance[1])
        self._dealt = True
        return self._rows.seen, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._rows.mask, "seat": self._rows.seats}

    def step(self, actions: Codes) -> tuple[Vector, Numbers, Flags, Flags, dict[str, Any]]:
        """Perform a legal code in each game.

        The reward is that of the seat that chose. `info["rewards"]` has those of all seats; of a
        game that ended, `info["final_obs"]` has what the seat saw at its end.
        """
        if not self._dealt:
            raise RuntimeError("reset() deals the first games; call it first")
        rows = self._rows
        codes = np.ascontiguousarray(actions, np.int64)
        if codes.shape != (self.num_envs,) or not self._games.are_legal(codes):
            raise ValueError("every game needs one legal code; see action_masks()")
        ended = self._games.step(codes)
        info = self._info()
        info["rewards"] = rows.rewards
        if ended:
            info["final_obs"] = rows.final
            info["_final_obs"] = rows.over
        return rows.seen, rows.gained, rows.over, self._never, info

    def action_masks(self) -> Flags:
        """Return for each game and code whether it is legal now."""
        return self._rows.mask.view(np.bool_)

    def random_actions(self) -> Codes:
        """Choose a legal code in each game, each equally likely, from the seed of the games."""
        return self._games.random_actions()
