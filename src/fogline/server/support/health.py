"""Whether the database takes what is written, known within a time on which others can rely."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from fogline.store import StoreError

PATIENCE = 3.0
"""Seconds after which a database that does not answer counts as failing."""


class HealthCheck:
    """Checks the database for all who ask at the same time.

    A check is never interrupted: SQLite waits for a lock in a thread, and PostgreSQL must be asked
    to cancel a statement. So it continues in the background, and those who ask stop waiting.
    """

    def __init__(self, check: Callable[[], Awaitable[None]]) -> None:
        self._check = check
        self._running: asyncio.Task[bool] | None = None

    async def is_ok(self) -> bool:
        """Return whether the database takes what is written; `False` if it is too slow."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._try(), name="health")
        done, _ = await asyncio.wait({self._running}, timeout=PATIENCE)
        return any(task.result() for task in done)

    async def stop(self) -> None:
        """Stop checking."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _try(self) -> bool:
        try:
            await self._check()
        except (SQLAlchemyError, OSError, StoreError):
            return False
        return True
