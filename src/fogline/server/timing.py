"""The server's clock and timers, which tests replace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A timer that can be cancelled."""

    def cancel(self) -> None:
        """Cancel the timer."""
        ...


class Timing(Protocol):
    """A clock, in milliseconds since 1970, with timers."""

    def now(self) -> int:
        """Return the time."""
        ...

    def ring_at(self, when: int, bell: Callable[[], None]) -> Alarm:
        """Call a function at a time, or soon if that time has passed."""
        ...


class WallTime:
    """The clock of the machine."""

    def now(self) -> int:
        """Return the time."""
        return time.time_ns() // 1_000_000

    def ring_at(self, when: int, bell: Callable[[], None]) -> Alarm:
        """Call a function at a time, or soon if that time has passed."""
        delay = max(0, when - self.now()) / 1000
        return asyncio.get_running_loop().call_later(delay, bell)


async def sleep_until(timing: Timing, when: int) -> None:
    """Wait until a time."""
    rung = asyncio.Event()
    alarm = timing.ring_at(when, rung.set)
    try:
        await rung.wait()
    finally:
        alarm.cancel()
