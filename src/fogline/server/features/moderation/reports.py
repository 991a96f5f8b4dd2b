"""Reports of names and of lines of the chat, for the host to resolve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from sqlalchemy import Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from fogline.server.features.moderation.tables import REPORTS
from fogline.store.database import Database

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


class Reports:
    """The reports in one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def add(self, report: Report) -> bool:
        """Store a report; `False` if its reporter has reported the same before."""
        row = {
            "table_id": report.table,
            "kind": report.kind,
            "number": report.number,
            "reporter": report.reporter,
            "user_id": report.user,
            "name": report.name,
            "text": report.text,
            "at": report.at,
        }
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(REPORTS), row)
        except IntegrityError:
            return False
        return True

    async def of(self, reporter: str) -> list[Report]:
        """List what a user has reported."""
        query = select(REPORTS).where(REPORTS.c.reporter == reporter).order_by(REPORTS.c.id)
        async with self._engine.connect() as connection:
            return [_report(row) for row in (await connection.execute(query)).all()]

    async def find(self, number: int) -> Report | None:
        """Find a report by its number."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(REPORTS).where(REPORTS.c.id == number))
            row = found.one_or_none()
        return None if row is None else _report(row)

    async def all(self, *, resolved: bool, limit: int) -> list[Report]:
        """List the open reports, the oldest first; with `resolved`, list all."""
        query = select(REPORTS).order_by(REPORTS.c.id).limit(limit)
        if not resolved:
            query = query.where(REPORTS.c.resolved.is_(None))
        async with self._engine.connect() as connection:
            return [_report(row) for row in (await connection.execute(query)).all()]

    async def resolve(self, report: Report, at: int) -> None:
        """Close a report, and all others of the same name or line."""
        same = (
            (REPORTS.c.table_id == report.table)
            & (REPORTS.c.kind == report.kind)
            & (REPORTS.c.number == report.number)
            & REPORTS.c.resolved.is_(None)
        )
        async with self._engine.begin() as connection:
            await connection.execute(update(REPORTS).where(same).values(resolved=at))


def _report(row: Row[tuple[object, ...]]) -> Report:
    return Report(
        table=row.table_id,
        kind=cast("Kind", row.kind),
        number=row.number,
        reporter=row.reporter,
        user=row.user_id,
        name=row.name,
        text=row.text,
        at=row.at,
        id=row.id,
        resolved=row.resolved,
    )
