"""A queue that shares a few places among many owners, however much each of them asks for."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Pause = Callable[[], Awaitable[None]]
"""Gives a place to others who wait, if it is their turn, and waits for the next turn."""


class FairQueue:
    """Gives each free place to the owner who has the fewest, then to who has used the least time.

    The tables of an owner take turns. An owner who comes back begins with what the least busy of
    the others has used: idle time cannot be saved up. No owner has more than `most` places.
    """

    def __init__(
        self, places: int, clock: Callable[[], float] = time.monotonic, most: int | None = None
    ) -> None:
        self._free = places
        self._most = most or places
        self._clock = clock
        self._used: dict[str, float] = {}
        """Seconds used by each owner who waits or has a place."""
        self._busy: dict[str, int] = {}
        """How many places each owner has."""
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """By owner, then by table, in the order of their turns."""

    @asynccontextmanager
    async def place(self, owner: str, table: str) -> AsyncIterator[Pause]:
        """Wait for a place, and hold it. Call what is yielded after each slice of the work."""
        since: float | None = None  # while the place is held

        async def wait(turn: asyncio.Future[None]) -> None:
            nonlocal since
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._release(owner)  # the place came just when nobody wanted it any more
                raise
            since = self._clock()

        def leave() -> None:
            nonlocal since
            if since is not None:
                self._used[owner] += self._clock() - since
                since = None
                self._release(owner)

        async def pause() -> None:
            if self._waiting:
                turn = self._join(owner, table)
                leave()
                await wait(turn)

        await wait(self._join(owner, table))
        try:
            yield pause
        finally:
            leave()

    def _join(self, owner: str, table: str) -> asyncio.Future[None]:
        """Wait in line; the result is set when it is the table's turn."""
        if owner not in self._used:
            self._used[owner] = min(self._used.values(), default=0.0)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, {}).setdefault(table, deque()).append(turn)
        self._give_places()
        return turn

    def _release(self, owner: str) -> None:
        self._busy[owner] -= 1
        if not self._busy[owner]:
            del self._busy[owner]
        self._free += 1
        self._give_places()
        self._forget_if_gone(owner)

    def _forget_if_gone(self, owner: str) -> None:
        if owner not in self._busy and owner not in self._waiting:
            self._used.pop(owner, None)

    def _give_places(self) -> None:
        def rank(owner: str) -> tuple[int, float]:
            return self._busy.get(owner, 0), self._used[owner]

        while self._free and self._waiting:
            owner = min(self._waiting, key=rank)
            if self._busy.get(owner, 0) >= self._most:
                return  # and so has everybody else who waits
            self._give_place(owner)

    def _give_place(self, owner: str) -> None:
        tables = self._waiting[owner]
        table = next(iter(tables))
        turns = tables.pop(table)
        turn = turns.popleft()
        if turns:
            tables[table] = turns  # behind the other tables
        if not tables:
            del self._waiting[owner]
        if turn.cancelled():
            self._forget_if_gone(owner)
        else:
            self._free -= 1
            self._busy[owner] = self._busy.get(owner, 0) + 1
            turn.set_result(None)
