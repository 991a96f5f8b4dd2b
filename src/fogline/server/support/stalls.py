"""Notices when the process stood still: it was suspended, or the machine slept."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST = 2.0
"""Seconds between two ticks, from which on the server counts as having stood still."""
TICK = 0.5


def uptime() -> float:
    """Return seconds that no clock of the machine changes; they count while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Stalls:
    """Notices a pause of the process, by comparing each tick with the one before."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last = clock()
        self._handled = False

    @property
    def is_stalled(self) -> bool:
        """Whether the server stood still, and the clocks of tables do not know it yet."""
        return self._handled or self._clock() - self._last > LONGEST

    @contextmanager
    def tick(self) -> Iterator[int]:
        """Yield the milliseconds for which the server stood still, while they are handled."""
        now = self._clock()
        gap, self._last = now - self._last, now
        self._handled = gap > LONGEST
        try:
            yield int(gap * 1000) if self._handled else 0
        finally:
            self._handled = False
