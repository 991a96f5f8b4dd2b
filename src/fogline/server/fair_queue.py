"""A queue that shares a few places among many owners, however much each of them asks for."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class FairQueue:
    """Gives each free place to the owner who has used the least time, and in turn to its tables.

    An owner who comes back begins with what the least busy of the waiting ones has used: idle time
    cannot be saved up.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = places
        self._clock = clock
        self._used: dict[str, float] = {}
        """Seconds used by each owner who waits or has a place."""
        self._busy: dict[str, int] = {}
        """How many places each owner has."""
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """By owner, then by table, in the order of their turns."""

    @asynccontextmanager
    async def place(self, owner: str, table: str) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._enter(owner, table)
        began = self._clock()
        try:
            yield
        finally:
            self._used[owner] += self._clock() - began
            self._leave(owner)

    async def _enter(self, owner: str, table: str) -> None:
        if owner not in self._used:
            self._used[owner] = min(self._used.values(), default=0.0)
        if self._free:
            self._free -= 1
            self._busy[owner] = self._busy.get(owner, 0) + 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, {}).setdefault(table, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(owner)  # the place came just when nobody wanted it any more
            raise

    def _leave(self, owner: str) -> None:
        self._busy[owner] -= 1
        self._free += 1
        while self._free and self._waiting:
            self._give_place()
        if not self._busy[owner]:
            del self._busy[owner]
        if owner not in self._busy and owner not in self._waiting:
            del self._used[owner]

    def _give_place(self) -> None:
        owner = min(self._waiting, key=lambda each: (self._busy.get(each, 0), self._used[each]))
        tables = self._waiting[owner]
        table = next(iter(tables))
        turns = tables.pop(table)
        turn = turns.popleft()
        if turns:
            tables[table] = turns  # behind the other tables
        if not tables:
            del self._waiting[owner]
        if not turn.cancelled():
            self._free -= 1
            self._busy[owner] = self._busy.get(owner, 0) + 1
            turn.set_result(None)
