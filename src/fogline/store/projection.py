"""Projections: rows of SQL tables that follow from the logs, written with the entries.

A projection is an SQL table and a pure function. Its rows can be lost and made again from the logs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from fogline.store.ownership import Export, Ownership, ownership_of
from fogline.store.schema import METADATA
from fogline.table.entries import Entry, Logged, is_former
from fogline.table.table_state import TableState

Row = Mapping[str, str | int | bool | None]
"""A value for every column of an SQL table."""
Upserts = Mapping[sa.Table, Sequence[Row]]
"""Rows by SQL table; each replaces the row with its primary key."""


@dataclass(frozen=True)
class Projection:
    """Rows of one SQL table, each of which belongs to one table."""

    table: sa.Table
    rows: Callable[[TableState | None, TableState, Sequence[Logged]], Iterable[Row]]
    """Return the rows that new entries change, from the table before and after them.

    There is no table before the first entry. Entries that are written together have one time.
    """
    version: int = 1
    """Raised when the function changes what it returns: servers then fold all logs again."""

    @property
    def column(self) -> sa.Column[str]:
        """The column with the id of the table that a row belongs to."""
        name = ownership_of(self.table).table
        assert name is not None  # noqa: S101 (as every projection says)
        return self.table.c[name]

    @property
    def key(self) -> str:
        """The name under which the database records how far it is filled."""
        return f"projection {self.table.name} {self.version}"


def user_table(
    name: str, export: Export | None = None, *, exports_tables: bool = False
) -> sa.Table:
    """Declare an SQL table that connects users with tables, for `users_by`."""
    return sa.Table(
        name,
        METADATA,
        sa.Column("user_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        info=Ownership(
            users=("user_id",), table="table_id", export=export, exports_tables=exports_tables
        ).info,
    )


def users_by(table: sa.Table, user_of: Callable[[Entry], str | None]) -> Projection:
    """Make the projection of a `user_table`, from what entries say."""

    def rows(_: TableState | None, after: TableState, news: Sequence[Logged]) -> Iterator[Row]:
        for logged in news:
            user = user_of(logged.entry)
            if user is not None and not is_former(user):
                yield {"user_id": user, "table_id": after.id}

    return Projection(table, rows)


def upserts_of(
    projections: Iterable[Projection],
    before: TableState | None,
    after: TableState,
    news: Sequence[Logged],
) -> Upserts:
    """Return the rows that new entries of a table change."""
    found = {each.table: [*each.rows(before, after, news)] for each in projections}
    return {table: rows for table, rows in found.items() if rows}


def folded(
    projections: Sequence[Projection], table: str, log: Sequence[Logged]
) -> tuple[TableState, Upserts]:
    """Fold a whole log, entry by entry; return the table and all its rows."""
    rows: dict[sa.Table, dict[tuple[object, ...], Row]] = {each.table: {} for each in projections}
    before, after = None, TableState(table, log[0])
    for nth, logged in enumerate(log):
        if nth:
            before, after = after, after.after(logged)
        for written, news in upserts_of(projections, before, after, [logged]).items():
            keys = written.primary_key.columns.keys()
            rows[written] |= {tuple(row[key] for key in keys): row for row in news}
    return after, {written: [*found.values()] for written, found in rows.items()}


@dataclass(frozen=True)
class Schema:
    """What is kept in a database besides the logs."""

    tables: tuple[sa.Table, ...] = ()
    projections: tuple[Projection, ...] = ()
