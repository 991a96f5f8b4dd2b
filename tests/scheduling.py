"""Which worker of pytest-xdist runs which test: long ones first, so that none waits at the end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling  # type: ignore[import-untyped]  # ships no types

ROOT = Path(__file__).parents[1]
FIRST = ("browser", "arena", "docs", "examples", "packaging")
"""Folders whose tests take long."""


class InOrder(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives a worker the next test of the list, or all tests of a file that share a fixture.

    `--dist worksteal` gives each worker a third of the list at first, so that the first test of the
    list is not among the first to run, and a worker keeps its last two tests, however long they
    are, while the others are idle.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if _shares_a_fixture(file) else nodeid


@cache
def _shares_a_fixture(file: str) -> bool:
    """Whether each worker that runs a test of this file makes a fixture for all of them."""
    return 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")


def rank(item: pytest.Item) -> int:
    """Where a test stands in the list."""
    if item.get_closest_marker("long") is not None:
        return -1
    folder = item.nodeid.partition("/")[2].partition("/")[0]
    return FIRST.index(folder) if folder in FIRST else len(FIRST)
