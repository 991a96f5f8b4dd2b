"""The logs of all tables: append entries with what follows from them, and read them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fogline.core.errors import FoglineError
from fogline.store.commits import Rows
from fogline.store.database import Database
from fogline.store.entry_text import read_entry, write_entry
from fogline.store.ownership import delete_rows_of_table
from fogline.store.projection import Projection, Row, Schema, Upserts, folded, upserts_of
from fogline.store.schema import ENTRIES, NOTICES
from fogline.store.writer import REWRITTEN, Writer, notify
from fogline.table.entries import Closed, Logged
from fogline.table.table_state import TableState

_NOTHING = Schema()


class UnreadableLog(FoglineError):
    """A log is damaged, or of a game whose rules are missing."""


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


def _row(table: str, logged: Logged) -> Row:
    return {
        "table_id": table,
        "version": logged.version,
        "request": logged.request,
        "at": logged.entry.at,
        "body": write_entry(logged.entry),
    }


class TableLog:
    """The append-only logs of all tables in one database, and their projections."""

    def __init__(self, database: Database, schema: Schema = _NOTHING) -> None:
        self.schema = schema
        self._database = database
        self._writer = Writer(database)

    async def stop(self) -> None:
        """Write all waiting entries, and stop the writer."""
        await self._writer.stop()

    async def append(
        self, before: TableState | None, after: TableState, news: Sequence[Logged]
    ) -> bool:
        """Write entries that lead from one table to the next, with the rows that they change.

        Return `True` once all is on disk; `False` if another server wrote first.
        """
        return await self.write(
            after.id, news, upserts_of(self.schema.projections, before, after, news)
        )

    async def add(self, table: str, log: Sequence[Logged]) -> bool:
        """Write a whole new table; return `False` if there is one with this id."""
        _, rows = await asyncio.to_thread(folded, self.schema.projections, table, log)
        return await self.write(table, log, rows)

    async def write(
        self, table: str, news: Sequence[Logged], upserts: Upserts | None = None
    ) -> bool:
        """Write entries and rows together, or nothing if another entry has the place of one."""
        return await self._writer.write(Rows([_row(table, each) for each in news], upserts or {}))

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
        found = await self._database.rows(query)
        return [(row.version, row.body, row.request) for row in found]

    async def all_tables(self, after: str = "") -> list[str]:
        """List the ids of tables, in order, beginning after one of them."""
        query = (
            select(ENTRIES.c.table_id)
            # Of a deleted table only a later entry is left.
            .where(ENTRIES.c.table_id > after, ENTRIES.c.version == 0)
            .order_by(ENTRIES.c.table_id)
        )
        return [*await self._database.values(query)]

    async def rebuild(self, table: str, projections: Sequence[Projection]) -> bool:
        """Replace the rows of a table by what its log says; return `False` if it is gone.

        Raise `UnreadableLog` for a log that this version cannot read.
        """
        while found := await self.rows(table):
            try:
                log = await read_rows(found)
                if isinstance(log[0].entry, Closed):
                    break
                _, rows = await asyncio.to_thread(folded, projections, table, log)
            except Exception as error:  # rules may raise anything for a log that is damaged
                # An error of the engine may name a hidden card.
                why = error if isinstance(error, FoglineError) else "it is not that of a game"
                raise UnreadableLog(f"the log of table {table!r} cannot be read: {why}") from error
            async with self._database.engine.begin() as connection:
                await self._replace(connection, table, projections, rows)
                if await _version(connection, table) == log[-1].version:
                    return True
                await connection.rollback()  # it has gone on meanwhile
        return False

    async def rewrite(self, table: str, log: Sequence[Logged], changed: Sequence[Logged]) -> bool:
        """Replace names and lines of the chat: the one change that a log allows.

        Return `False`, and change nothing, if the log has become longer than it is given here.
        """
        _, rows = await asyncio.to_thread(folded, self.schema.projections, table, log)
        async with self._database.engine.begin() as connection:
            for logged in changed:
                where = (ENTRIES.c.table_id == table) & (ENTRIES.c.version == logged.version)
                row = _row(table, logged)
                await connection.execute(update(ENTRIES).where(where).values(**row))
            await self._replace(connection, table, self.schema.projections, rows)
            if await _version(connection, table) != log[-1].version:
                await connection.rollback()
                return False
            await self._announce(connection, table, REWRITTEN)
        return True

    async def _replace(
        self,
        connection: AsyncConnection,
        table: str,
        projections: Iterable[Projection],
        rows: Upserts,
    ) -> None:
        for each in sorted(projections, key=lambda each: each.table.name):
            await connection.execute(delete(each.table).where(each.column == table))
            if rows[each.table]:
                # A server that has the table in memory may write the same row now.
                new = self._database.insert(each.table).on_conflict_do_nothing()
                await connection.execute(new, [dict(row) for row in rows[each.table]])

    async def delete(self, table: str, at: int) -> bool:
        """Delete a table; return whether it existed.

        One entry is left: a server that has the table in memory cannot write over it, and reads it.
        """
        async with self._database.engine.begin() as connection:
            version = await _version(connection, table)
            known = select(ENTRIES.c.version).where(
                ENTRIES.c.table_id == table, ENTRIES.c.version == 0
            )
            if version is None or (await connection.execute(known)).first() is None:
                return False
            await connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
            await connection.execute(
                insert(ENTRIES).values(
                    table_id=table, version=version + 1, at=at, body=write_entry(Closed(at))
                )
            )
            await delete_rows_of_table(connection, self.schema.tables, table)
            await self._announce(connection, table, REWRITTEN)
        return True

    async def announce(self, table: str, version: int) -> None:
        """Notify the servers on this database of a change that none of them has made."""
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
        found = await self._database.rows(query)
        if found:
            await self._database.execute(delete(NOTICES).where(NOTICES.c.id <= found[-1].id))
        return [(row.table_id, row.version) for row in found]


async def _version(connection: AsyncConnection, table: str) -> int | None:
    """Return the newest version of a table."""
    last = select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == table)
    version: int | None = (await connection.execute(last)).scalar_one()
    return version
