"""One writer for all tables: it writes all waiting entries in one transaction.

A durable commit costs the same for one entry as for a hundred. While a commit runs, new entries
wait, and the next commit writes them together; so batches grow with the load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Executable, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from fogline.store.database import Database, StoreError
from fogline.store.schema import ENTRIES, INVITATIONS, MEMBERS, SPEAKERS, TABLES

CHANNEL = "fogline"
"""The PostgreSQL channel that notifies other servers of new entries."""

REWRITTEN = -1
"""Notified in place of a version when older entries of a table have changed."""
_BATCH = 500

Row = Mapping[str, str | int | bool | None]


@dataclass(frozen=True)
class Write:
    """Rows that must be written together."""

    entries: Sequence[Row]
    summary: Row | None = None
    """The new summary of the table, if it changes."""
    members: Sequence[Row] = ()
    invited: Sequence[Row] = ()
    speakers: Sequence[Row] = ()
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
        self._database = database
        self._waiting: asyncio.Queue[Write] = asyncio.Queue()
        self._held_back: list[Write] = []
        insert = postgresql.insert if database.is_postgres else sqlite.insert
        self._insert_entries = (
            insert(ENTRIES)
            .on_conflict_do_nothing()
            .returning(ENTRIES.c.table_id, ENTRIES.c.version)
        )
        upsert = insert(TABLES)
        changed = {name: upsert.excluded[name] for name in ("status", "updated", "summary", "due")}
        self._upsert_tables = upsert.on_conflict_do_update(index_elements=["id"], set_=changed)
        self._insert_members = insert(MEMBERS).on_conflict_do_nothing()
        self._insert_invited = insert(INVITATIONS).on_conflict_do_nothing()
        self._insert_speakers = insert(SPEAKERS).on_conflict_do_nothing()
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

    async def write(self, write: Write) -> bool:
        """Return `True` once the rows are on disk; `False` if another server wrote first."""
        self._waiting.put_nowait(write)
        return await write.done

    async def _run(self) -> None:
        while True:
            batch = await self._next_batch()
            try:
                async with self._database.engine.begin() as connection:
                    written = await self._write(connection, batch)
                self._database.expect_in_place()
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

    async def _next_batch(self) -> list[Write]:
        """Take the waiting writes, at most one per table: two may have the same version."""
        waiting = [*self._held_back] or [await self._waiting.get()]
        while len(waiting) < _BATCH and not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        batch: dict[str, Write] = {}
        self._held_back = []
        for write in waiting:
            if batch.setdefault(str(write.entries[0]["table_id"]), write) is not write:
                self._held_back.append(write)
        # Always in the same order, so that two servers cannot deadlock.
        return [batch[table] for table in sorted(batch)]

    async def _write(self, connection: AsyncConnection, batch: Sequence[Write]) -> list[bool]:
        rows = [row for write in batch for row in write.entries]
        found = await connection.execute(self._insert_entries, rows)
        inserted = {(row.table_id, row.version) for row in found}
        written = [
            all((row["table_id"], row["version"]) in inserted for row in write.entries)
            for write in batch
        ]
        kept = [write for write, is_written in zip(batch, written, strict=True) if is_written]
        summaries = [write.summary for write in kept if write.summary is not None]
        members = [row for write in kept for row in write.members]
        if summaries:
            await connection.execute(self._upsert_tables, summaries)
        if members:
            await connection.execute(self._insert_members, members)
        if invited := [row for write in kept for row in write.invited]:
            await connection.execute(self._insert_invited, invited)
        if speakers := [row for write in kept for row in write.speakers]:
            await connection.execute(self._insert_speakers, speakers)
        if self._database.is_postgres and inserted:
            for table, version in dict(sorted(inserted)).items():
                await connection.execute(notify(table, version))
        return written
