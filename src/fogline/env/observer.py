"""What a seat sees and may do, as arrays for learning programs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, Literal, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.env.observation_layout import Layout, Vector
from fogline.sim.winners import winners_of

Form = Literal["vector", "dict"]
"""One vector, or its named parts."""
Reward = Literal["score", "win"]
"""The points at the end; or 1 to each winner and -1 to each other."""
Illegal = Literal["raise", "end", "ignore", "random"]
"""What an illegal code does: raise `ValueError`; end the game with a reward of `PENALTY`; change
nothing, with the same reward; or perform a random legal code instead."""
PENALTY = -1.0
Mask = npt.NDArray[np.int8]
Seen = Vector | dict[str, Vector]
Observation = dict[str, Seen]

FORMS: tuple[Form, ...] = ("vector", "dict")
REWARDS: tuple[Reward, ...] = ("score", "win")


class Position(Protocol):
    """A game in progress of either engine, as environments use it."""

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Return the seats that must choose now; empty once the game has ended."""
        ...

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Return each seat's points so far."""
        ...

    @property
    def tie_breaks(self) -> tuple[int, ...]:
        """Return the number that breaks ties between seats with equal points."""
        ...

    def to_state(self) -> State:
        """Return the state of the readable engine. It holds secrets."""
        ...


PositionT = TypeVar("PositionT", bound=Position)


def checked_reward(reward: Reward) -> Reward:
    """Return a kind of reward; raise `ValueError` if it is unknown."""
    if reward not in REWARDS:
        raise ValueError(f"there is no reward {reward!r}; expected one of: {', '.join(REWARDS)}.")
    return reward


def rewards_of(position: Position, reward: Reward) -> Mapping[Seat, float]:
    """Return every seat's reward for a game that is over."""
    if reward == "score":
        return {seat: float(points) for seat, points in enumerate(position.scores)}
    winners = winners_of(np.array(position.scores), np.array(position.tie_breaks))
    return {seat: 1.0 if won else -1.0 for seat, won in enumerate(winners.tolist())}


class Observer(ABC, Generic[PositionT]):
    """Deals and plays one game, writes observations and masks, and numbers the actions.

    The actions of an environment are numbered from 0: those that the rules list, then choices of
    tickets by their places in the offer, a bit for each place. There is one observer for each
    engine.
    """

    layout: Layout
    codes: int
    """The number of actions."""

    def __init__(self, game: GameDefinition, seats: int, form: Form = "vector") -> None:
        if form not in FORMS:
            raise ValueError(f"there is no form {form!r}; expected vector or dict.")
        self.game = game
        self.seats = seats
        """The number of players."""
        self.form = form

    @property
    def action_space(self) -> spaces.Discrete:
        """Return the space of all actions."""
        return spaces.Discrete(self.codes)

    @property
    def seen_space(self) -> spaces.Box | spaces.Dict:
        """Return the space of what a seat sees, without the mask."""
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
        """Return the space of a whole observation."""
        mask = spaces.Box(0, 1, (self.codes,), np.int8)
        return spaces.Dict({"observation": self.seen_space, "action_mask": mask})

    def formed(self, vector: Vector) -> Seen:
        """Return a vector in the requested form."""
        return vector if self.form == "vector" else dict(self.layout.split(vector))

    def deal(self, dice: np.random.Generator) -> PositionT:
        """Deal a game by the next number of a generator."""
        return self.start(next_seed(dice))

    @abstractmethod
    def start(self, seed: Seed) -> PositionT:
        """Deal a game with the dice `Chance(seed)`."""

    @abstractmethod
    def resume(self, state: State, seed: Seed) -> PositionT:
        """Continue from a state, with new dice."""

    @abstractmethod
    def guess(self, view: View, seed: Seed) -> PositionT:
        """Fill in at random what a view hides. The position gives its seat an equal view."""

    @abstractmethod
    def vector(self, position: PositionT, seat: Seat) -> Vector:
        """Return what a seat sees, as one vector."""

    @abstractmethod
    def mask(self, position: PositionT, seat: Seat) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others."""

    @abstractmethod
    def action(self, position: PositionT, seat: Seat, code: int) -> Action:
        """Return the legal action that a code stands for."""

    @abstractmethod
    def code(self, position: PositionT, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""

    @abstractmethod
    def step(self, position: PositionT, seat: Seat, code: int) -> None:
        """Perform the legal action that a code stands for."""

    @abstractmethod
    def play(self, position: PositionT, seat: Seat, action: Action) -> None:
        """Perform a legal action."""


def next_seed(dice: np.random.Generator) -> int:
    """Return the seed of the next game."""
    return int(dice.integers(2**63))
