"""The networks that search asks: whose they are, and what they compute."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from fogline import define
from fogline.bots import networks
from fogline.bots.compiled_bots import engine_for
from fogline.bots.kernel import beliefs, value
from fogline.bots.kernel.network import Network
from fogline.bots.kernel.planner_memory import Planner
from fogline.bots.kernel.weights import NEVER
from fogline.bots.networks import belief_inputs_of, believer_for, inputs_of, judge_for
from fogline.bots.search import policies_for
from fogline.core.definition import GameDefinition
from fogline.fast import FastEngine, FastState
from fogline.fast.constants import MOST_TICKETS
from fogline.fast.kernel.guess import forget

FILES = sorted(
    (path for path in files(networks).iterdir() if path.name.endswith(".npz")),
    key=lambda path: path.name,
)
JUDGES = [path for path in FILES if not path.name.endswith("-beliefs.npz")]
BELIEVERS = [path for path in FILES if path not in JUDGES]
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


def test_every_size_of_table_has_a_judge() -> None:
    assert [path.name for path in JUDGES] == [
        *(f"old-west-{seats}.npz" for seats in range(2, 7)),
        *(f"san-francisco-{seats}.npz" for seats in range(2, 5)),
    ]


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_network_is_small(path: Traversable) -> None:
    assert len(path.read_bytes()) < MOST_BYTES


def _check_layers(network: Network, inputs: int, outputs: int) -> None:
    assert network.inputs.shape == (inputs,)
    size = inputs
    for layer in (network.first, network.second, network.last):
        assert layer.weights.shape == (size, len(layer.bias))
        assert layer.weights.dtype == np.float32
        size = len(layer.bias)
    assert size == outputs


def _said(network: Network) -> npt.NDArray[np.float64]:
    """Work out what a network says of its inputs."""
    signal = network.inputs.astype(np.float64)
    assert signal.any()
    for layer in (network.first, network.second):
        signal = np.maximum(signal @ layer.weights + layer.bias, 0)
    return np.asarray(signal @ network.last.weights + network.last.bias)


@pytest.mark.parametrize("path", JUDGES, ids=[path.name for path in JUDGES])
def test_a_judge_fits_its_game(path: Traversable) -> None:
    engine = _engine(path.name)
    judge = judge_for(engine, 2)
    assert judge.horizon == 2
    _check_layers(judge.network, inputs_of(engine.seats), 1)


@pytest.mark.parametrize("path", JUDGES, ids=[path.name for path in JUDGES])
def test_a_judgement_is_what_the_network_says_of_the_description(path: Traversable) -> None:
    engine = _engine(path.name)
    judge, policies = judge_for(engine, 2), policies_for(engine)
    state = _played(engine, 60)
    seat = state.deciding[0]
    planner = Planner(policies.weights, policies.plans[seat], policies.codes)
    worth = value.worth(state.g, seat, planner, judge)
    expected = float(_said(judge.network)[0])
    assert worth == pytest.approx(min(max(expected, 0), 1), abs=1e-4)


def test_every_game_has_a_network_for_beliefs() -> None:
    assert [path.name for path in BELIEVERS] == [
        "old-west-beliefs.npz",
        "san-francisco-beliefs.npz",
    ]


@pytest.mark.parametrize("game", ["old-west", "san-francisco"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beliefs_are_what_the_network_says_of_what_is_seen(game: str, seats: int) -> None:
    engine = engine_for(define(game), seats)
    believer = believer_for(engine)
    assert believer is not None
    tickets = len(engine.lowered.tickets)
    _check_layers(believer, belief_inputs_of(engine), tickets)
    state = _played(engine, 60)
    hidden = np.zeros((2, 2 + seats), np.int64)
    forget(state.g, 0, hidden)
    affinity = np.ones((seats, MOST_TICKETS))
    beliefs.learnt_affinity(state.g, 0, hidden, believer, affinity)
    # The network was asked about the last seat last.
    assert np.log(affinity[-1, :tickets]) == pytest.approx(_said(believer), abs=1e-3)
    assert (affinity[0] == 1.0).all()
    assert (affinity[:, tickets:] == 1.0).all()


def _copy_of_old_west() -> GameDefinition:
    """The board of Old West as somebody's own file."""
    return define(Path(str(files("fogline.boards") / "old_west.toml")))


def test_boards_of_others_are_played_to_the_end() -> None:
    ours, copy = define("old-west"), _copy_of_old_west()
    assert copy.name == ours.name
    assert judge_for(engine_for(ours, 2), 2).horizon == 2
    assert judge_for(engine_for(copy, 2), 2).horizon == NEVER


def test_tickets_of_others_boards_are_guessed_by_numbers() -> None:
    assert believer_for(engine_for(define("old-west"), 2)) is not None
    assert believer_for(engine_for(_copy_of_old_west(), 2)) is None
