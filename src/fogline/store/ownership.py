"""To whom the rows of an SQL table belong. Export and deletion follow from this description."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

_KEY = "ownership"


@dataclass(frozen=True, slots=True)
class Export:
    """How rows appear in the file with all data of a user.

    A table whose key is the user gives one object or nothing, any other a list; a list with one
    field has its values.
    """

    name: str
    """Their name in the file."""
    fields: tuple[str, ...]
    """The columns that are written, without `_id` in their names; others are secrets."""
    column: str = "user_id"
    """The column with the user to whom the rows are shown."""
    unless: str | None = None
    """A column that rows must not have a value in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """What the columns of an SQL table say about users and tables."""

    users: tuple[str, ...] = ()
    """The columns with a user. Rows are deleted with the account of any of them."""
    table: str | None = None
    """The column with a table, with which rows are deleted."""
    export: Export | None = None
    why_not: str = ""
    """Why the rows of a user are not exported."""
    exports_tables: bool = False
    """Whether a user may export the logs of the tables of these rows instead."""

    @property
    def info(self) -> dict[str, Ownership]:
        """The description, as `sqlalchemy.Table` takes it."""
        return {_KEY: self}


def ownership_of(table: sa.Table) -> Ownership:
    """Return the description of an SQL table."""
    return cast("Ownership", table.info[_KEY])


async def export_rows(
    connection: AsyncConnection, tables: Iterable[sa.Table], user: str
) -> dict[str, object]:
    """Return what is kept about a user, by the names of the exports."""
    found: dict[str, object] = {}
    for table in tables:
        export = ownership_of(table).export
        if export is not None:
            found[export.name] = await _export(connection, table, export, user)
    return found


async def _export(
    connection: AsyncConnection, table: sa.Table, export: Export, user: str
) -> object:
    columns = [table.c[name].label(name.removesuffix("_id")) for name in export.fields]
    query = sa.select(*columns).where(table.c[export.column] == user)
    if export.unless is not None:
        query = query.where(table.c[export.unless].is_(None))
    rows = (await connection.execute(query.order_by(*table.primary_key))).mappings().all()
    if table.primary_key.columns.keys() == [export.column]:
        return dict(rows[0]) if rows else None
    if len(columns) == 1:
        return [value for row in rows for value in row.values()]
    return [dict(row) for row in rows]


async def delete_rows_of_user(
    connection: AsyncConnection, tables: Iterable[sa.Table], user: str
) -> None:
    """Delete all rows that belong to a user."""
    for table in sorted(tables, key=str):  # in the order in which rows are written
        for column in ownership_of(table).users:
            await connection.execute(sa.delete(table).where(table.c[column] == user))


async def delete_rows_of_table(
    connection: AsyncConnection, tables: Iterable[sa.Table], table_id: str
) -> None:
    """Delete all rows that belong to a table."""
    for table in sorted(tables, key=str):  # as above
        column = ownership_of(table).table
        if column is not None:
            await connection.execute(sa.delete(table).where(table.c[column] == table_id))


async def tables_of_user(
    connection: AsyncConnection, tables: Iterable[sa.Table], user: str
) -> list[str]:
    """List the tables that some row connects with a user, in order."""
    found: set[str] = set()
    for table in tables:
        ownership = ownership_of(table)
        if ownership.table is not None:
            for column in ownership.users:
                query = sa.select(table.c[ownership.table]).where(table.c[column] == user)
                found |= set((await connection.execute(query)).scalars())
    return sorted(found)
