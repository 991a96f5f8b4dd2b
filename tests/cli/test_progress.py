"""How far a long command has come."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from fogline.cli.frame import progress
from fogline.cli.frame.progress import ProgressReport


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def test_lines_now_and_then_where_nobody_watches(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with ProgressReport(1000, "games") as report:
        for now, done in ((1, 400), (21, 500), (41, 600), (51, 650), (81, 650)):
            clock.now = float(now)
            report.update(done)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "600 of 1,000 games, 5.0 a second, 80 s left",
        "650 of 1,000 games, 1.2 a second, 280 s left",
    ]


def test_a_bar_where_somebody_watches(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    terminal = Console(file=screen, force_terminal=True, width=100)
    monkeypatch.setattr(progress, "console", lambda **_: terminal)
    with ProgressReport(10, "games") as report:
        report.update(1)
        assert screen.getvalue() == ""
        clock.now = 3.0
        report.update(4)
        report.update(5)
    assert "4/10" in screen.getvalue() or "5/10" in screen.getvalue()
    assert "games" in screen.getvalue()
