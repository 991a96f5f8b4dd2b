"""One commit for many writes, by the drivers themselves: a server does this for every move.

SQLite is written by one thread, to which a whole batch is handed at once. PostgreSQL takes the
entries of a batch in one statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import URL

from fogline.store.database import PRAGMAS, Database

CHANNEL = "fogline"
"""The PostgreSQL channel that notifies other servers of new entries."""

Row = Mapping[str, str | int | bool | None]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that are written together, or not at all."""

    entries: Sequence[Row]
    """Entries of one table, in order."""
    summary: Row | None = None
    """The new summary of the table, if it changes."""
    members: Sequence[Row] = ()
    invited: Sequence[Row] = ()
    speakers: Sequence[Row] = ()


class Commits(Protocol):
    """Writes batches to one kind of database."""

    async def commit(self, batch: Sequence[Rows]) -> list[bool]:
        """Say of each whether it is on disk now, or another entry has its version or request."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


def commits_to(database: Database) -> Commits:
    """Return what writes to a database."""
    if database.is_postgres:
        return PostgresCommits(database.engine.url)
    return SqliteCommits(database)


_ENTRY = ("table_id", "version", "request", "at", "body")
_LINE = ("id", "status", "listed", "clocked", "updated", "summary", "due")
_PERSON = ("user_id", "table_id")
_CHANGED = ", ".join(
    f"{name} = excluded.{name}" for name in ("status", "updated", "summary", "due")
)


def _insert(table: str, columns: Sequence[str], marks: Iterable[str], conflict: str) -> str:
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(marks)}) "  # noqa: S608 (constants)
        f"ON CONFLICT {conflict}"
    )


def _statements(mark: str) -> tuple[str, ...]:
    """Return the statements for entries, summaries, members, invitations and speakers."""

    def marks(columns: Sequence[str]) -> list[str]:
        return [mark.format(number) for number in range(1, len(columns) + 1)]

    upsert = f"(id) DO UPDATE SET {_CHANGED}"
    return (
        _insert("entries", _ENTRY, marks(_ENTRY), "DO NOTHING"),
        _insert("tables", _LINE, marks(_LINE), upsert),
        _insert("members", _PERSON, marks(_PERSON), "DO NOTHING"),
        _insert("invitations", _PERSON, marks(_PERSON), "DO NOTHING"),
        _insert("speakers", _PERSON, marks(_PERSON), "DO NOTHING"),
    )


def _values(row: Row, columns: Sequence[str]) -> tuple[str | int | bool | None, ...]:
    return tuple([row[name] for name in columns])


class SqliteCommits:
    """Writes in a thread of its own, which has the connection."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="commits")
        self._connection: sqlite3.Connection | None = None
        self._entry, *self._others = _statements("?")

    async def commit(self, batch: Sequence[Rows]) -> list[bool]:
        """Write a batch in one transaction."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._commit, batch)

    async def close(self) -> None:
        """Close the connection and end the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._database.engine.url.database or "", isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _commit(self, batch: Sequence[Rows]) -> list[bool]:
        # Before, so that what is refused is not written, and after, because the file may be moved
        # at any time.
        self._database.expect_in_place()
        if self._connection is None:
            self._connection = self._open()
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            written = [self._write(connection, rows) for rows in batch]
            connection.execute("COMMIT")
        except BaseException:
            # A new connection knows nothing of what failed.
            self._close()
            raise
        self._database.expect_in_place()
        return written

    def _write(self, connection: sqlite3.Connection, rows: Rows) -> bool:
        entries = rows.entries
        several = len(entries) > 1
        if several:
            connection.execute("SAVEPOINT several")
        for entry in entries:
            if connection.execute(self._entry, _values(entry, _ENTRY)).rowcount != 1:
                if several:
                    connection.execute("ROLLBACK TO several")
                return False
        for statement, lines, columns in _further(rows, self._others):
            connection.executemany(statement, [_values(line, columns) for line in lines])
        return True


def _further(
    rows: Rows, statements: Sequence[str]
) -> Iterable[tuple[str, Sequence[Row], Sequence[str]]]:
    """Yield what is written beside the entries."""
    summaries = () if rows.summary is None else (rows.summary,)
    people = (rows.members, rows.invited, rows.speakers)
    kinds = ((summaries, _LINE), *((users, _PERSON) for users in people))
    for statement, (lines, columns) in zip(statements, kinds, strict=True):
        if lines:
            yield statement, lines, columns


_INSERT_MANY = f"""
WITH written AS (
    INSERT INTO entries ({", ".join(_ENTRY)})
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::text[])
    ON CONFLICT DO NOTHING
    RETURNING table_id, version
)
SELECT table_id, pg_notify('{CHANNEL}', table_id || ' ' || version) FROM written
"""  # noqa: S608 (constants)
"""Other servers are notified when the transaction of the entry ends, never before."""


class PostgresCommits:
    """Writes by a connection of its own, which it opens again when it is lost."""

    def __init__(self, url: URL) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None
        _, *self._others = _statements("${}")

    async def commit(self, batch: Sequence[Rows]) -> list[bool]:
        """Write a batch in one transaction; in one statement if there is nothing but entries."""
        connection = await self._open()
        if not any(rows.summary or _is_long(rows) for rows in batch):
            return await _insert_all(connection, batch)
        async with connection.transaction():
            if any(_is_long(rows) for rows in batch):
                return [await self._write(connection, rows) for rows in batch]
            written = await _insert_all(connection, batch)
            kept = zip(batch, written, strict=True)
            lines = [rows.summary for rows, is_written in kept if is_written and rows.summary]
            await connection.executemany(self._others[0], [_values(line, _LINE) for line in lines])
            return written

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()

    async def _open(self) -> Any:
        # The package is an extra, and it ships no types.
        import asyncpg  # type: ignore[import-untyped]  # noqa: PLC0415

        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._dsn)
        return self._connection

    async def _write(self, connection: Any, rows: Rows) -> bool:
        part = connection.transaction()
        await part.start()
        inserted = await connection.fetch(_INSERT_MANY, *_columns(rows.entries))
        if len(inserted) < len(rows.entries):
            await part.rollback()
            return False
        for statement, lines, columns in _further(rows, self._others):
            await connection.executemany(statement, [_values(line, columns) for line in lines])
        await part.commit()
        return True


def _is_long(rows: Rows) -> bool:
    """Whether it is more than an entry and a summary, which is all that a move needs."""
    return len(rows.entries) > 1 or bool(rows.members or rows.invited or rows.speakers)


def _columns(entries: Iterable[Row]) -> list[list[Any]]:
    return [*map(list, zip(*[_values(entry, _ENTRY) for entry in entries], strict=True))]


async def _insert_all(connection: Any, batch: Sequence[Rows]) -> list[bool]:
    """Insert one entry for each of several tables."""
    found = await connection.fetch(_INSERT_MANY, *_columns([rows.entries[0] for rows in batch]))
    inserted = {row["table_id"] for row in found}
    return [rows.entries[0]["table_id"] in inserted for rows in batch]
