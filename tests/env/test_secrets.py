"""Law 4 for environments: what a seat may not know changes nothing in what it observes."""

from __future__ import annotations

import numpy as np
import pytest

from fogline import Chance, view_of
from fogline.env import observer_of
from tests.soak import amount

VARIANTS = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 5, {"alvin": True}),
]


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_what_a_seat_may_not_know_changes_no_observation(
    name: str, seats: int, options: dict[str, bool]
) -> None:
    observer = observer_of(name, seats, options)
    dice = Chance(f"{name} {seats}")
    positions = different = 0
    for game in range(amount(1, 8)):
        position = observer.start(f"secrets {game}")
        while not position.is_over:
            for viewer in range(seats):
                view = view_of(position.to_state(), viewer)
                twin = observer.guess(view, f"{game} {positions}")
                different += twin.to_state() != position.to_state()
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
