"""Copies tables between databases, as files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fogline.core.errors import FormatError
from fogline.store.database import Database, StoreError, database_url
from fogline.store.projection import Schema
from fogline.store.table_log import TableLog
from fogline.table.entries import Closed, Logged
from fogline.table.table_file import TableFile

_NOTHING = Schema()


@asynccontextmanager
async def opened(
    database: str, schema: Schema = _NOTHING
) -> AsyncIterator[tuple[Database, TableLog]]:
    """Open a database for reading and writing logs."""
    found = await Database.open(database_url(database))
    log = TableLog(found, schema)
    try:
        yield found, log
    finally:
        await log.stop()
        await found.close()


async def read_tables(log: TableLog, tables: Sequence[str]) -> list[TableFile]:
    """Read whole logs: of the given tables, or of all."""
    wanted = tables or await log.all_tables()
    return [TableFile(table, tuple(await read_table(log, table))) for table in wanted]


async def read_table(log: TableLog, table: str) -> list[Logged]:
    """Read the log of a table; raise `StoreError` if there is none that can be read."""
    try:
        found = await log.read(table)
    except FormatError as error:
        raise StoreError(f"table {table!r} cannot be read: {error}") from None
    if not found or isinstance(found[0].entry, Closed):
        raise no_table(table)
    return found


def no_table(table: str) -> StoreError:
    """Make the error for a table that does not exist."""
    return StoreError(f"there is no table {table!r} in this database")
