"""A network that learns from games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]
BATCH = 1024


class Network:
    """A network with rectifiers between its layers, taught by Adam."""

    def __init__(self, sizes: Sequence[int], inputs: Floats, seed: int, start: float = 0.0) -> None:
        dice = np.random.default_rng(seed)
        self._mean, spread = inputs.mean(axis=0), inputs.std(axis=0)
        # What is always the same, such as cards that a game does not have, stays as it is.
        self._spread = np.where(spread > 0, spread + np.float32(1e-6), np.float32(1))
        self._layers: list[Floats] = []
        for rows, columns in pairwise(sizes):
            first = dice.standard_normal((rows, columns)) * np.sqrt(2 / rows)
            self._layers += [first.astype(np.float32), np.zeros(columns, np.float32)]
        # It begins with next to no opinion.
        self._layers[-2] *= np.float32(0.1)
        self._layers[-1] += np.float32(start)
        self._means = [np.zeros_like(layer) for layer in self._layers]
        self._squares = [np.zeros_like(layer) for layer in self._layers]
        self._steps = 0

    def _signals(self, inputs: Floats) -> list[Floats]:
        signals = [(inputs - self._mean) / self._spread]
        for weight, bias in zip(self._layers[::2], self._layers[1::2], strict=True):
            if len(signals) > 1:
                signals[-1] = np.maximum(signals[-1], 0)
            signals.append(signals[-1] @ weight + bias)
        return signals

    def outputs(self, inputs: Floats) -> Floats:
        """Return what the network says of each row."""
        return self._signals(inputs)[-1]

    def save(self, path: Path) -> None:
        """Write the network, told what it knows of means and spreads, to a file."""
        first, bias = self._layers[0] / self._spread[:, None], self._layers[1]
        layers = [first, bias - self._mean @ first, *self._layers[2:]]
        arrays = {f"weights{each}": layers[2 * each] for each in range(len(layers) // 2)}
        arrays |= {f"bias{each}": layers[2 * each + 1] for each in range(len(layers) // 2)}
        np.savez(path, **arrays)

    def teach(
        self,
        inputs: Floats,
        slope_of: Callable[[Floats, Rows], Floats],
        epochs: int,
        seed: int,
        tell: Callable[[int], None],
    ) -> None:
        """Go through all rows some times; `slope_of` says how the loss of rows grows with outputs.

        After each time `tell` is called with its number.
        """
        dice, num = np.random.default_rng(seed), len(inputs) // BATCH
        for epoch in range(epochs):
            order = dice.permutation(len(inputs))
            for number in range(num):
                rows = order[number * BATCH :][:BATCH]
                rate = 2e-3 * (1 - (epoch * num + number) / (epochs * num))
                self._learn(inputs[rows], rows, slope_of, rate)
            tell(epoch + 1)

    def _learn(
        self, inputs: Floats, rows: Rows, slope_of: Callable[[Floats, Rows], Floats], rate: float
    ) -> None:
        """Take a step that makes the loss smaller."""
        signals = self._signals(inputs)
        error = slope_of(signals[-1], rows)
        slopes: list[Floats] = []
        for layer in range(len(signals) - 2, -1, -1):
            slopes = [signals[layer].T @ error, error.sum(axis=0), *slopes]
            error = (error @ self._layers[2 * layer].T) * (signals[layer] > 0)
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weights, slope, mean, square in zip(
            self._layers, slopes, self._means, self._squares, strict=True
        ):
            mean[:] += np.float32(0.1) * (slope - mean)
            square[:] += np.float32(0.001) * (slope * slope - square)
            weights[:] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))
