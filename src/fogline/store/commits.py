"""One commit for many writes, by the drivers themselves: a server does this for every move.

SQLite is written by one thread, to which a whole batch is handed at once. PostgreSQL takes the
entries of a batch in one statement.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

import sqlalchemy as sa

from fogline.store.database import PRAGMAS, Database
from fogline.store.projection import Row, Upserts
from fogline.store.schema import ENTRIES

CHANNEL = "fogline"
"""The PostgreSQL channel that notifies other servers of new entries."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that are written together, or not at all."""

    entries: Sequence[Row]
    """Entries of one table, in order."""
    upserts: Upserts = field(default_factory=dict)
    """What else changes with them."""


class Commits(Protocol):
    """Writes batches to one kind of database."""

    def commit(self, batch: Sequence[Rows]) -> asyncio.Future[list[bool]]:
        """Return for each whether it is on disk, or another entry has its version or request."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


def commits_to(database: Database) -> Commits:
    """Return what writes to a database."""
    if database.is_postgres:
        return PostgresCommits(database.engine.url)
    return SqliteCommits(database)


_ENTRY = tuple(ENTRIES.columns.keys())


@lru_cache(maxsize=64)
def _statement(table: sa.Table, mark: str) -> str:
    """Return the statement that writes a row, or does nothing with an entry that is there."""
    columns, keys = table.columns.keys(), table.primary_key.columns.keys()
    marks = ", ".join(mark.format(number) for number in range(1, len(columns) + 1))
    changed = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in keys)
    conflict = f"({', '.join(keys)}) DO UPDATE SET {changed}" if changed else "DO NOTHING"
    return (
        f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks}) "  # noqa: S608 (constants)
        f"ON CONFLICT {'DO NOTHING' if table is ENTRIES else conflict}"
    )


def _values(row: Row, columns: Sequence[str]) -> tuple[str | int | bool | None, ...]:
    return tuple([row[name] for name in columns])


def _lines(table: sa.Table, rows: Iterable[Row]) -> list[tuple[str | int | bool | None, ...]]:
    columns = table.columns.keys()
    return [_values(row, columns) for row in rows]


class SqliteCommits:
    """Writes in a thread of its own, which has the connection."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._work: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="commits", daemon=True)
        self._connection: sqlite3.Connection | None = None

    def commit(self, batch: Sequence[Rows]) -> asyncio.Future[list[bool]]:
        """Write a batch in one transaction."""
        if not self._thread.is_alive():
            self._thread.start()
        loop = asyncio.get_running_loop()
        work = _Work(batch, loop, loop.create_future())
        self._work.put(work)
        return work.done

    async def close(self) -> None:
        """Close the connection and end the thread."""
        if self._thread.is_alive():
            self._work.put(None)
            await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                written = self._commit(work.batch)
            except BaseException as error:  # noqa: BLE001 (every caller gets an answer)
                work.loop.call_soon_threadsafe(_fail, work.done, error)
            else:
                work.loop.call_soon_threadsafe(_complete, work.done, written)
        self._close()

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
        try:
            if self._insert_together(connection, batch):
                written = [True] * len(batch)
            else:
                connection.execute("BEGIN IMMEDIATE")
                written = [self._write(connection, rows) for rows in batch]
                connection.execute("COMMIT")
        except BaseException:
            # A new connection knows nothing of what failed.
            self._close()
            raise
        self._database.expect_in_place()
        return written

    def _insert_together(self, connection: sqlite3.Connection, batch: Sequence[Rows]) -> bool:
        """Write one entry for each of several tables, in one statement that is a transaction.

        This thread waits for the interpreter after each statement, while others use it. It writes
        nothing and returns `False` if there is more to write, or an entry has its place taken.
        """
        most = connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        if len(batch) * len(_ENTRY) > most or not all(map(_is_entry, batch)):
            return False
        values = [value for rows in batch for value in _values(rows.entries[0], _ENTRY)]
        try:
            connection.execute(_insert_many(len(batch)), values)
        except sqlite3.IntegrityError:
            return False
        return True

    def _write(self, connection: sqlite3.Connection, rows: Rows) -> bool:
        entries = rows.entries
        several = len(entries) > 1
        if several:
            connection.execute("SAVEPOINT several")
        for entry in entries:
            statement = _statement(ENTRIES, "?")
            if connection.execute(statement, _values(entry, _ENTRY)).rowcount != 1:
                if several:
                    connection.execute("ROLLBACK TO several")
                return False
        for table, lines in rows.upserts.items():
            connection.executemany(_statement(table, "?"), _lines(table, lines))
        return True


@dataclass(frozen=True, slots=True)
class _Work:
    """A batch for the thread."""

    batch: Sequence[Rows]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[list[bool]]


def _complete(done: asyncio.Future[list[bool]], written: list[bool]) -> None:
    if not done.done():
        done.set_result(written)


def _fail(done: asyncio.Future[list[bool]], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)


@lru_cache(maxsize=1024)
def _insert_many(rows: int) -> str:
    marks = f"({', '.join('?' * len(_ENTRY))})"
    return f"INSERT INTO entries ({', '.join(_ENTRY)}) VALUES {', '.join([marks] * rows)}"  # noqa: S608 (constants)


def _is_entry(rows: Rows) -> bool:
    """Whether it is one entry and nothing else, as most moves are."""
    return len(rows.entries) == 1 and not rows.upserts


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

    def __init__(self, url: sa.URL) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None

    def commit(self, batch: Sequence[Rows]) -> asyncio.Future[list[bool]]:
        """Write a batch in one transaction; in one statement if there is nothing but entries."""
        return asyncio.ensure_future(self._commit(batch))

    async def _commit(self, batch: Sequence[Rows]) -> list[bool]:
        connection = await self._open()
        if all(map(_is_entry, batch)):
            return await _insert_all(connection, batch)
        async with connection.transaction():
            if any(len(rows.entries) > 1 for rows in batch):
                return [await self._write(connection, rows) for rows in batch]
            written = await _insert_all(connection, batch)
            kept = zip(batch, written, strict=True)
            await _upsert(connection, [rows.upserts for rows, is_written in kept if is_written])
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
        await _upsert(connection, [rows.upserts])
        await part.commit()
        return True


def _columns(entries: Iterable[Row]) -> list[list[Any]]:
    return [*map(list, zip(*[_values(entry, _ENTRY) for entry in entries], strict=True))]


async def _insert_all(connection: Any, batch: Sequence[Rows]) -> list[bool]:
    """Insert one entry for each of several tables."""
    found = await connection.fetch(_INSERT_MANY, *_columns([rows.entries[0] for rows in batch]))
    inserted = {row["table_id"] for row in found}
    return [rows.entries[0]["table_id"] in inserted for rows in batch]


async def _upsert(connection: Any, parts: Iterable[Upserts]) -> None:
    """Write the rows of several tables, those of each SQL table together."""
    lines: dict[sa.Table, list[Row]] = {}
    for part in parts:
        for table, rows in part.items():
            lines.setdefault(table, []).extend(rows)
    # Always in the same order, in which rows are rebuilt, too: nobody waits for each other.
    for table in sorted(lines, key=str):
        await connection.executemany(_statement(table, "${}"), _lines(table, lines[table]))
