"""How a server hears that a table has moved on elsewhere."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Protocol

import structlog
from sqlalchemy import URL

from fogline.store.writer import CHANNEL

_log = structlog.get_logger("fogline.fanout")
_RETRY = 1.0
"""Seconds until a lost connection is tried again."""

_PRESENCE = "fogline_presence"
"""Where servers tell each other who is connected to them."""


class Listener(Protocol):
    """Who wants to hear."""

    def hear(self, table: str | None, version: int) -> None:
        """Hear that a table has come to a version; with `None`, that any may have moved on."""
        ...

    def hear_presence(self, text: str) -> None:
        """Hear what a server tells the others."""
        ...


class Fanout(Protocol):
    """News from other servers on the same database."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""
        ...

    def tell(self, text: str) -> None:
        """Tell all servers something, if they can be reached."""
        ...

    async def stop(self) -> None:
        """Listen no longer."""
        ...


class AloneFanout:
    """There is no other server, as with SQLite."""

    async def start(self, listener: Listener) -> None:
        """Have nothing to listen to."""

    def tell(self, text: str) -> None:
        """Have nobody to tell."""

    async def stop(self) -> None:
        """Have nothing to stop."""


class PostgresFanout:
    """News by PostgreSQL's NOTIFY, which the writer sends in the transaction of the entry."""

    def __init__(self, url: URL) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._telling: asyncio.Queue[str] | None = None
        """What is to be told, while there is a connection."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen, and return when nothing can be missed any more."""
        self._task = asyncio.create_task(self._run(listener), name="fanout")
        await self._ready.wait()

    def tell(self, text: str) -> None:
        """Tell all servers something, if they can be reached."""
        if self._telling is not None:
            self._telling.put_nowait(text)

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
        def hear(_: object, __: int, ___: str, news: object) -> None:
            table, _, version = str(news).partition(" ")
            listener.hear(table, int(version))

        def hear_presence(_: object, __: int, ___: str, news: object) -> None:
            listener.hear_presence(str(news))

        lost = asyncio.create_task(_lost(connection))
        await connection.add_listener(CHANNEL, hear)
        await connection.add_listener(_PRESENCE, hear_presence)
        self._telling = asyncio.Queue()
        self._ready.set()
        # Whatever was told while nobody listened is read now.
        listener.hear(None, 0)
        try:
            while True:
                text = asyncio.create_task(self._telling.get())
                done, _ = await asyncio.wait({lost, text}, return_when=asyncio.FIRST_COMPLETED)
                if lost in done:
                    text.cancel()
                    return
                await connection.execute("SELECT pg_notify($1, $2)", _PRESENCE, text.result())
        finally:
            self._telling = None
            lost.cancel()


async def _lost(connection: Any) -> None:
    """Return when a connection has ended."""
    ended = asyncio.Event()
    connection.add_termination_listener(lambda _: ended.set())
    await ended.wait()
