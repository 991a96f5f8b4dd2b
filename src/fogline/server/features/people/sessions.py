"""Sessions: who is signed in, on which devices, since when."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from sqlalchemy import delete, insert, select, union, update

from fogline.server.features.people.tables import SESSIONS, TOKENS, USERS
from fogline.server.live.people import Session
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of, row_of

_SESSIONS = select(*columns_of(SESSIONS, Session))


class Sessions:
    """The sessions in one database. Only the SHA-256 of their secrets is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._credentials = database.credentials

    async def add(self, secret: str, session: Session) -> None:
        """Store a new session."""
        row = row_of(SESSIONS, session, digest=digest_of(secret))
        await self._database.execute(insert(SESSIONS), row)

    async def find(self, secret: str) -> Session | None:
        """Find a session by its secret, even if it has ended."""
        digest, changes = digest_of(secret), self._credentials.changes
        known: Session | None = self._credentials.recall(digest)
        if known is not None:
            return known
        row = await self._database.row(_SESSIONS.where(SESSIONS.c.digest == digest))
        found = None if row is None else Session(*row)
        self._credentials.remember(digest, found, changes)
        return found

    async def of(self, user: str) -> list[Session]:
        """List the sessions of a user that have not ended, the last used first."""
        query = _SESSIONS.where(SESSIONS.c.user_id == user, SESSIONS.c.ended.is_(None))
        rows = await self._database.rows(query.order_by(SESSIONS.c.seen.desc()))
        return [Session(*row) for row in rows]

    async def touch(self, session: str, at: int) -> None:
        """Note that a session is used."""
        used = update(SESSIONS).where(SESSIONS.c.id == session).values(seen=at)
        await self._database.execute(used)
        self._credentials.forget()

    async def end(self, sessions: Collection[str], at: int) -> None:
        """End sessions."""
        ended = update(SESSIONS).where(SESSIONS.c.id.in_(sessions)).values(ended=at)
        await self._database.execute(ended)
        self._credentials.forget()

    async def purge(self, before: int) -> None:
        """Delete the sessions that began before a time: their cookies are too old."""
        await self._database.execute(delete(SESSIONS).where(SESSIONS.c.created < before))
        self._credentials.forget()

    async def still_valid(self, credentials: Collection[str]) -> set[str]:
        """Return which of these ids of sessions and tokens are still valid."""
        sessions = select(SESSIONS.c.id).where(
            SESSIONS.c.id.in_(credentials), SESSIONS.c.ended.is_(None)
        )
        tokens = (
            select(TOKENS.c.id)
            .join(USERS, USERS.c.id == TOKENS.c.user_id)
            .where(TOKENS.c.id.in_(credentials), USERS.c.blocked.is_(None))
        )
        return set(await self._database.values(union(sessions, tokens)))


def digest_of(secret: str) -> str:
    """Return what is stored of a secret: it is random, so a fast hash is as safe as a slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()
