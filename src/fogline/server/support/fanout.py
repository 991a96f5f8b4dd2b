"""Notifications between servers that share a database: new entries, and presence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Protocol

import structlog
from sqlalchemy import URL

from fogline.server.support.routines import background
from fogline.store.commits import CHANNEL

_log = structlog.get_logger("fogline.fanout")
_RETRY = 1.0
"""Seconds before a lost connection is opened again."""

_PRESENCE = "fogline_presence"
"""The channel on which servers announce the users connected to them."""


class Listener(Protocol):
    """Receives notifications."""

    def on_notification(self, table: str | None, version: int) -> None:
        """Handle a new version of a table; `None` means that any table may have new entries."""
        ...

    def on_presence(self, text: str) -> None:
        """Handle a presence message of another server."""
        ...


class Fanout(Protocol):
    """Notifications from other servers on the same database."""

    def listen(self, listener: Listener) -> AbstractAsyncContextManager[None]:
        """Listen; once this is entered, no notification is missed."""
        ...

    def send(self, text: str) -> None:
        """Send a presence message to all servers, if there is a connection."""
        ...


class AloneFanout:
    """For SQLite, which only one server uses: there is nobody to notify."""

    def listen(self, listener: Listener) -> AbstractAsyncContextManager[None]:
        """Do nothing."""
        return nullcontext()

    def send(self, text: str) -> None:
        """Do nothing."""


class PostgresFanout:
    """Uses PostgreSQL's NOTIFY, which the writer sends in the transaction of the entry."""

    def __init__(self, url: URL) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._ready = asyncio.Event()
        self._outgoing: asyncio.Queue[str] | None = None
        """Messages to send, while there is a connection."""

    @asynccontextmanager
    async def listen(self, listener: Listener) -> AsyncIterator[None]:
        """Listen; once this is entered, no notification is missed."""
        async with background("fanout", self._run(listener)):
            await self._ready.wait()
            yield

    def send(self, text: str) -> None:
        """Send a presence message to all servers, if there is a connection."""
        if self._outgoing is not None:
            self._outgoing.put_nowait(text)

    async def _run(self, listener: Listener) -> None:
        # The package is an extra, and it ships no types.
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415

        while True:
            try:
                connection = await asyncpg.connect(self._dsn)
                try:
                    await self._listen(connection, listener)
                finally:
                    await connection.close(timeout=1)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                _log.warning("lost the connection for notifications, connecting again")
            await asyncio.sleep(_RETRY)

    async def _listen(self, connection: Any, listener: Listener) -> None:
        def on_notification(_: object, __: int, ___: str, payload: object) -> None:
            table, _, version = str(payload).partition(" ")
            listener.on_notification(table, int(version))

        def on_presence(_: object, __: int, ___: str, payload: object) -> None:
            listener.on_presence(str(payload))

        lost = asyncio.create_task(_lost(connection))
        await connection.add_listener(CHANNEL, on_notification)
        await connection.add_listener(_PRESENCE, on_presence)
        self._outgoing = asyncio.Queue()
        self._ready.set()
        # Catch up on what was sent while there was no connection.
        listener.on_notification(None, 0)
        try:
            while True:
                text = asyncio.create_task(self._outgoing.get())
                done, _ = await asyncio.wait({lost, text}, return_when=asyncio.FIRST_COMPLETED)
                if lost in done:
                    text.cancel()
                    return
                await connection.execute("SELECT pg_notify($1, $2)", _PRESENCE, text.result())
        finally:
            self._outgoing = None
            lost.cancel()


async def _lost(connection: Any) -> None:
    """Wait until a connection ends."""
    ended = asyncio.Event()
    connection.add_termination_listener(lambda _: ended.set())
    await ended.wait()
