"""Observations and actions of the compiled engine."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Chance, Seed
from fogline.core.engine import start
from fogline.core.feature import Feature
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.env import env_kernel
from fogline.env.observation_layout import MOST, Layout, Vector, features_of
from fogline.env.observer import Form, Mask, Observer
from fogline.fast import CannotLower, FastEngine, FastState, determinise
from fogline.fast.compose import features
from fogline.fast.mechanics.tickets import most_offered

Offsets = npt.NDArray[np.uint32]


class CompiledObserver(Observer[FastState]):
    """Observes a compiled game: kernels write what its rules declare."""

    def __init__(self, engine: FastEngine, form: Form = "vector") -> None:
        super().__init__(engine.game, engine.seats, form)
        self.engine = engine
        state, _ = start(engine.game, engine.seats, Chance(0))
        view = view_of(state, 0)
        _check(features_of(view))
        self.layout = Layout(view)
        self.offsets: Offsets = np.zeros(len(features.names), np.uint32)
        """Where each feature begins, by its index; features that this game lacks are not used."""
        for part in self.layout.parts:
            self.offsets[features.names.index(part.name)] = part.first
        self.codes = self.engine.codes + (1 << most_offered(self.engine.lowered))

    def start(self, seed: Seed) -> FastState:
        """Deal a game with the dice `Chance(seed)`."""
        return self.engine.start(seed)

    def resume(self, state: State, seed: Seed) -> FastState:
        """Continue from a state, with new dice."""
        return self.engine.from_state(state, seed)

    def guess(self, view: View, seed: Seed) -> FastState:
        """Fill in at random what a view hides. The position gives its seat an equal view."""
        return determinise(self.engine, view, seed)

    def vector(self, position: FastState, seat: Seat) -> Vector:
        """Return what a seat sees, as one vector."""
        out = np.zeros(self.layout.size, np.int8)
        env_kernel.observe(position.g, seat, self.offsets, out)
        return out

    def mask(self, position: FastState, seat: Seat) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others."""
        mask = np.zeros(self.codes, np.int8)
        env_kernel.write_mask(position.g, seat, mask, self.engine.new_list())
        return mask

    def action(self, position: FastState, seat: Seat, code: int) -> Action:
        """Return the legal action that a code stands for."""
        return self.engine.action(int(env_kernel.code_of(position.g, seat, code)))

    def code(self, position: FastState, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""
        return int(env_kernel.action_of(position.g, seat, self.engine.code(action)))

    def step(self, position: FastState, seat: Seat, code: int) -> None:
        """Perform the legal action that a code stands for."""
        position.step(seat, env_kernel.code_of(position.g, seat, code))

    def play(self, position: FastState, seat: Seat, action: Action) -> None:
        """Perform a legal action."""
        position.step(seat, self.engine.code(action))


def _check(declared: Iterable[Feature]) -> None:
    """Raise `CannotLower` for a feature that no kernel writes, or whose range is too large."""
    for feature in declared:
        if feature.name not in features.names:
            raise CannotLower(f"no kernel writes the observation {feature.name!r}.")
        if feature.high > MOST:
            raise CannotLower(
                f"a compiled observation counts no further than {MOST}: {feature.meaning}."
            )
