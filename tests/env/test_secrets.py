"""Law 4 for environments: what a seat may not know changes nothing in what it observes."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, define
from fogline.env import Observer
from fogline.fast import FastEngine, FastState, compile_game, words_of
from fogline.fast.kernel.guess import fill_in, forget

VARIANTS = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 5, {"alvin": True}),
]


def twin_of(engine: FastEngine, state: FastState, seat: int, seed: str) -> FastState:
    """Deal anew all that a seat does not know."""
    twin = state.copy()
    block, numbers = twin.block, engine.tables.numbers
    hidden = np.zeros((2, 2 + engine.seats), np.int64)
    forget(block.bytes, block.words, numbers, seat, hidden)
    fill_in(block.bytes, block.words, numbers, hidden[0], hidden[1], words_of(seed))
    return twin


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_what_a_seat_may_not_know_changes_no_observation(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    engine = compile_game(define(name, options), seats)
    observer = Observer(engine)
    dice = Chance(f"{name} {seats}")
    positions = different = 0
    for game in range(4):
        state = engine.start(f"secrets {game}")
        while not state.is_over:
            for viewer in range(seats):
                twin = twin_of(engine, state, viewer, f"{game} {positions}")
                different += not np.array_equal(twin.block.bytes, state.block.bytes)
                mine, other = observer.vector(state, viewer), observer.vector(twin, viewer)
                assert np.array_equal(mine, other)
                mask = observer.mask(state, viewer)
                assert np.array_equal(mask, observer.mask(twin, viewer))
                assert mask.any() == (viewer in state.deciding)
                assert (observer.layout.low <= mine).all()
                assert (mine <= observer.layout.high).all()
                positions += 1
            seat = state.deciding[0]
            legal = state.legal(seat)
            state.step(seat, int(legal[dice.below(len(legal))]))
    # The test would be worth nothing if twins were the same state.
    assert different > positions * 0.8
