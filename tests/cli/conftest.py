"""What tests of commands share."""

from __future__ import annotations

import math

import pytest

from fogline.cli.frame import progress


@pytest.fixture(autouse=True)
def _no_lines_on_a_slow_machine(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let what a command says not depend on how long it takes; tests of progress have a clock."""
    if request.module.__name__ != "tests.cli.test_progress":
        monkeypatch.setattr(progress, "_LINES", math.inf)


@pytest.fixture(autouse=True)
def _patience(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Textual wait for a slow machine: it gives a screen half a minute to become idle."""
    if (pilot := getattr(request.module, "Pilot", None)) is not None:
        monkeypatch.setattr(pilot._wait_for_screen, "__defaults__", (600.0,))
