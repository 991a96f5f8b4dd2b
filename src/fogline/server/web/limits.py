"""Rate limits: a token bucket for each caller, and a limit on open connections."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fogline.server.support.timing import Timing, sleep_until
from fogline.table.problems import Code, Problem

_CALLERS = 50_000
"""How many buckets are kept; the least recently used ones are dropped first."""
_RETRY = 10
"""Seconds to wait when too many connections are open."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: how many requests at once, and how many a second in the long run."""

    burst: int
    per_second: float


CALLS = Rate(1000, 100)
"""HTTP requests of one address, which a whole club may share: a browser that opens the page and
sits down sends 60. What they cost is limited by `WORK`."""
NEW_CONNECTIONS = Rate(300, 30)
"""New connections of one address; further ones are closed before anything is read of them."""
WORK = Rate(1500, 150)
"""Milliseconds of processor for one address: in the long run, a seventh of a processor."""
NEW_GUESTS = Rate(30, 0.5)
"""New sessions of one address."""
PASSWORDS = Rate(8, 0.1)
"""Attempts to sign in from one address."""
SIGN_INS = Rate(24, 0.3)
"""Attempts to sign in with one login: more than one address has, so none can shut others out."""
REFUSALS = Rate(100, 10)
"""Refused requests of one address that are answered at once."""
PENALTY = 1.0
"""Seconds after which further ones are answered, so that a client that floods the server waits."""
EXPORTS = Rate(3, 1 / 300)
"""Files with all data of one user."""
EXPORTS_OF_ADDRESS = Rate(12, 1 / 60)
"""Such files for one address, of however many users."""
MESSAGES = Rate(40, 10)
"""Messages of one WebSocket."""
REMARKS = Rate(8, 0.5)
"""Chat messages of one user."""
NEW_TABLES = Rate(20, 0.2)
"""Tables created by one user."""
NEW_TABLES_OF_ADDRESS = Rate(100, 0.5)
"""Tables created from one address, by however many guests."""
LISTED_TABLES = Rate(20, 1 / 1800)
"""Tables that one address adds to the lobby: in a day, in which they are listed, fewer than fit."""
INVITATIONS = Rate(20, 0.02)
"""Invitations of one user."""
MAILS = Rate(5, 1 / 600)
"""E-mails to confirm an address: of one user, from one address, and to one."""
REPORTS = Rate(10, 1 / 60)
"""Reports of one user, or from one address."""
REVIEWS = Rate(600, 0.5)
"""Seconds of processor for the reviews that one address starts."""
REVIEWS_AT_ONCE = 8
"""Reviews that one address has started and that are not finished."""
CONNECTIONS = 256
"""WebSockets and streams of one address."""
ALL_CONNECTIONS = 512
"""Connections of one address, WebSockets and streams included, whatever is or is not sent."""
CONNECTIONS_OF_USER = 32
"""WebSockets and streams of one user, on all devices."""


LOAD_COST = 20
"""Of a table that is not in memory, on top of what the route declares (see `costs`)."""
PAST_COST = 20
"""Of the past of a table that was not asked for since something happened there, likewise."""
MESSAGE_COST = 1
LOOK_COST = ACT_COST = HINTS_COST = 2
CHAT_COST = 6
"""Of messages through a WebSocket."""
NEWS_COST = 3
"""Of one poll for news of an account, for every few of its tables."""
SENT_FOR_ONE = 8
"""How many subscribers can be sent an entry in a millisecond."""
PASSWORD_COST = 120
"""Of a route that hashes a password, which is slow on purpose."""
EXPORTED_FOR_ONE = 20
"""How many entries of a table can be exported in a millisecond; a table takes one, too."""
REPLAYED_FOR_ONE = 8
"""Entries of a replay that can be written in a millisecond."""
DELETE_COST = 15
"""Of each table of an account that is deleted."""
_INSTALMENT = 1_000
"""Milliseconds until work that can wait asks again for its share."""


class Limiter:
    """Keeps the token buckets, and counts open connections."""

    def __init__(self, timing: Timing, *, on: bool) -> None:
        self._timing = timing
        self._on = on
        self._buckets: OrderedDict[tuple[Rate, str], tuple[float, int]] = OrderedDict()
        self._held: Counter[str] = Counter()
        self._connected: Counter[str] = Counter()

    def spend(self, rate: Rate, caller: str, cost: int = 1) -> None:
        """Take tokens from the caller's bucket; raise a `Problem` if it has not enough."""
        if not self._on:
            return
        key = (rate, caller)
        tokens = self._tokens(rate, caller)
        if tokens < cost:
            raise TooMany(retry_after=max(1, round((cost - tokens) / rate.per_second)))
        self._buckets[key] = (tokens - cost, self._timing.now())
        self._buckets.move_to_end(key)
        if len(self._buckets) > _CALLERS:
            self._buckets.popitem(last=False)

    async def save_up(self, rate: Rate, caller: str, cost: int) -> None:
        """Take tokens as they come, for work that can wait; others at the address keep half."""
        while self._on and cost > 0:
            spare = int(self._tokens(rate, caller)) - rate.burst // 2
            if spare > 0:
                self.spend(rate, caller, min(cost, spare))
                cost -= spare
            else:
                await sleep_until(self._timing, self._timing.now() + _INSTALMENT)

    def _tokens(self, rate: Rate, caller: str) -> float:
        now = self._timing.now()
        tokens, since = self._buckets.get((rate, caller), (float(rate.burst), now))
        return min(float(rate.burst), tokens + max(0, now - since) / 1000 * rate.per_second)

    async def slow_down(self, address: str) -> None:
        """Delay the answers to an address that keeps being refused."""
        try:
            self.spend(REFUSALS, address)
        except TooMany:
            await asyncio.sleep(PENALTY)

    def expect_room(self, address: str, user: str | None) -> None:
        """Raise a `Problem` if an address or a user has too many connections open."""
        full = self._held[address] >= CONNECTIONS or (
            user is not None and self._held[user] >= CONNECTIONS_OF_USER
        )
        if self._on and full:
            raise TooMany(retry_after=_RETRY)

    def is_connected(self, user: str) -> bool:
        """Whether a user has a WebSocket or stream open at this server."""
        return self._held[user] > 0

    def connect(self, address: str) -> bool:
        """Count a new connection; `False` if the address has too many, or opens them too fast."""
        try:
            self.spend(NEW_CONNECTIONS, address)
        except TooMany:
            return False
        if self._on and self._connected[address] >= ALL_CONNECTIONS:
            return False
        self._connected[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """Count a connection no longer."""
        self._connected[address] -= 1
        if not self._connected[address]:
            del self._connected[address]

    @contextmanager
    def hold(self, address: str, user: str | None) -> Iterator[None]:
        """Count a connection while it is open."""
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
    """A caller exceeds a rate limit."""

    def __init__(
        self,
        retry_after: int,
        code: Code = Code.TOO_MANY,
        message: str = "Too many requests: wait a moment.",
    ) -> None:
        super().__init__(code, message)
        self.retry_after = retry_after
        """Seconds to wait."""
