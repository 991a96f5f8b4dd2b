"""What all tests share: the marker by which a test names the clauses it proves; databases."""

from __future__ import annotations

import os

import pytest

# Before anything imports Numba: compiling is most of the work, and slower kernels do for tests.
os.environ.setdefault("NUMBA_OPT", "1")

from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test proves")
