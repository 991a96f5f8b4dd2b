"""The neural networks of search.

One for each game and number of players evaluates positions. One for each game estimates which
tickets others hold. A file holds the weights and the biases of three layers.
`benchmarks/value.py` and `benchmarks/believe.py` train them. On boards without a file, playouts go
to the end, and tickets are guessed by a formula.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel.beliefs import MORE
from fogline.bots.kernel.network import DenseLayer, Network
from fogline.bots.kernel.value import SEAT, SHARED, Judge
from fogline.bots.kernel.weights import NEVER
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

Floats = npt.NDArray[np.float32]
Layers = tuple[tuple[Floats, Floats], ...]
"""For each layer its weights, a row for each input, and its bias."""

_NONE: Layers = ((np.zeros((0, 0), np.float32), np.zeros(0, np.float32)),) * 3


def inputs_of(seats: int) -> int:
    """Return how many numbers describe a position."""
    return seats * (SEAT + 1) + SHARED


def belief_inputs_of(engine: FastEngine) -> int:
    """Return how many numbers describe the public facts about a seat."""
    return len(engine.lowered.routes) + len(engine.lowered.places) + MORE


def judge_for(engine: FastEngine, horizon: int) -> Judge:
    """Return what evaluates positions of a game after `horizon` turns, if there is a network."""
    layers = _layers_of(engine.game, f"{engine.game.name}-{engine.seats}.npz")
    return Judge(
        horizon if layers else NEVER,
        engine.with_memory(Block.empty(engine.lowered.block), words_of(0)),
        _network(inputs_of(engine.seats), layers or _NONE),
    )


def believer_for(engine: FastEngine) -> Network | None:
    """Return the network that estimates which tickets others hold, or `None`."""
    layers = _layers_of(engine.game, f"{engine.game.name}-beliefs.npz")
    return _network(belief_inputs_of(engine), layers) if layers else None


def _network(inputs: int, layers: Layers) -> Network:
    return Network(
        np.zeros(inputs, np.float32),
        *(DenseLayer(weights, bias, np.zeros_like(bias)) for weights, bias in layers),
    )


def _layers_of(game: GameDefinition, name: str) -> Layers | None:
    # A user's board may have the name of a built-in one.
    return _read(name) if game.board_text is None else None


@cache
def _read(name: str) -> Layers | None:
    path = files(__name__) / name
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return tuple((arrays[f"weights{each}"], arrays[f"bias{each}"]) for each in range(3))
