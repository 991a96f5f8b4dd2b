"""What a learnt value of positions is worth, in playouts: `python -m benchmarks.value GAME`.

Search plays each guess to its end. Would it do as well to ask a small network instead? The planner
plays games against itself, with some choices at random up to a moment. A network learns from the
positions after that moment what search would count at the end. Then positions that it has not
learnt from are played out many times. The mean error of the network, compared to the spread of
playouts, says how many of them it replaces. With `--save` search uses the network from now on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.network import Floats, Network, Rows
from benchmarks.value_kernel import Positions, play_games
from fogline import define
from fogline.bots import networks
from fogline.bots.compiled_bots import engine_for, style_for
from fogline.bots.kernel import tree_search
from fogline.bots.networks import inputs_of
from fogline.bots.search import policies_for
from fogline.bots.tuned_weights import Style
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

HIDDEN = (64, 32)
"""The sizes of the layers in between."""
VARIANTS: dict[str, tuple[dict[str, bool], ...]] = {"old-west": ({}, {"alvin": True})}
"""The options that a network learns together."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of planners, and what is kept of them."""

    engine: FastEngine
    often: float
    """The chance of a turn to be kept."""
    repeats: int = 0
    """If one position is kept of each game: how often it is played out."""
    style: Style | None = None
    """That of all players, if it is not that of the game."""


def positions_of(games: Games, num: int, seed: int) -> Positions:
    """Play games, and keep so many positions."""
    engine = games.engine
    size = engine.lowered.block
    g, ended = (engine.with_memory(Block.empty(size), words_of(0)) for _ in range(2))
    codes = engine.new_list()
    out = Positions(
        inputs=np.zeros((num, inputs_of(engine.seats)), np.float32),
        seats=np.zeros(num, np.int64),
        results=np.zeros(num),
        words=np.zeros((num, size // 8), np.uint64),
        playouts=np.zeros((num, games.repeats)),
    )
    rngs = np.random.default_rng(seed).integers(0, 2**64, (4 * num, 4), np.uint64)
    found = tree_search.Choices(codes, np.zeros(len(codes)))
    how = np.array(style_for(engine).search)
    kept = play_games(
        g, ended, policies_for(engine, games.style), found, how, rngs, games.often, out
    )
    return Positions(*(each[:kept] for each in out))


def taught(positions: Positions, epochs: int, seed: int, tests: Positions) -> Network:
    """Teach a network what came of these positions, and tell how it goes."""
    inputs, results = positions.inputs, positions.results.astype(np.float32)
    network = Network([inputs.shape[1], *HIDDEN, 1], inputs, seed, 0.5)

    def slope_of(outputs: Floats, rows: Rows) -> Floats:
        """Say how the squared error grows."""
        return (outputs - results[rows, None]) * np.float32(2 / len(rows))

    def tell(epoch: int) -> None:
        print(report(f"epoch {epoch}", network.outputs(tests.inputs)[:, 0], tests), flush=True)

    network.teach(inputs, slope_of, epochs, seed, tell)
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


def joined(parts: Sequence[Positions]) -> Positions:
    """Put positions of several games together."""
    return Positions(*(np.concatenate(each) for each in zip(*parts, strict=True)))


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
    parser.add_argument("--save", action="store_true", help="let search use the network")
    given = parser.parse_args()
    variants = VARIANTS.get(given.game, ({},))
    engines = [engine_for(define(given.game, options), given.players) for options in variants]
    tests = positions_of(Games(engines[0], 0.08, given.playouts), given.tests, given.seed)
    one, others = tests.playouts[:, 0], tests._replace(playouts=tests.playouts[:, 1:])
    print(report("one playout", one, others), flush=True)
    began = time.process_time()
    share = given.num // len(engines)
    positions = joined([positions_of(Games(each, 0.3), share, given.seed + 1) for each in engines])
    print(f"{len(positions.seats)} positions: {time.process_time() - began:.0f} s", flush=True)
    network = taught(positions, given.epochs, given.seed, tests)
    if given.save:
        network.save(Path(networks.__path__[0]) / f"{given.game}-{given.players}.npz")


if __name__ == "__main__":
    main()
