"""Progress of long commands: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from contextlib import ExitStack

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeRemainingColumn,
)
from rich.text import Text

from fogline.cli.frame.output import console

_PATIENCE = 2.0
"""Seconds before the bar appears."""
_LINES = 30.0
"""Seconds between two lines where there is no terminal."""


class ProgressReport(ExitStack):
    """Reports on stderr how many things are done, how fast, and how long the rest will take."""

    def __init__(self, total: int, things: str) -> None:
        super().__init__()
        self._total = total
        self._things = things
        self._console = console(stderr=True)
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(things),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._bar.add_task("", total=total)
        self._began = time.monotonic()
        self._mark: tuple[float, int] | None = None
        """When the last report was made, and how many were done then."""
        self._next = _PATIENCE if self._console.is_terminal else _LINES

    def update(self, done: int) -> None:
        """Note how many are done; at the first call, some may have been done before."""
        took = time.monotonic() - self._began
        self._bar.update(self._task, completed=done)
        if self._mark is None:
            self._mark = took, done
        elif took >= self._next and self._console.is_terminal:
            self._next = float("inf")
            self.enter_context(self._bar)
        elif took >= self._next:
            self._next = took + _LINES
            self._say(done, (done - self._mark[1]) / (took - self._mark[0]))
            self._mark = took, done

    def _say(self, done: int, rate: float) -> None:
        left = f", {(self._total - done) / rate:,.0f} s left" if rate else ""
        self._console.print(
            f"{done:,} of {self._total:,} {self._things}, {rate:,.1f} a second{left}"
        )


class _Rate(ProgressColumn):
    """How many are done in a second."""

    def __init__(self, things: str) -> None:
        super().__init__()
        self._things = things

    def render(self, task: Task) -> Text:
        """Write the rate, once it is known."""
        speed = task.finished_speed or task.speed
        if not speed:
            return Text(self._things)
        return Text(f"{self._things}, {speed:,.{0 if speed >= 10 else 1}f} a second")
