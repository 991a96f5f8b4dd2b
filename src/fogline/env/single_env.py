"""The Gymnasium environment of one learner among bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fogline.core.definition import Options
from fogline.core.messages import Seat
from fogline.env.backends import Playable, observer_of
from fogline.env.observer import (
    PENALTY,
    Form,
    Illegal,
    Mask,
    Position,
    Reward,
    Seen,
    checked_reward,
    next_seed,
    rewards_of,
)
from fogline.env.opponents import Opponent, opponent, specs_for
from fogline.env.rendering import MODES, Painter, checked


class SingleEnv(gymnasium.Env[Seen, int]):
    """A game seen from one seat; bots choose for the others.

    The observation is what the seat sees. Which codes are legal is in `info["action_mask"]`, and
    `action_masks()` returns it, as maskable learners expect. Any other code raises
    `ValueError`. With `illegal="end"` it ends the game with a reward of -1; with `"ignore"` it
    changes nothing and brings that reward; with `"random"` a random legal code, which is then in
    `info["code"]`, is performed instead.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Playable = "san-francisco",
        seats: int | None = None,
        options: Options | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: Seat = 0,
        reward: Reward = "score",
        form: Form = "vector",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.observer = observer_of(game, seats, options, form)
        self.seat = seat
        self.render_mode = checked(render_mode)
        self._painter = Painter(self.observer.game.board)
        count = self.observer.seats
        if not 0 <= seat < count:
            raise ValueError(f"there is no seat {seat} among {count}.")
        if illegal not in get_args(Illegal):
            known = ", ".join(map(repr, get_args(Illegal)))
            raise ValueError(f"illegal is one of {known}, not {illegal!r}.")
        self._illegal = illegal
        self._specs = specs_for(opponents, count)
        self._reward = checked_reward(reward)
        self.observation_space: spaces.Space[Any] = self.observer.seen_space
        self.action_space: spaces.Space[Any] = self.observer.action_space
        self._bots: dict[Seat, Opponent] = {}
        self._mask: Mask = np.zeros(self.observer.codes, np.int8)
        self.game: Position | None = None

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return for each code whether it is legal now."""
        return self._mask.astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and play the bots' moves up to the learner's first choice."""
        super().reset(seed=seed)
        self.game = self.observer.deal(self.np_random)
        others = [seat for seat in range(self.observer.seats) if seat != self.seat]
        self._bots = {
            seat: opponent(spec, self.observer, next_seed(self.np_random))
            for seat, spec in zip(others, self._specs, strict=True)
        }
        return self._advance(self.game)

    def _advance(self, game: Position) -> tuple[Seen, dict[str, Any]]:
        while not game.is_over and game.deciding[0] != self.seat:
            seat = game.deciding[0]
            self._bots[seat].play(game, seat)
        self._mask = self.observer.mask(game, self.seat)
        if self.render_mode == "human":
            self.render()
        seen = self.observer.formed(self.observer.vector(game, self.seat))
        return seen, {"action_mask": self._mask.copy()}

    def _playing(self) -> Position:
        if self.game is None:
            raise RuntimeError("reset() deals the first game; call it first")
        return self.game

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Perform a legal code, and play the bots' moves up to the learner's next choice."""
        game = self._playing()
        code = int(action)
        if not (0 <= code < len(self._mask) and self._mask[code]):
            if self._illegal == "raise" or not self._mask.any():
                raise ValueError(f"the code {action} is not legal now; see action_masks()")
            if self._illegal != "random":
                return self._penalise(game)
            code = int(self.np_random.choice(np.flatnonzero(self._mask)))
        self.observer.step(game, self.seat, code)
        seen, info = self._advance(game)
        info["code"] = code
        if not game.is_over:
            return seen, 0.0, False, False, info
        info["scores"] = np.array(game.scores)
        reward = rewards_of(game, self._reward)[self.seat]
        return seen, reward, True, False, info

    def _penalise(self, game: Position) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Penalise an illegal code: the game ends, or nothing changes."""
        over = self._illegal == "end"
        if over:
            self._mask = np.zeros_like(self._mask)
        seen = self.observer.formed(self.observer.vector(game, self.seat))
        return seen, PENALTY, over, False, {"action_mask": self._mask.copy()}

    def render(self) -> Any:
        """Show the table as a spectator sees it: text, or pixels; `human` prints the text."""
        return self._painter.show(self.render_mode, self._playing().to_state())
