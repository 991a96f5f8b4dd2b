"""What all tests share: the marker by which a test names the clauses it proves; databases."""

from __future__ import annotations

import pytest

from tests.store.postgres import address, postgres

__all__ = ["address", "postgres"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test proves")
