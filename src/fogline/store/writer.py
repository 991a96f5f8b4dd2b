"""One writer for all tables: it writes all waiting entries in one transaction.

A durable commit costs the same for one entry as for a hundred. While a commit runs, new entries
wait, and the next commit writes them together; so batches grow with the load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Executable, func, select

from fogline.store.commits import CHANNEL, Rows, commits_to
from fogline.store.database import Database, StoreError

REWRITTEN = -1
"""Notified in place of a version when older entries of a table have changed."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Write:
    """Rows that wait to be written."""

    rows: Rows
    done: asyncio.Future[bool] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    """Whether the rows were written; `False` if another entry has the version or request id."""


def notify(table: str, version: int) -> Executable:
    """Make the statement that notifies the servers on a PostgreSQL database."""
    return select(func.pg_notify(CHANNEL, f"{table} {version}"))


class Writer:
    """Collects writes, and completes each once it is on disk."""

    def __init__(self, database: Database) -> None:
        self._commits = commits_to(database)
        self._waiting: asyncio.Queue[Write] = asyncio.Queue()
        self._held_back: list[Write] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the writer."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write everything that waits, and stop."""
        await self._waiting.join()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._commits.close()

    async def write(self, rows: Rows) -> bool:
        """Return `True` once the rows are on disk; `False` if another server wrote first."""
        write = Write(rows)
        self._waiting.put_nowait(write)
        return await write.done

    async def _run(self) -> None:
        while True:
            batch = await self._next_batch()
            try:
                written = await self._commits.commit([write.rows for write in batch])
            except Exception as error:  # noqa: BLE001 (every caller gets an answer)
                failure = StoreError("the log cannot be written")
                failure.__cause__ = error
                for write in batch:
                    if not write.done.done():
                        write.done.set_exception(failure)
            else:
                for write, is_written in zip(batch, written, strict=True):
                    if not write.done.done():
                        write.done.set_result(is_written)
            finally:
                for _ in batch:
                    self._waiting.task_done()

    async def _next_batch(self) -> Sequence[Write]:
        """Take the waiting writes, at most one per table: two may have the same version."""
        waiting = [*self._held_back] or [await self._waiting.get()]
        while len(waiting) < _BATCH and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        if len(waiting) == 1:
            self._held_back = []
            return waiting
        batch: dict[str, Write] = {}
        self._held_back = []
        for write in waiting:
            if batch.setdefault(str(write.rows.entries[0]["table_id"]), write) is not write:
                self._held_back.append(write)
        # Always in the same order, so that two servers cannot deadlock.
        return [batch[table] for table in sorted(batch)]
