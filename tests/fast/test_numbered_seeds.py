"""Compiled code makes the generators of numbered games as `Chance` makes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogline.fast import numbered_words, words_of, words_of_all

FIRST = [0, 9, 99, 10**6 - 2, 10**12]


@pytest.mark.parametrize("length", [0, 1, 49, 50, 51, 52, 53, 54, 60, 117, 200])
@pytest.mark.parametrize("first", FIRST)
def test_every_length_of_a_seed_is_padded_right(length: int, first: int) -> None:
    check("s" * length, range(first, first + 3), 2)


@given(st.text() | st.integers(), st.integers(0, 10**15), st.integers(1, 6))
def test_the_generators_are_those_of_the_seeds(seed: str | int, first: int, seats: int) -> None:
    check(seed, range(first, first + 2), seats)


def check(seed: str | int, numbers: range, seats: int) -> None:
    """Compare all generators of some games with those of their seeds, one by one."""
    rngs, dice = numbered_words(seed, numbers, seats)
    deals = [f"{seed}/{number}" for number in numbers]
    assert np.array_equal(rngs, [words_of(deal) for deal in deals])
    assert np.array_equal(rngs, words_of_all(deals))
    assert np.array_equal(
        dice, [[words_of(f"{deal}/{seat}") for seat in range(seats)] for deal in deals]
    )
