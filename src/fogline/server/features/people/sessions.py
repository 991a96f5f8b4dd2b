"""Sessions: who is signed in, on which devices, since when."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from sqlalchemy import Row, Select, delete, insert, select, union, update

from fogline.server.features.people.tables import SESSIONS, TOKENS, USERS
from fogline.server.live.people import Session
from fogline.store.database import Database


class Sessions:
    """The sessions in one database. Only the SHA-256 of their secrets is stored."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._credentials = database.credentials

    async def add(self, secret: str, session: Session) -> None:
        """Store a new session."""
        row = {
            "digest": digest_of(secret),
            "id": session.id,
            "user_id": session.user,
            "label": session.label,
            "created": session.created,
            "seen": session.seen,
        }
        async with self._engine.begin() as connection:
            await connection.execute(insert(SESSIONS), row)

    async def find(self, secret: str) -> Session | None:
        """Find a session by its secret, even if it has ended."""
        digest, changes = digest_of(secret), self._credentials.changes
        known: Session | None = self._credentials.recall(digest)
        if known is not None:
            return known
        query = _sessions().where(SESSIONS.c.digest == digest)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        found = None if row is None else _session(row)
        self._credentials.remember(digest, found, changes)
        return found

    async def of(self, user: str) -> list[Session]:
        """List the sessions of a user that have not ended, the last used first."""
        query = _sessions().where(SESSIONS.c.user_id == user, SESSIONS.c.ended.is_(None))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(SESSIONS.c.seen.desc()))).all()
        return [_session(row) for row in rows]

    async def touch(self, session: str, at: int) -> None:
        """Note that a session is used."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(SESSIONS).where(SESSIONS.c.id == session).values(seen=at)
            )
        self._credentials.forget()

    async def end(self, sessions: Collection[str], at: int) -> None:
        """End sessions."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(SESSIONS).where(SESSIONS.c.id.in_(sessions)).values(ended=at)
            )
        self._credentials.forget()

    async def purge(self, before: int) -> None:
        """Delete the sessions that began before a time: their cookies are too old."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.created < before))
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
        async with self._engine.connect() as connection:
            return set((await connection.execute(union(sessions, tokens))).scalars())


def _session(row: Row[tuple[str, str, str, int, int, int | None]]) -> Session:
    return Session(row.id, row.user_id, row.label, row.created, row.seen, row.ended)


def _sessions() -> Select[tuple[str, str, str, int, int, int | None]]:
    column = SESSIONS.c
    return select(
        column.id, column.user_id, column.label, column.created, column.seen, column.ended
    )


def digest_of(secret: str) -> str:
    """Return what is stored of a secret: it is random, so a fast hash is as safe as a slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()
