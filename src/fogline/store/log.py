"""The logs of all tables: append an entry, read entries, find tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from fogline.store.commits import Row, Rows
from fogline.store.database import Database
from fogline.store.entries import Entry, read_entry, write_entry
from fogline.store.schema import ENTRIES, INVITATIONS, MEMBERS, TABLES
from fogline.store.writer import REWRITTEN, Writer, notify


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a table for lists."""

    table: str
    status: str
    listed: bool
    clocked: bool
    updated: int
    text: str
    """What lists show, as JSON."""
    due: int | None = None
    """When the next of its clocks runs out."""

    @property
    def row(self) -> Row:
        """The row of the database."""
        return {
            "id": self.table,
            "status": self.status,
            "listed": self.listed,
            "clocked": self.clocked,
            "updated": self.updated,
            "summary": self.text,
            "due": self.due,
        }


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry with its version in a log."""

    version: int
    entry: Entry
    request: str | None = None
    """The request id, chosen by the client."""


_FEW = 32
"""Entries that are read so quickly that a thread would take longer."""


def _read(rows: Sequence[tuple[Any, ...]]) -> list[Logged]:
    return [Logged(version, read_entry(body), request) for version, body, request in rows]


class TableLog:
    """The append-only logs of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)

    def start(self) -> None:
        """Start the writer."""
        self._writer.start()

    async def stop(self) -> None:
        """Write all waiting entries, and stop the writer."""
        await self._writer.stop()

    async def append(
        self,
        table: str,
        logged: Sequence[Logged],
        summary: Summary | None = None,
        members: Iterable[str] = (),
        invited: Iterable[str] = (),
    ) -> bool:
        """Return `True` once the entries are on disk; `False` if another server wrote first."""
        rows = [
            {
                "table_id": table,
                "version": item.version,
                "request": item.request,
                "at": item.entry.at,
                "body": write_entry(item.entry),
            }
            for item in logged
        ]
        line = None if summary is None else summary.row
        people = [{"user_id": user, "table_id": table} for user in members]
        guests = [{"user_id": user, "table_id": table} for user in invited]
        return await self._writer.write(Rows(rows, line, people, guests))

    async def read(self, table: str, since: int = -1, limit: int | None = None) -> list[Logged]:
        """Read the entries after a version, in order."""
        query = (
            select(ENTRIES.c.version, ENTRIES.c.body, ENTRIES.c.request)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.version > since)
            .order_by(ENTRIES.c.version)
            .limit(limit)
        )
        async with self._database.engine.connect() as connection:
            rows = [tuple(row) for row in await connection.execute(query)]
        # A long log takes a while, and others must not wait for it.
        return await asyncio.to_thread(_read, rows) if len(rows) > _FEW else _read(rows)

    async def open_tables(self, limit: int, since: int = 0) -> list[Summary]:
        """Find listed tables that wait for players, newest first."""
        query = select(TABLES).where(
            TABLES.c.status == "open", TABLES.c.listed.is_(True), TABLES.c.updated >= since
        )
        return await self._summaries(query.order_by(TABLES.c.updated.desc()).limit(limit))

    async def running_tables(self, limit: int) -> list[Summary]:
        """Find listed tables at which people play, newest first."""
        query = select(TABLES).where(TABLES.c.status == "playing", TABLES.c.listed.is_(True))
        return await self._summaries(query.order_by(TABLES.c.updated.desc()).limit(limit))

    async def tables_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the tables that a user owns or plays at: running, open, then ended ones."""
        query = (
            select(TABLES)
            .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
            .where(MEMBERS.c.user_id == user)
            # In reverse alphabetical order: playing, open, ended.
            .order_by(TABLES.c.status.desc(), TABLES.c.updated.desc())
            .limit(limit)
        )
        return await self._summaries(query)

    async def invitations_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the open tables to which a user was invited and has not come, newest first."""
        own = select(MEMBERS.c.table_id).where(MEMBERS.c.user_id == user)
        query = (
            select(TABLES)
            .join(INVITATIONS, INVITATIONS.c.table_id == TABLES.c.id)
            .where(INVITATIONS.c.user_id == user, TABLES.c.status == "open")
            .where(TABLES.c.id.not_in(own))
            .order_by(TABLES.c.updated.desc())
            .limit(limit)
        )
        return await self._summaries(query)

    async def rewrite(self, table: str, changed: Sequence[Logged], summary: Summary | None) -> None:
        """Replace entries that name a user who is deleted: the one change that a log allows."""
        async with self._database.engine.begin() as connection:
            for logged in changed:
                where = (ENTRIES.c.table_id == table) & (ENTRIES.c.version == logged.version)
                body = write_entry(logged.entry)
                await connection.execute(update(ENTRIES).where(where).values(body=body))
            if summary is not None:
                row = update(TABLES).where(TABLES.c.id == table)
                await connection.execute(row.values(summary=summary.text, listed=summary.listed))
            if self._database.is_postgres:
                await connection.execute(notify(table, REWRITTEN))

    async def running_clocks(self) -> list[str]:
        """Find the running tables that have a clock."""
        query = select(TABLES).where(TABLES.c.status == "playing", TABLES.c.clocked.is_(True))
        return [summary.table for summary in await self._summaries(query)]

    async def late_tables(self, now: int) -> list[str]:
        """Find the tables with a clock that has run out unnoticed, the oldest first."""
        query = select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due)
        async with self._database.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def all_tables(self) -> list[str]:
        """List the ids of all tables."""
        return [summary.table for summary in await self._summaries(select(TABLES))]

    async def _summaries(self, query: object) -> list[Summary]:
        async with self._database.engine.connect() as connection:
            rows = (await connection.execute(query)).all()  # type: ignore[call-overload]
        return [Summary(*row) for row in rows]
