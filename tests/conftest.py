"""What all tests share: markers, databases, and what is said after a failure."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import selecting, soak

# Before anything imports Numba: compiling is most of the work, and slower kernels do for tests.
os.environ.setdefault("NUMBA_OPT", "1")

from tests.reproduce import pytest_runtest_makereport
from tests.selecting import pytest_ignore_collect, pytest_report_header
from tests.store.postgres import address, postgres

__all__ = [
    "address",
    "postgres",
    "pytest_ignore_collect",
    "pytest_report_header",
    "pytest_runtest_makereport",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        soak.OPTION,
        action="store_true",
        help="play many more games in tests that play at random, and run those marked soak",
    )
    parser.addoption(
        selecting.OPTION,
        action="store_true",
        help="read only the files that have a word of -k in them, to start sooner",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test proves")
    config.addinivalue_line("markers", "soak: runs in a soak alone (make soak)")
    if config.getoption(soak.OPTION):
        os.environ[soak.VARIABLE] = "1"
    _write_to_memory()


MEMORY = Path("/dev/shm")  # noqa: S108 (pytest and tempfile make folders of their own in it)


def _write_to_memory() -> None:
    """Keep temporary files in memory if there is room; containers often have only 64 MB.

    Servers wait for the disk at each move, and longer while other programs use it.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2e9:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(optionalhook=True)  # the clause tests of `make mutants` run without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores: tests often wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1


COLLECT_AFTER = (10_000, 20, 20)
"""New objects after which the youngest are looked through for garbage, and how often older ones.

Python's own numbers take a tenth of the time of tests that play games, which leave no garbage."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among modules and tests, which stay, and less often among the rest."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        gc.enable()


FIRST = ("browser", "arena", "docs", "examples", "packaging")
"""Folders whose tests take long. They are begun first, so that no worker waits for one at last."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ranks = {name: rank for rank, name in enumerate(FIRST)}
    items.sort(
        key=lambda item: ranks.get(item.nodeid.partition("/")[2].partition("/")[0], len(FIRST))
    )
    if not soak.soaking():
        soaked = [item for item in items if item.get_closest_marker("soak") is not None]
        config.hook.pytest_deselected(items=soaked)
        items[:] = [item for item in items if item.get_closest_marker("soak") is None]
