"""Observations and actions of the compiled engine."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from fogline.core.messages import Action, Seat
from fogline.env import kernel
from fogline.env.layout import MOST, Described, Layout, Vector
from fogline.env.observer import Form, Mask, Observer, next_seed
from fogline.fast import CannotLower, FastEngine
from fogline.fast.compose import Feature
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics import MECHANICS
from fogline.fast.mechanics.tickets import most_offered
from fogline.sim.compiled import CompiledPosition, CompiledSimulator

Offsets = npt.NDArray[np.uint32]


class CompiledObserver(Observer[CompiledPosition]):
    """Writes the observations of a compiled game by the features of its mechanics."""

    def __init__(self, simulator: CompiledSimulator, form: Form = "vector") -> None:
        super().__init__(simulator, form)
        self.engine: FastEngine = simulator.engine
        lowered = self.engine.lowered
        features = list(_features(lowered))
        self.layout = Layout(_described(feature, lowered) for feature in features)
        self.offsets: Offsets = np.zeros(1 + max(each.index for each in features), np.uint32)
        """Where each feature begins, by its index; those that this game lacks are never asked."""
        for feature, part in zip(features, self.layout.parts, strict=True):
            self.offsets[feature.index] = part.first
        self.codes = self.engine.codes + (1 << most_offered(lowered))

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


def _features(lowered: LoweredGame) -> Iterator[Feature]:
    """Yield the features of a game in the order of its rules: kernels write from front to back."""
    for rule in lowered.game.rules:
        yield from MECHANICS[type(rule)].features


def _described(feature: Feature, lowered: LoweredGame) -> Described:
    high = feature.high(lowered)
    if high > MOST:
        raise CannotLower(
            f"a compiled observation counts no further than {MOST}: {feature.meaning}."
        )
    return Described(feature.name, feature.shape(lowered), feature.low, high, feature.meaning)
