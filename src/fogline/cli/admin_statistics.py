"""How much there is in a database, for its host."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from fogline.server.features.lobby.tables import TABLES
from fogline.server.features.moderation.tables import REPORTS
from fogline.server.features.people.tables import SESSIONS, USERS
from fogline.store.database import Database
from fogline.store.schema import ENTRIES

DAY = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of rows."""

    users: int
    accounts: int
    """The users with a login."""
    blocked: int
    sessions: int
    """The sessions that have not ended."""
    active: int
    """The users of the last day."""
    open: int
    playing: int
    ended: int
    entries: int
    entries_of_last_day: int
    reports: int
    """The reports that wait for the host."""


async def statistics_of(database: Database, now: int) -> Statistics:
    """Count."""
    async with database.engine.connect() as connection:

        async def count(what: ColumnElement[object], *conditions: ColumnElement[bool]) -> int:
            query = select(func.count(what)).where(*conditions)
            return int((await connection.execute(query)).scalar_one())

        valid = SESSIONS.c.ended.is_(None)
        return Statistics(
            users=await count(USERS.c.id),
            accounts=await count(USERS.c.login),
            blocked=await count(USERS.c.blocked),
            sessions=await count(SESSIONS.c.id, valid),
            active=await count(SESSIONS.c.user_id.distinct(), SESSIONS.c.seen >= now - DAY),
            open=await count(TABLES.c.id, TABLES.c.status == "open"),
            playing=await count(TABLES.c.id, TABLES.c.status == "playing"),
            ended=await count(TABLES.c.id, TABLES.c.status == "ended"),
            entries=await count(ENTRIES.c.version),
            entries_of_last_day=await count(ENTRIES.c.version, ENTRIES.c.at >= now - DAY),
            reports=await count(REPORTS.c.id, REPORTS.c.resolved.is_(None)),
        )
