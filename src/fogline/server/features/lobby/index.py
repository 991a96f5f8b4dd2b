"""Finds tables by the rows that the lobby keeps of them."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Executable, or_, select

from fogline.server.features.lobby.tables import INVITATIONS, MEMBERS, TABLES
from fogline.server.live.table_index import Summary
from fogline.store.database import Database

_FEW = 500
"""How many users one query asks for."""


class TableFinder:
    """The tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_tables(self, limit: int, since: int = 0) -> list[Summary]:
        """Find listed tables that wait for players, newest first."""
        query = select(TABLES).where(
            TABLES.c.status == "open", TABLES.c.listed.is_(True), TABLES.c.updated >= since
        )
        return await self._summaries(query.order_by(TABLES.c.updated.desc()).limit(limit))

    async def running_tables(self, limit: int) -> list[Summary]:
        """Find listed tables at which people play, newest first."""
        query = select(TABLES).where(TABLES.c.status == "playing", TABLES.c.listed.is_(True))
        return await self._summaries(query.order_by(TABLES.c.updated.desc()).limit(limit))

    async def tables_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the tables that a user owns or plays at: running, open, then ended ones."""
        query = (
            select(TABLES)
            .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
            .where(MEMBERS.c.user_id == user)
            # In reverse alphabetical order: playing, open, ended.
            .order_by(TABLES.c.status.desc(), TABLES.c.updated.desc())
            .limit(limit)
        )
        return await self._summaries(query)

    async def invitations_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the open tables to which a user was invited and has not come, newest first."""
        own = select(MEMBERS.c.table_id).where(MEMBERS.c.user_id == user)
        query = (
            select(TABLES)
            .join(INVITATIONS, INVITATIONS.c.table_id == TABLES.c.id)
            .where(INVITATIONS.c.user_id == user, TABLES.c.status == "open")
            .where(TABLES.c.id.not_in(own))
            .order_by(TABLES.c.updated.desc())
            .limit(limit)
        )
        return await self._summaries(query)

    async def running_tables_of(self, users: Collection[str]) -> list[str]:
        """Find the running tables of some users."""
        asked, found = sorted(users), dict[str, None]()
        for first in range(0, len(asked), _FEW):
            query = (
                select(TABLES.c.id)
                .distinct()
                .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
                .where(TABLES.c.status == "playing")
                .where(MEMBERS.c.user_id.in_(asked[first : first + _FEW]))
            )
            found |= dict.fromkeys(await self._ids(query))
        return [*found]

    async def running_clocks(self) -> list[str]:
        """Find the running tables that have a clock."""
        query = select(TABLES.c.id).where(TABLES.c.status == "playing", TABLES.c.clocked.is_(True))
        return await self._ids(query)

    async def late_tables(self, now: int) -> list[str]:
        """Find the tables with a clock that has run out unnoticed, the oldest first."""
        query = select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due)
        return await self._ids(query)

    async def search(self, status: str | None, text: str, limit: int) -> list[Summary]:
        """Find tables by their status, and by a text in their id or summary, newest first."""
        query = select(TABLES).order_by(TABLES.c.updated.desc()).limit(limit)
        if status is not None:
            query = query.where(TABLES.c.status == status)
        if text:
            columns = (TABLES.c.id, TABLES.c.summary)
            query = query.where(or_(*(each.icontains(text, autoescape=True) for each in columns)))
        return await self._summaries(query)

    async def _ids(self, query: Executable) -> list[str]:
        return [*await self._database.values(query)]

    async def _summaries(self, query: Executable) -> list[Summary]:
        return [Summary(*row) for row in await self._database.rows(query)]
