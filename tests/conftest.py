"""What all tests share: the marker by which a test names the clauses it proves; a PostgreSQL."""

from __future__ import annotations

import pytest

from tests.store.postgres import postgres

__all__ = ["postgres"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test proves")
