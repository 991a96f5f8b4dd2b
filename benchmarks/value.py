"""What a learnt value of positions is worth, in playouts: `python -m benchmarks.value GAME`.

Search plays each guess to its end. Would it do as well to ask a small network instead? The planner
plays games against itself, with some choices at random up to a moment. A network learns from the
positions after that moment what search would count at the end. Then positions that it has not
learnt from are played out many times. The mean error of the network, compared to the spread of
playouts, says how many of them it replaces. The value is used nowhere else.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.value_kernel import SEAT, SHARED, Positions, play_games
from fogline import define
from fogline.bots.compiled import engine_for, style_for
from fogline.bots.kernel import search
from fogline.bots.search import minds_for
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

Floats = npt.NDArray[np.float32]


def positions_of(engine: FastEngine, num: int, often: float, repeats: int, seed: int) -> Positions:
    """Play games, and keep so many positions; with `repeats`, one of each game, played out."""
    size = engine.lowered.block
    g, ended = (engine.with_memory(Block.empty(size), words_of(0)) for _ in range(2))
    codes = engine.new_list()
    out = Positions(
        inputs=np.zeros((num, engine.seats * (SEAT + 1) + SHARED), np.float32),
        seats=np.zeros(num, np.int64),
        results=np.zeros(num),
        words=np.zeros((num, size // 8), np.uint64),
        playouts=np.zeros((num, repeats)),
    )
    rngs = np.random.default_rng(seed).integers(0, 2**64, (4 * num, 4), np.uint64)
    found = search.Choices(codes, np.zeros(len(codes)))
    how = np.array(style_for(engine).search)
    kept = play_games(g, ended, minds_for(engine), found, how, rngs, often, out)
    return Positions(*(each[:kept] for each in out))


class Network:
    """A network with rectifiers between its layers, taught by Adam."""

    def __init__(self, sizes: Sequence[int], inputs: Floats, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self._mean, self._spread = inputs.mean(axis=0), inputs.std(axis=0) + np.float32(1e-6)
        self._layers: list[Floats] = []
        for rows, columns in pairwise(sizes):
            start = dice.standard_normal((rows, columns)) * np.sqrt(2 / rows)
            self._layers += [start.astype(np.float32), np.zeros(columns, np.float32)]
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

    def values(self, inputs: Floats) -> Floats:
        """Return what each position is worth."""
        return self._signals(inputs)[-1][:, 0]

    def learn(self, inputs: Floats, results: Floats, rate: float) -> None:
        """Take a step that makes the squared error smaller."""
        signals = self._signals(inputs)
        error = (signals[-1] - results[:, None]) * np.float32(2 / len(results))
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


def taught(positions: Positions, hidden: Sequence[int], epochs: int, seed: int) -> Network:
    """Teach a network what came of these positions."""
    inputs, results = positions.inputs, positions.results.astype(np.float32)
    network = Network([inputs.shape[1], *hidden, 1], inputs, seed)
    dice, size = np.random.default_rng(seed), 1024
    steps = epochs * (len(inputs) // size)
    for step in range(steps):
        if step % (len(inputs) // size) == 0:
            order = dice.permutation(len(inputs))
        batch = order[step % (len(inputs) // size) * size :][:size]
        network.learn(inputs[batch], results[batch], 2e-3 * (1 - step / steps))
    return network


def report(name: str, values: npt.NDArray[Any], tests: Positions) -> str:
    """Compare values of positions to the means of their playouts."""
    truth = tests.playouts.mean(axis=1)
    spread = tests.playouts.var(axis=1, ddof=1).mean()
    error = ((values - truth) ** 2).mean() - spread / tests.playouts.shape[1]
    match = np.corrcoef(values, truth)[0, 1]
    return (
        f"{name}: correlation {match:.3f}, error {error:.4f}, worth {spread / error:.1f} playouts"
    )


def main() -> None:
    """Play, teach and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--num", type=int, default=400_000, help="positions to learn from")
    parser.add_argument("--tests", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=40, help="for each test")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine = engine_for(define(given.game), given.players)
    tests = positions_of(engine, given.tests, 0.08, given.playouts, given.seed)
    one, others = tests.playouts[:, 0], tests._replace(playouts=tests.playouts[:, 1:])
    print(report("one playout", one, others), flush=True)
    began = time.process_time()
    positions = positions_of(engine, given.num, 0.3, 0, given.seed + 1)
    print(f"{len(positions.seats)} positions: {time.process_time() - began:.0f} s", flush=True)
    for hidden in ([], [32], [64, 32]):
        network = taught(positions, hidden, given.epochs, given.seed)
        print(report(f"network {hidden}", network.values(tests.inputs), tests), flush=True)


if __name__ == "__main__":
    main()
