"""Links that work once: to choose a new password, to confirm an e-mail address."""

from __future__ import annotations

from sqlalchemy import delete, insert

from fogline.server.features.people.sessions import digest_of
from fogline.server.features.people.tables import LINKS
from fogline.server.live.people import Link, LinkPurpose
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of, row_of


class Links:
    """The links in one database. Only the SHA-256 of their secrets is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, secret: str, link: Link) -> None:
        """Store a link; it replaces all links of its user for the same purpose."""
        row = row_of(LINKS, link, digest=digest_of(secret))
        older = (LINKS.c.user_id == link.user) & (LINKS.c.purpose == link.purpose)
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(LINKS).where(older))
            await connection.execute(insert(LINKS), row)

    async def take(self, secret: str, purpose: LinkPurpose, at: int) -> Link | None:
        """Use a link up; `None` if it does not exist, was used or has expired."""
        found = (LINKS.c.digest == digest_of(secret)) & (LINKS.c.purpose == purpose)
        taken = delete(LINKS).where(found).returning(*columns_of(LINKS, Link))
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(taken)).first()
        return None if row is None or row.expires <= at else Link(*row)
