"""Reports of names and of lines of the chat, for the host to resolve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from fogline.server.features.moderation.tables import REPORTS
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of, row_of

Kind = Literal["name", "chat"]


@dataclass(frozen=True, slots=True)
class Report:
    """A name or a line that somebody finds offensive."""

    table: str
    kind: Kind
    number: int
    """The seat of the name, or the version of the line."""
    reporter: str
    user: str
    """The user who is reported."""
    name: str
    text: str
    """The line; empty if the name alone is reported."""
    at: int
    id: int = 0
    resolved: int | None = None


_REPORTS = select(*columns_of(REPORTS, Report))


class Reports:
    """The reports in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: Report) -> bool:
        """Store a report; `False` if its reporter has reported the same before."""
        row = row_of(REPORTS, report)
        del row["id"]  # the database gives it
        try:
            await self._database.execute(insert(REPORTS), row)
        except IntegrityError:
            return False
        return True

    async def of(self, reporter: str) -> list[Report]:
        """List what a user has reported."""
        query = _REPORTS.where(REPORTS.c.reporter == reporter).order_by(REPORTS.c.id)
        return [Report(*row) for row in await self._database.rows(query)]

    async def find(self, number: int) -> Report | None:
        """Find a report by its number."""
        row = await self._database.row(_REPORTS.where(REPORTS.c.id == number))
        return None if row is None else Report(*row)

    async def all(self, *, resolved: bool, limit: int) -> list[Report]:
        """List the open reports, the oldest first; with `resolved`, list all."""
        query = _REPORTS.order_by(REPORTS.c.id).limit(limit)
        if not resolved:
            query = query.where(REPORTS.c.resolved.is_(None))
        return [Report(*row) for row in await self._database.rows(query)]

    async def resolve(self, report: Report, at: int) -> None:
        """Close a report, and all others of the same name or line."""
        same = (
            (REPORTS.c.table_id == report.table)
            & (REPORTS.c.kind == report.kind)
            & (REPORTS.c.number == report.number)
            & REPORTS.c.resolved.is_(None)
        )
        await self._database.execute(update(REPORTS).where(same).values(resolved=at))
