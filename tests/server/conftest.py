"""What tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from fogline.server.features.people import identity
from tests.packages import TOWN, installed


@pytest.fixture(autouse=True, scope="package")
def _quick_digests() -> Iterator[None]:
    """Let the digest of a password take no time: it is made to take much."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "PasswordHasher", quick)
        yield


@pytest.fixture
def town(tmp_path: Path) -> Iterator[str]:
    """Install the package of examples/town for one test, and name its game."""
    with installed(TOWN, tmp_path / "installed") as package:
        yield package.game
