"""Observations and actions of the compiled engine."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.core.messages import Action, Seat
from fogline.core.table import State, View
from fogline.env import kernel
from fogline.env.layout import MOST, Described, Layout, Vector
from fogline.env.observer import Form, Mask, Observer
from fogline.fast import CannotLower, FastEngine, FastState, determinise
from fogline.fast.compose import Feature
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics import MECHANICS
from fogline.fast.mechanics.tickets import most_offered

Offsets = npt.NDArray[np.uint32]


class CompiledObserver(Observer[FastState]):
    """Writes the observations of a compiled game by the features of its mechanics."""

    def __init__(self, engine: FastEngine, form: Form = "vector") -> None:
        super().__init__(engine.game, engine.seats, form)
        self.engine = engine
        lowered = self.engine.lowered
        features = list(_features(lowered))
        self.layout = Layout(_described(feature, lowered) for feature in features)
        self.offsets: Offsets = np.zeros(1 + max(each.index for each in features), np.uint32)
        """Where each feature begins, by its index; those that this game lacks are never asked."""
        for feature, part in zip(features, self.layout.parts, strict=True):
            self.offsets[feature.index] = part.first
        self.codes = self.engine.codes + (1 << most_offered(lowered))

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
        kernel.observe(position.g, seat, self.offsets, out)
        return out

    def mask(self, position: FastState, seat: Seat) -> Mask:
        """Return 1 for each action that is legal for a seat, 0 for the others."""
        mask = np.zeros(self.codes, np.int8)
        kernel.write_mask(position.g, seat, mask, self.engine.new_list())
        return mask

    def action(self, position: FastState, seat: Seat, code: int) -> Action:
        """Return the legal action that a code stands for."""
        return self.engine.action(int(kernel.code_of(position.g, seat, code)))

    def code(self, position: FastState, seat: Seat, action: Action) -> int:
        """Return the code of a legal action."""
        return int(kernel.action_of(position.g, seat, self.engine.code(action)))

    def step(self, position: FastState, seat: Seat, code: int) -> None:
        """Perform the legal action that a code stands for."""
        position.step(seat, kernel.code_of(position.g, seat, code))

    def play(self, position: FastState, seat: Seat, action: Action) -> None:
        """Perform a legal action."""
        position.step(seat, self.engine.code(action))


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
