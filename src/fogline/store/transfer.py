"""Copies tables between databases, as files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fogline.core.errors import FormatError
from fogline.store.database import Database, StoreError, database_url
from fogline.store.entries import Closed, Created, Seated
from fogline.store.files import TableFile
from fogline.store.table_log import Summary, TableLog
from fogline.store.users import User, Users


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[tuple[Database, TableLog]]:
    """Open a database for reading and writing logs."""
    found = await Database.open(database_url(database))
    log = TableLog(found)
    try:
        yield found, log
    finally:
        await log.stop()
        await found.close()


async def read_tables(log: TableLog, tables: Sequence[str]) -> list[TableFile]:
    """Read whole logs: of the given tables, or of all."""
    files = []
    for table in tables or await log.all_tables():
        try:
            found = await log.read(table)
        except FormatError as error:
            raise StoreError(f"table {table!r}: {error}") from None
        if not found or isinstance(found[0].entry, Closed):
            raise StoreError(f"there is no table {table!r} in this database")
        files.append(TableFile(table, tuple(found)))
    return files


async def write_table(database: Database, log: TableLog, file: TableFile, summary: Summary) -> bool:
    """Add a table with its users; `False` if a table with this id exists."""
    known = Users(database)
    created = file.log[0]
    users = {
        logged.entry.user: logged.entry.name
        for logged in file.log
        if isinstance(logged.entry, Seated)
    }
    if isinstance(created.entry, Created):
        users.setdefault(created.entry.owner, "Owner")
    if await log.read(file.table, limit=1):
        return False
    for user, name in users.items():
        await known.add(User(user, name), created.entry.at)
    return await log.append(file.table, file.log, summary, users)
