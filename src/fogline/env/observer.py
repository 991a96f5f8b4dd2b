"""What a seat sees and may do, as the arrays that learning programs take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fogline.core.definition import Options
from fogline.core.messages import Seat
from fogline.env import kernel
from fogline.env.layout import Layout, Vector
from fogline.fast import FastEngine, FastState, compile_game
from fogline.games import define

Form = Literal["vector", "dict"]
"""One vector, or its named parts."""
Reward = Literal["score", "win"]
"""The points at the end; or 1 to each winner and -1 to each other."""
Mask = npt.NDArray[np.int8]
Seen = Vector | dict[str, Vector]
Observation = dict[str, Seen]

REWARDS = {"score": kernel.FINAL_SCORE, "win": kernel.WIN}


def engine_of(game: str, seats: int | None, options: Options | None) -> FastEngine:
    """Make the compiled engine of a game; by default with the fewest players."""
    definition = define(game, options)
    return compile_game(definition, definition.seats[0] if seats is None else seats)


def reward_kind(reward: Reward) -> int:
    """Return the kernel's number of a kind of reward."""
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}; expected one of: {', '.join(REWARDS)}.")
    return REWARDS[reward]


class Observer:
    """Writes observations and masks of one engine's games."""

    def __init__(self, engine: FastEngine, form: Form = "vector") -> None:
        if form not in ("vector", "dict"):
            raise ValueError(f"there is no form {form!r}; expected vector or dict.")
        self.engine = engine
        self.form = form
        self.layout = Layout(engine.tables)
        self._scratch = engine.new_scratch()

    @property
    def action_space(self) -> spaces.Discrete:
        """All action codes."""
        return spaces.Discrete(self.engine.tables.codes)

    @property
    def seen_space(self) -> spaces.Box | spaces.Dict:
        """The space of what a seat sees, without the mask."""
        layout = self.layout
        if self.form == "vector":
            return spaces.Box(layout.low, layout.high, dtype=np.int8)
        return spaces.Dict(
            {
                part.name: spaces.Box(part.low, part.high, part.shape, np.int8)
                for part in layout.parts
                if part.size
            }
        )

    @property
    def space(self) -> spaces.Dict:
        """The space of a whole observation."""
        mask = spaces.Box(0, 1, (self.engine.tables.codes,), np.int8)
        return spaces.Dict({"observation": self.seen_space, "action_mask": mask})

    def formed(self, vector: Vector) -> Seen:
        """Give a vector the form that was asked for."""
        return vector if self.form == "vector" else dict(self.layout.split(vector))

    def vector(self, state: FastState, seat: Seat) -> Vector:
        """Return what a seat sees, as one vector."""
        out = np.zeros(self.layout.size, np.int8)
        block = state.block
        numbers = self.engine.tables.numbers
        kernel.observe(
            block.bytes, block.words, block.halves, numbers, self.layout.offsets, seat, out
        )
        return out

    def mask(self, state: FastState, seat: Seat) -> Mask:
        """Return 1 for each code that is legal for a seat, 0 for the others."""
        tables = self.engine.tables
        mask = np.zeros(tables.codes, np.int8)
        block = state.block
        kernel.write_mask(
            block.bytes, block.words, tables.numbers, tables.masks, seat, mask, self._scratch
        )
        return mask

    def rewards(self, state: FastState, kind: int) -> Mapping[Seat, float]:
        """Return every seat's reward for a game that is over."""
        rewards = np.zeros(self.engine.seats, np.float64)
        block = state.block
        numbers = self.engine.tables.numbers
        kernel.reward_all(block.bytes, block.words, block.halves, numbers, kind, rewards)
        return dict(enumerate(rewards.tolist()))


def deal(engine: FastEngine, dice: np.random.Generator) -> FastState:
    """Deal a game by the next number of a generator."""
    return engine.start(int(dice.integers(2**63)))
