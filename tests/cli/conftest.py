"""What tests of commands share."""

from __future__ import annotations

import math

import pytest

from fogline.cli import progress


@pytest.fixture(autouse=True)
def _no_lines_on_a_slow_machine(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let what a command says not depend on how long it takes; tests of progress have a clock."""
    if request.module.__name__ != "tests.cli.test_progress":
        monkeypatch.setattr(progress, "_LINES", math.inf)
