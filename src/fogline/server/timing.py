"""The server's clock, injected so that tests can turn its hands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will ring, unless it is cancelled."""

    def cancel(self) -> None:
        """Let it not ring."""
        ...


class Timing(Protocol):
    """Tells the time, in milliseconds since 1970, and rings."""

    def now(self) -> int:
        """Tell the time."""
        ...

    def ring_at(self, when: int, bell: Callable[[], None]) -> Alarm:
        """Call the bell at a time, or at once if that has passed."""
        ...


class WallTime:
    """The time of the machine."""

    def now(self) -> int:
        """Tell the time."""
        return time.time_ns() // 1_000_000

    def ring_at(self, when: int, bell: Callable[[], None]) -> Alarm:
        """Call the bell at a time, or at once if that has passed."""
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
