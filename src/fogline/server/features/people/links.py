"""Links that work once: to choose a new password, to confirm an e-mail address."""

from __future__ import annotations

from sqlalchemy import delete, insert

from fogline.server.features.people.sessions import digest_of
from fogline.server.features.people.tables import LINKS
from fogline.server.live.people import Link, LinkPurpose
from fogline.store.database import Database


class Links:
    """The links in one database. Only the SHA-256 of their secrets is stored."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def add(self, secret: str, link: Link) -> None:
        """Store a link; it replaces all links of its user for the same purpose."""
        row = {
            "digest": digest_of(secret),
            "user_id": link.user,
            "purpose": link.purpose,
            "value": link.value,
            "expires": link.expires,
        }
        older = (LINKS.c.user_id == link.user) & (LINKS.c.purpose == link.purpose)
        async with self._engine.begin() as connection:
            await connection.execute(delete(LINKS).where(older))
            await connection.execute(insert(LINKS), row)

    async def take(self, secret: str, purpose: LinkPurpose, at: int) -> Link | None:
        """Use a link up; `None` if it does not exist, was used or has expired."""
        found = (LINKS.c.digest == digest_of(secret)) & (LINKS.c.purpose == purpose)
        columns = (LINKS.c.user_id, LINKS.c.expires, LINKS.c.value)
        async with self._engine.begin() as connection:
            row = (await connection.execute(delete(LINKS).where(found).returning(*columns))).first()
        if row is None or row.expires <= at:
            return None
        return Link(row.user_id, purpose, row.expires, row.value)
