"""Law 4 for environments: what a seat may not know changes nothing in what it observes."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance
from fogline.env import observer_of
from fogline.sim import Position, Simulator
from tests.soak import amount

VARIANTS = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 5, {"alvin": True}),
]


def twin_of(simulator: Simulator, position: Position, seat: int, seed: str) -> Position:
    """Deal anew all that a seat does not know."""
    return simulator.guess(position.view(seat), seed)


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_what_a_seat_may_not_know_changes_no_observation(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    observer = observer_of(name, seats, options)
    dice = Chance(f"{name} {seats}")
    positions = different = 0
    for game in range(amount(1, 8)):
        position = observer.simulator.start(f"secrets {game}")
        while not position.is_over:
            for viewer in range(seats):
                twin = twin_of(observer.simulator, position, viewer, f"{game} {positions}")
                different += twin.state() != position.state()
                mine, other = observer.vector(position, viewer), observer.vector(twin, viewer)
                assert np.array_equal(mine, other)
                mask = observer.mask(position, viewer)
                assert np.array_equal(mask, observer.mask(twin, viewer))
                assert mask.any() == (viewer in position.deciding)
                assert (observer.layout.low <= mine).all()
                assert (mine <= observer.layout.high).all()
                positions += 1
            seat = position.deciding[0]
            legal = position.legal(seat)
            position.step(seat, legal[dice.below(len(legal))])
    # The test would be worth nothing if twins were the same state.
    assert different > positions * 0.8
