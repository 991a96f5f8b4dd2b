"""How a server hears that a table has moved on elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import structlog
from sqlalchemy import URL

from fogline.store.writer import CHANNEL

_log = structlog.get_logger("fogline.fanout")
_RETRY = 1.0
"""Seconds until a lost connection is tried again."""

Listener = Callable[[str | None, int], None]
"""Told the id of a table that has moved on, and its version; or `None` if any may have."""


class Fanout(Protocol):
    """News from other servers on the same database."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""
        ...

    async def stop(self) -> None:
        """Listen no longer."""
        ...


class AloneFanout:
    """There is no other server, as with SQLite."""

    async def start(self, listener: Listener) -> None:
        """Have nothing to listen to."""

    async def stop(self) -> None:
        """Have nothing to stop."""


class PostgresFanout:
    """News by PostgreSQL's NOTIFY, which the writer sends in the transaction of the entry."""

    def __init__(self, url: URL) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self, listener: Listener) -> None:
        """Begin to listen, and return when nothing can be missed any more."""
        self._task = asyncio.create_task(self._run(listener), name="fanout")
        await self._ready.wait()

    async def stop(self) -> None:
        """Listen no longer."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, listener: Listener) -> None:
        # Only who uses PostgreSQL has it; and it ships no types.
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415

        while True:
            try:
                connection = await asyncpg.connect(self._dsn)
                try:
                    await self._listen(connection, listener)
                finally:
                    await connection.close(timeout=1)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                _log.warning("lost the connection for news, trying again")
            await asyncio.sleep(_RETRY)

    async def _listen(self, connection: Any, listener: Listener) -> None:
        lost = asyncio.Event()

        def hear(_: object, __: int, ___: str, news: object) -> None:
            table, _, version = str(news).partition(" ")
            listener(table, int(version))

        connection.add_termination_listener(lambda _: lost.set())
        await connection.add_listener(CHANNEL, hear)
        self._ready.set()
        # Whatever was told while nobody listened is read now.
        listener(None, 0)
        await lost.wait()
