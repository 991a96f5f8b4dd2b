"""How much there is in a database, for its host."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, func, select

from fogline.server.features.lobby.tables import TABLES
from fogline.server.features.moderation.tables import REPORTS
from fogline.server.features.people.tables import SESSIONS, USERS
from fogline.store.database import Database
from fogline.store.schema import ENTRIES

DAY = 86_400_000
"""Milliseconds."""

Count = tuple[str, str, ColumnElement[object], ColumnElement[bool] | None]
"""A name, what is counted for people, the column of the values, and which rows count."""


def _counts(now: int) -> Iterator[Count]:
    yield "users", "users, guests included", USERS.c.id, None
    yield "accounts", "accounts with a login", USERS.c.login, None
    yield "blocked", "blocked users", USERS.c.blocked, None
    yield "sessions", "sessions that have not ended", SESSIONS.c.id, SESSIONS.c.ended.is_(None)
    last_day = SESSIONS.c.seen >= now - DAY
    yield "active", "users of the last day", SESSIONS.c.user_id.distinct(), last_day
    yield "open", "tables that wait for players", TABLES.c.id, TABLES.c.status == "open"
    yield "playing", "tables that are playing", TABLES.c.id, TABLES.c.status == "playing"
    yield "ended", "tables that have ended", TABLES.c.id, TABLES.c.status == "ended"
    yield "entries", "entries of all logs", ENTRIES.c.version, None
    last_day = ENTRIES.c.at >= now - DAY
    yield "entries_of_last_day", "entries of the last day", ENTRIES.c.version, last_day
    yield "reports", "reports that wait for you", REPORTS.c.id, REPORTS.c.resolved.is_(None)


async def statistics_of(database: Database, now: int) -> list[tuple[str, str, int]]:
    """Count; return for each number its name and what is counted."""
    found = []
    async with database.engine.connect() as connection:
        for name, label, column, condition in _counts(now):
            query = select(func.count(column))
            if condition is not None:
                query = query.where(condition)
            found.append((name, label, int((await connection.execute(query)).scalar_one())))
    return found
