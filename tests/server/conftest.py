"""What tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages import TOWN, installed


@pytest.fixture
def town(tmp_path: Path) -> Iterator[str]:
    """Install the package of examples/town for one test, and name its game."""
    with installed(TOWN, tmp_path / "installed") as package:
        yield package.game
