"""Observations and actions of the compiled engine."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Chance
from fogline.core.engine import start
from fogline.core.feature import Feature
from fogline.core.messages import Action, Seat
from fogline.core.view import view_of
from fogline.env import kernel
from fogline.env.layout import MOST, Layout, Vector, features_of
from fogline.env.observer import Form, Mask, Observer, next_seed
from fogline.fast import CannotLower, FastEngine
from fogline.fast.compose import features
from fogline.fast.mechanics.tickets import most_offered
from fogline.sim.compiled import CompiledPosition, CompiledSimulator

Offsets = npt.NDArray[np.uint32]


class CompiledObserver(Observer[CompiledPosition]):
    """Writes the observations of a compiled game as its rules declare them, by compiled code."""

    def __init__(self, simulator: CompiledSimulator, form: Form = "vector") -> None:
        super().__init__(simulator, form)
        self.engine: FastEngine = simulator.engine
        state, _ = start(simulator.game, simulator.seats, Chance(0))
        view = view_of(state, 0)
        _check(features_of(view))
        self.layout = Layout(view)
        self.offsets: Offsets = np.zeros(len(features.names), np.uint32)
        """Where each feature begins, by its index; those that this game lacks are never asked."""
        for part in self.layout.parts:
            self.offsets[features.names.index(part.name)] = part.first
        self.codes = self.engine.codes + (1 << most_offered(self.engine.lowered))

    def deal(self, dice: np.random.Generator) -> CompiledPosition:
        """Deal a game by the next number of a generator."""
        return CompiledPosition(self.engine.start(next_seed(dice)))

    def vector(self, position: CompiledPosition, seat: Seat) -> Vector:
        """Return what a seat sees, as one vector."""
        out = np.zeros(self.layout.size, np.int8)
        kernel.observe(position.fast.g, seat, self.offsets, out)
        return out

    def mask(self, position: CompiledPosition, seat: Seat) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others."""
        mask = np.zeros(self.codes, np.int8)
        kernel.write_mask(position.fast.g, seat, mask, self.engine.new_list())
        return mask

    def action(self, position: CompiledPosition, seat: Seat, code: int) -> Action:
        """Return the legal action that a code stands for."""
        return self.engine.action(int(kernel.code_of(position.fast.g, seat, code)))

    def code(self, position: CompiledPosition, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""
        return int(kernel.action_of(position.fast.g, seat, self.engine.code(action)))

    def step(self, position: CompiledPosition, seat: Seat, code: int) -> None:
        """Perform a legal action."""
        position.fast.step(seat, kernel.code_of(position.fast.g, seat, code))


def _check(declared: Iterable[Feature]) -> None:
    """Raise `CannotLower` for a feature that no kernel writes, or not so far."""
    for feature in declared:
        if feature.name not in features.names:
            raise CannotLower(f"no kernel writes the observation {feature.name!r}.")
        if feature.high > MOST:
            raise CannotLower(
                f"a compiled observation counts no further than {MOST}: {feature.meaning}."
            )
