"""Slowing down who asks too much: a bucket of tokens for each caller, and so many connections."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fogline.server.problems import Code, Problem
from fogline.server.timing import Timing

_CALLERS = 50_000
"""How many callers are remembered; who has not asked for longest is forgotten first."""
_RETRY = 10
"""Seconds after which somebody may have closed a connection."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: int
    per_second: float


CALLS = Rate(200, 50)
"""HTTP calls of one address; friends in one services share it."""
NEW_GUESTS = Rate(30, 0.5)
"""New sessions of one address."""
PASSWORDS = Rate(8, 0.1)
"""Passwords tried from one address, or for one login."""
MESSAGES = Rate(40, 10)
"""Messages of one WebSocket."""
REMARKS = Rate(8, 0.5)
"""Chat of one person."""
NEW_TABLES = Rate(20, 0.2)
"""Tables created by one person."""
CONNECTIONS = 256
"""WebSockets and streams of one address."""
CONNECTIONS_OF_USER = 32
"""Those of one person, with all devices and tabs."""


class Limiter:
    """Buckets by rate and caller, and open connections by caller."""

    def __init__(self, timing: Timing, *, on: bool) -> None:
        self._timing = timing
        self._on = on
        self._buckets: OrderedDict[tuple[Rate, str], tuple[float, int]] = OrderedDict()
        self._held: Counter[str] = Counter()

    def spend(self, rate: Rate, caller: str) -> None:
        """Take a token from the caller's bucket; raise a `Problem` if it is empty."""
        if not self._on:
            return
        key = (rate, caller)
        now = self._timing.now()
        tokens, since = self._buckets.get(key, (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + max(0, now - since) / 1000 * rate.per_second)
        if tokens < 1:
            raise TooMany(retry_after=max(1, round((1 - tokens) / rate.per_second)))
        self._buckets[key] = (tokens - 1, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > _CALLERS:
            self._buckets.popitem(last=False)

    def expect_room(self, address: str, user: str | None) -> None:
        """Raise a `Problem` if somebody has as many connections open as it may."""
        full = self._held[address] >= CONNECTIONS or (
            user is not None and self._held[user] >= CONNECTIONS_OF_USER
        )
        if self._on and full:
            raise TooMany(retry_after=_RETRY)

    @contextmanager
    def hold(self, address: str, user: str | None) -> Iterator[None]:
        """Count a connection for as long as it is open."""
        callers = [address] if user is None else [address, user]
        self._held.update(callers)
        try:
            yield
        finally:
            self._held.subtract(callers)
            for caller in callers:
                if not self._held[caller]:
                    del self._held[caller]


class TooMany(Problem):
    """A caller asks too much."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(Code.TOO_MANY, "Too many requests: wait a moment.")
        self.retry_after = retry_after
        """Seconds to wait."""
