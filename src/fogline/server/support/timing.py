"""The server's clock and timers, which tests replace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from fogline.server.support.stalls import uptime


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


class SteadyTime:
    """The clock of the machine as it was at the start: nobody loses time if it is set."""

    def __init__(self) -> None:
        self._started = time.time() - uptime()

    def now(self) -> int:
        """Return the time."""
        return int((self._started + uptime()) * 1000)

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
