"""Which tests are begun first, and which stay together."""

from __future__ import annotations

from typing import cast

import pytest

from tests.scheduling import InOrder, rank

SITE = "tests/docs/test_site.py"


class Item:
    """What is asked of a test."""

    def __init__(self, nodeid: str, *, is_long: bool = False) -> None:
        self.nodeid = nodeid
        self._is_long = is_long

    def get_closest_marker(self, name: str) -> object:
        return self if self._is_long and name == "long" else None


def test_long_tests_come_first_then_folders_with_long_tests() -> None:
    ordered = [
        Item("tests/rules/test_a.py::test", is_long=True),
        Item("tests/browser/test_b.py::test"),
        Item("tests/arena/test_c.py::test"),
        Item("tests/boards/test_d.py::test"),
        Item("tests/test_e.py::test"),
    ]
    ranks = [rank(cast("pytest.Item", item)) for item in ordered]
    assert ranks == sorted(ranks)
    assert len({*ranks}) == 4


@pytest.mark.parametrize(
    ("test", "unit"),
    [
        (f"{SITE}::test_nothing_is_fetched_from_elsewhere", SITE),
        ("tests/test_scheduling.py::test", "tests/test_scheduling.py::test"),
    ],
)
def test_tests_that_share_a_fixture_stay_together(test: str, unit: str) -> None:
    assert InOrder._split_scope(cast("InOrder", None), test) == unit
