"""Memory as the kernels see it."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numba
import numpy as np
import numpy.typing as npt
import pytest

from fogline.fast.numba.flat import Flat, flats
from fogline.fast.numba.flat import flat as _flat

flat = cast("Any", _flat)


@flats
class Pair(NamedTuple):
    row: npt.NDArray[Any]
    table: npt.NDArray[Any]


def compiled(function: Any) -> Any:
    return cast("Any", numba).njit(_nrt=False)(function)


def test_rows_are_flats_and_tables_stay_arrays() -> None:
    kind = cast("Any", numba.typeof)(Pair(np.zeros(3, np.uint8), np.zeros((2, 3))))
    assert kind[0] == Flat(numba.uint8)
    assert kind[1] == numba.float64[:, ::1]


def test_kernels_read_and_write_the_memory_of_the_array() -> None:
    @compiled
    def add_up(pair: Any) -> Any:
        total = 0
        for place in range(pair.row.shape[0]):
            total += pair.row[place]
            pair.row[place] += 1
        return total

    row = np.array([250, 3, 0, 7], np.uint8)
    assert add_up(Pair(row, np.zeros((1, 1)))) == 260
    assert row.tolist() == [251, 4, 1, 8]


def test_a_row_of_a_table_can_be_made_a_flat_and_a_flat_stays_one() -> None:
    @compiled
    def mark(pair: Any) -> Any:
        here = flat(flat(pair.table[1]))
        here[2] = flat(pair.row)[0]
        return here.shape[0]

    table = np.zeros((2, 3))
    assert mark(Pair(np.array([5], np.int64), table)) == 3
    assert table.tolist() == [[0, 0, 0], [0, 0, 5]]


def test_what_does_not_lie_side_by_side_is_no_flat() -> None:
    @compiled
    def column(pair: Any) -> Any:
        return flat(pair.table[:, 0])[0]

    with pytest.raises(numba.TypingError):
        column(Pair(np.zeros(1), np.zeros((2, 2))))
