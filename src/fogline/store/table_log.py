"""The logs of all tables: append an entry, read entries, find tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fogline.store.commits import Row, Rows
from fogline.store.database import Database
from fogline.store.entry_text import read_entry, write_entry
from fogline.store.schema import (
    ENTRIES,
    INVITATIONS,
    MEMBERS,
    NOTICES,
    REPORTS,
    REVIEWS,
    SPEAKERS,
    TABLES,
    TOLD_TURNS,
)
from fogline.store.writer import REWRITTEN, Writer, notify
from fogline.table.entries import Closed, Logged, Said


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


_FEW = 32
"""Entries that are read so quickly that a thread would take longer."""


LogRow = tuple[int, str, str | None]
"""The version, the JSON and the request id of an entry."""


async def read_rows(rows: Sequence[LogRow]) -> list[Logged]:
    """Read entries from their rows."""
    # A long log takes a while, and others must not wait for it.
    return await asyncio.to_thread(_read, rows) if len(rows) > _FEW else _read(rows)


def _read(rows: Sequence[LogRow]) -> list[Logged]:
    return [Logged(version, read_entry(body), request) for version, body, request in rows]


class TableLog:
    """The append-only logs of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database)

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
        spoke = [
            item.entry.user
            for item in logged
            if isinstance(item.entry, Said) and item.entry.seat is None
        ]
        people, guests, speakers = (
            [{"user_id": user, "table_id": table} for user in users]
            for users in (members, invited, spoke)
        )
        return await self._writer.write(Rows(rows, line, people, guests, speakers))

    async def read(self, table: str, since: int = -1, limit: int | None = None) -> list[Logged]:
        """Read the entries after a version, in order."""
        return await read_rows(await self.rows(table, since, limit))

    async def rows(self, table: str, since: int = -1, limit: int | None = None) -> list[LogRow]:
        """Return the rows of the entries after a version, in order."""
        query = (
            select(ENTRIES.c.version, ENTRIES.c.body, ENTRIES.c.request)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.version > since)
            .order_by(ENTRIES.c.version)
            .limit(limit)
        )
        async with self._database.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [(row.version, row.body, row.request) for row in found]

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

    async def spoken_at(self, user: str) -> list[str]:
        """List the tables to which a user has written as a spectator."""
        query = select(SPEAKERS.c.table_id).where(SPEAKERS.c.user_id == user)
        async with self._database.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def rewrite(self, table: str, changed: Sequence[Logged], summary: Summary | None) -> None:
        """Replace names and lines of the chat: the one change that a log allows."""
        async with self._database.engine.begin() as connection:
            for logged in changed:
                where = (ENTRIES.c.table_id == table) & (ENTRIES.c.version == logged.version)
                body = write_entry(logged.entry)
                await connection.execute(update(ENTRIES).where(where).values(body=body))
            if summary is not None:
                row = update(TABLES).where(TABLES.c.id == table)
                await connection.execute(row.values(summary=summary.text, listed=summary.listed))
            # A review may name players; it can be made again.
            await connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            await self._announce(connection, table, REWRITTEN)

    async def delete(self, table: str, at: int) -> bool:
        """Delete a table; return whether it existed.

        One entry is left: a server that has the table in memory cannot write over it, and reads it.
        """
        async with self._database.engine.begin() as connection:
            last = select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == table)
            version = (await connection.execute(last)).scalar_one()
            known = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).first()
            if version is None or known is None:
                return False
            await connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
            await connection.execute(
                insert(ENTRIES).values(
                    table_id=table, version=version + 1, at=at, body=write_entry(Closed(at))
                )
            )
            await connection.execute(delete(TABLES).where(TABLES.c.id == table))
            for each in (MEMBERS, INVITATIONS, SPEAKERS, REPORTS, TOLD_TURNS, REVIEWS):
                await connection.execute(delete(each).where(each.c.table_id == table))
            await self._announce(connection, table, REWRITTEN)
        return True

    async def announce(self, table: str, version: int) -> None:
        """Tell the servers on this database of a change that none of them has made."""
        async with self._database.engine.begin() as connection:
            await self._announce(connection, table, version)

    async def _announce(self, connection: AsyncConnection, table: str, version: int) -> None:
        if self._database.is_postgres:
            await connection.execute(notify(table, version))
        else:
            await connection.execute(insert(NOTICES).values(table_id=table, version=version))

    async def take_notices(self) -> list[tuple[str, int]]:
        """Return what was announced on a SQLite file since the last time."""
        query = select(NOTICES.c.id, NOTICES.c.table_id, NOTICES.c.version).order_by(NOTICES.c.id)
        async with self._database.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        if found:
            async with self._database.engine.begin() as connection:
                taken = delete(NOTICES).where(NOTICES.c.id <= found[-1].id)
                await connection.execute(taken)
        return [(row.table_id, row.version) for row in found]

    async def tables(self, status: str | None, text: str, limit: int) -> list[Summary]:
        """Find tables by their status, and by a text in their id or summary, newest first."""
        query = select(TABLES).order_by(TABLES.c.updated.desc()).limit(limit)
        if status is not None:
            query = query.where(TABLES.c.status == status)
        if text:
            columns = (TABLES.c.id, TABLES.c.summary)
            query = query.where(or_(*(each.icontains(text, autoescape=True) for each in columns)))
        return await self._summaries(query)

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
