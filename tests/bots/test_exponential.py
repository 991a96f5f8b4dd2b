"""The exponential of beliefs, which needs no mathematical library, against that of Python."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel.beliefs import MOST, exponential
from fogline.fast.jit import entry_point

BELOW = 3e-16
"""The relative error that its docstring names."""

Floats = npt.NDArray[np.float64]


@entry_point
def fill(points: Any, out: Any) -> None:
    for position in range(points.shape[0]):
        out[position] = exponential(points[position])


def exponentials(points: Floats) -> Floats:
    """Compute them in compiled code."""
    found = np.zeros(len(points))
    fill(points, found)
    return found


def test_it_is_close_to_the_exact_exponential() -> None:
    dice = np.random.default_rng(1)
    points = np.concatenate(
        [
            np.linspace(-MOST, MOST, 20_001),
            np.linspace(-700, 700, 20_001),
            dice.uniform(-1, 1, 20_000),
            [0.0, -0.0, 1e-300, -1e-300, math.log(2) / 2, -math.log(2) / 2],
        ]
    )
    exact = np.array([math.exp(point) for point in points])
    assert np.abs(exponentials(points) / exact - 1.0).max() < BELOW


def test_compiled_and_plain_it_is_the_same() -> None:
    points = np.linspace(-MOST, MOST, 999)
    plain = cast("Any", exponential).py_func
    assert exponentials(points).tolist() == [plain(point) for point in points.tolist()]


def test_it_grows() -> None:
    found = exponentials(np.linspace(-MOST, MOST, 100_000))
    assert (np.diff(found) > 0).all()
