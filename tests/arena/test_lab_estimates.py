"""Shares, means, spreads and trends."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest

from fogline.arena.lab.heat import RAMP, ink
from fogline.report.estimates import mean_of_sums, share, spread, trend, usual_distance
from fogline.report.numerals import fine_percent as percent
from fogline.report.svg import nice_step


def test_wilson_bounds_as_tabulated() -> None:
    half = share(5, 10)
    assert (half.low, half.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    none = share(0, 10)
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(0.2775, abs=1e-4)


def test_nothing_is_known_of_nothing() -> None:
    unknown = share(0, 0)
    assert (unknown.low, unknown.high) == (0, 1)


def test_several_comparisons_ask_for_more() -> None:
    assert share(50, 100, 6).low < share(50, 100).low


def test_the_mean_and_its_bounds() -> None:
    values = [1, 2, 3, 4, 10]
    found = mean_of_sums(sum(values), sum(v * v for v in values), len(values))
    error = math.sqrt(10 / 4)  # the variance of these is 10, and there are 4 beside the mean
    assert found.value == 4
    assert found.high - found.value == pytest.approx(1.96 * error, abs=1e-3)


def test_a_spread() -> None:
    found = spread(Counter({-2: 1, 0: 2, 7: 1}))
    assert (found.low, found.median, found.high, found.total) == (-2, 0, 7, 4)
    assert found.mean == 1.25
    assert found.deviation == pytest.approx(math.sqrt((3.25**2 + 2 * 1.25**2 + 5.75**2) / 4))


def test_a_trend_is_found_again() -> None:
    whole = 1_000_000
    shares = [(x, round(whole / (1 + math.exp(-(2 - 0.5 * x)))), whole) for x in range(1, 12)]
    line = trend(shares)
    assert (line.base, line.slope) == pytest.approx((2, -0.5), abs=1e-3)
    assert line.at(4) == pytest.approx(0.5, abs=1e-3)


def test_a_trend_without_slope() -> None:
    assert trend([(3, 5, 10), (3, 5, 10)]).at(99) == pytest.approx(0.5)
    assert trend([]).at(1) == 0.5


def test_outliers_do_not_stretch_the_usual_distance() -> None:
    assert usual_distance([0.1, -0.1, 0.1, -0.1, 50.0]) == pytest.approx(0.14826)
    assert usual_distance([]) == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0\u202f%"),
        (1, "100\u202f%"),
        (0.5, "50.0\u202f%"),
        (0.0042, "0.42\u202f%"),
        (0.99996, "> 99.99\u202f%"),
        (0.00001, "< 0.01\u202f%"),
        (0.9999, "99.99\u202f%"),
    ],
)
def test_what_is_rare_is_neither_nothing_nor_all(value: float, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(("extent", "most", "step"), [(10, 5, 2), (101, 40, 5), (0.3, 4, 0.1)])
def test_steps_are_round(extent: float, most: int, step: float) -> None:
    assert nice_step(extent, most) == pytest.approx(step)


def test_heat_darkens_all_the_way() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    inks = [ink(n / 50) for n in range(51)]
    assert (inks[0], inks[-1]) == (RAMP[0], RAMP[-1])
    steps = [lightness(one) - lightness(other) for one, other in pairwise(inks)]
    assert min(steps) > 0
