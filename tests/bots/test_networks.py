"""The networks that judge positions for search: whose they are, and what they compute."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
import pytest

from fogline import define
from fogline.bots import networks
from fogline.bots.compiled import engine_for
from fogline.bots.kernel import value
from fogline.bots.kernel.weights import NEVER
from fogline.bots.networks import inputs_of, judge_for
from fogline.bots.search import minds_for
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, FastState
from fogline.fast.advice import Planner

FILES = sorted(
    (path for path in files(networks).iterdir() if path.name.endswith(".npz")),
    key=lambda path: path.name,
)
MOST_BYTES = 2_000_000


def _engine(name: str) -> FastEngine:
    game, _, seats = name.removesuffix(".npz").rpartition("-")
    return engine_for(define(game), int(seats))


def _played(engine: FastEngine, moves: int) -> FastState:
    """Play the first actions that are legal, up to the beginning of a turn."""
    state = engine.start("judged")
    while not state.is_over and (moves > 0 or len(state.legal(state.deciding[0])) < 3):
        seat = state.deciding[0]
        state.step(seat, int(state.legal(seat)[0]))
        moves -= 1
    return state


def test_every_size_of_table_has_one() -> None:
    assert [path.name for path in FILES] == [
        *(f"old-west-{seats}.npz" for seats in range(2, 7)),
        *(f"san-francisco-{seats}.npz" for seats in range(2, 5)),
    ]


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_network_is_small_and_fits_its_game(path: Traversable) -> None:
    assert len(path.read_bytes()) < MOST_BYTES
    engine = _engine(path.name)
    judge = judge_for(engine, 2)
    assert judge.horizon == 2
    assert judge.inputs.shape == (inputs_of(engine.seats),)
    size = len(judge.inputs)
    for layer in (judge.first, judge.second, judge.last):
        assert layer.weights.shape == (size, len(layer.bias))
        assert layer.weights.dtype == np.float32
        size = len(layer.bias)
    assert size == 1


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_judgement_is_what_the_network_says_of_the_description(path: Traversable) -> None:
    engine = _engine(path.name)
    judge, minds = judge_for(engine, 2), minds_for(engine)
    state = _played(engine, 60)
    seat = state.deciding[0]
    planner = Planner(minds.weights, minds.plans[seat], minds.codes)
    worth = value.worth(state.g, seat, planner, judge)
    signal = judge.inputs.astype(np.float64)
    assert signal.any()
    for layer in (judge.first, judge.second):
        signal = np.maximum(signal @ layer.weights + layer.bias, 0)
    expected = float((signal @ judge.last.weights + judge.last.bias)[0])
    assert worth == pytest.approx(min(max(expected, 0), 1), abs=1e-4)


def _copy_of_old_west() -> GameDefinition:
    """The board of Old West as somebody's own file."""
    return define(Path(str(files("fogline.boards") / "old_west.toml")))


def test_boards_of_others_are_played_to_the_end() -> None:
    ours, copy = define("old-west"), _copy_of_old_west()
    assert copy.name == ours.name
    assert judge_for(engine_for(ours, 2), 2).horizon == 2
    assert judge_for(engine_for(copy, 2), 2).horizon == NEVER
