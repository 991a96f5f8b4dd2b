"""One writer for all tables: it writes all waiting entries in one transaction.

A durable commit costs the same for one entry as for a hundred. While a commit runs, new entries
wait, and the next commit writes them together; so batches grow with the load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

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
    done: asyncio.Future[bool]
    """Whether the rows were written; `False` if another entry has the version or request id."""


def notify(table: str, version: int) -> Executable:
    """Make the statement that notifies the servers on a PostgreSQL database."""
    return select(func.pg_notify(CHANNEL, f"{table} {version}"))


class Writer:
    """Collects writes, and completes each once it is on disk."""

    def __init__(self, database: Database) -> None:
        self._commits = commits_to(database)
        self._waiting: list[Write] = []
        self._is_busy = False
        """Whether a commit runs, or is about to begin."""
        self._idle = asyncio.Event()
        self._idle.set()

    async def stop(self) -> None:
        """Write everything that waits, and stop."""
        await self._idle.wait()
        await self._commits.close()

    async def write(self, rows: Rows) -> bool:
        """Return `True` once the rows are on disk; `False` if another server wrote first."""
        loop = asyncio.get_running_loop()
        write = Write(rows, loop.create_future())
        self._waiting.append(write)
        if not self._is_busy:
            self._is_busy = True
            self._idle.clear()
            # Not at once: what others write in the same turn of the loop goes along.
            loop.call_soon(self._commit_next)
        return await write.done

    def _commit_next(self) -> None:
        if not self._waiting:
            self._is_busy = False
            self._idle.set()
            return
        batch = self._next_batch()
        commit = self._commits.commit([write.rows for write in batch])
        commit.add_done_callback(partial(self._finish, batch))

    def _finish(self, batch: Sequence[Write], commit: asyncio.Future[list[bool]]) -> None:
        error = asyncio.CancelledError() if commit.cancelled() else commit.exception()
        if error is not None:
            failure = StoreError("the log cannot be written")
            failure.__cause__ = error
            for write in batch:
                if not write.done.done():
                    write.done.set_exception(failure)
        else:
            for write, is_written in zip(batch, commit.result(), strict=True):
                if not write.done.done():
                    write.done.set_result(is_written)
        self._commit_next()

    def _next_batch(self) -> Sequence[Write]:
        """Take the waiting writes, at most one per table: two may have the same version."""
        waiting, self._waiting = self._waiting, []
        if len(waiting) == 1:
            return waiting
        batch: dict[str, Write] = {}
        for write in waiting:
            table = str(write.rows.entries[0]["table_id"])
            if len(batch) >= _BATCH or batch.setdefault(table, write) is not write:
                self._waiting.append(write)
        # Always in the same order, so that two servers cannot deadlock.
        return [batch[table] for table in sorted(batch)]
