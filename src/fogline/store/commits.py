"""One commit for many writes, by the drivers themselves: a server does this for every move.

SQLite is written by one thread, to which a whole batch is handed at once. PostgreSQL takes the
entries of a batch in one statement.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
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

    def commit(self, batch: Sequence[Rows]) -> asyncio.Future[list[bool]]:
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
        self._work: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="commits", daemon=True)
        self._connection: sqlite3.Connection | None = None
        self._entry, *self._others = _statements("?")

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
        if len(batch) * len(_ENTRY) > most or any(map(_has_more, batch)):
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
            if connection.execute(self._entry, _values(entry, _ENTRY)).rowcount != 1:
                if several:
                    connection.execute("ROLLBACK TO several")
                return False
        for statement, lines, columns in _further(rows, self._others):
            connection.executemany(statement, [_values(line, columns) for line in lines])
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


def _has_more(rows: Rows) -> bool:
    return rows.summary is not None or _is_long(rows)


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

    def commit(self, batch: Sequence[Rows]) -> asyncio.Future[list[bool]]:
        """Write a batch in one transaction; in one statement if there is nothing but entries."""
        return asyncio.ensure_future(self._commit(batch))

    async def _commit(self, batch: Sequence[Rows]) -> list[bool]:
        connection = await self._open()
        if not any(map(_has_more, batch)):
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
