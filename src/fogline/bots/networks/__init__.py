"""The networks that judge positions for search: one for each game and number of players.

A file holds the weights and the bias of three layers. `benchmarks/value.py` makes them. Boards
without a file are played out to the end.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel.value import SEAT, SHARED, Judge, Layer
from fogline.bots.kernel.weights import NEVER
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

Floats = npt.NDArray[np.float32]
Network = tuple[tuple[Floats, Floats], ...]
"""For each layer its weights, a row for each input, and its bias."""

_NONE: Network = ((np.zeros((0, 0), np.float32), np.zeros(0, np.float32)),) * 3


def inputs_of(seats: int) -> int:
    """Say how many numbers describe a position."""
    return seats * (SEAT + 1) + SHARED


def judge_for(engine: FastEngine, horizon: int) -> Judge:
    """Return what judges positions of a game after so many turns; without a network, nothing."""
    network = _network_of(engine.game, engine.seats)
    return Judge(
        horizon if network else NEVER,
        np.zeros(inputs_of(engine.seats), np.float32),
        engine.with_memory(Block.empty(engine.lowered.block), words_of(0)),
        *(Layer(weights, bias, np.zeros_like(bias)) for weights, bias in network or _NONE),
    )


def _network_of(game: GameDefinition, seats: int) -> Network | None:
    # Somebody's own board may have the name of one of ours.
    return _read(f"{game.name}-{seats}.npz") if game.board_text is None else None


@cache
def _read(name: str) -> Network | None:
    path = files(__name__) / name
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return tuple((arrays[f"weights{each}"], arrays[f"bias{each}"]) for each in range(3))
