"""Reviews of finished games: each is made once, by one of the servers on a database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import or_, select, update

from fogline.server.features.reviews.tables import REVIEWS
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of

SILENCE = 60_000
"""Milliseconds after which a server that has said nothing of its work has lost it."""


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review, or how far it is."""

    done: int
    steps: int
    """How many steps there are; 0 as long as this is not known."""
    failed: bool
    body: str | None
    """The review as JSON, once it is finished."""


class Reviews:
    """The reviews in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, table: str, now: int) -> StoredReview | None:
        """Find the review of a table; `None` if nobody has made it or works on it."""
        alive = REVIEWS.c.failed | REVIEWS.c.body.is_not(None) | (REVIEWS.c.beat >= now - SILENCE)
        query = select(*columns_of(REVIEWS, StoredReview)).where(REVIEWS.c.table_id == table, alive)
        row = await self._database.row(query)
        return None if row is None else StoredReview(*row)

    async def claim(self, table: str, server: str, now: int, *, again: bool) -> bool:
        """Take over a review that is not made yet; `False` if somebody else has, or it is done.

        With `again`, also one that has failed.
        """
        fresh = {"server": server, "beat": now, "done": 0, "steps": 0, "failed": False}
        lost = (REVIEWS.c.beat < now - SILENCE) & REVIEWS.c.failed.is_(False)
        free = or_(lost, REVIEWS.c.failed) if again else lost
        claim = (
            self._database.insert(REVIEWS)
            .values(table_id=table, **fresh)
            .on_conflict_do_update(
                index_elements=["table_id"], set_=fresh, where=REVIEWS.c.body.is_(None) & free
            )
            .returning(REVIEWS.c.table_id)
        )
        async with self._database.engine.begin() as connection:
            return (await connection.execute(claim)).one_or_none() is not None

    async def beat(self, table: str, server: str, now: int, done: int, steps: int) -> None:
        """Record that a server still works on a review, and how far it is."""
        await self._update(table, server, beat=now, done=done, steps=steps)

    async def finish(self, table: str, server: str, body: str | None) -> None:
        """Store a review; `None` if it has failed."""
        await self._update(table, server, body=body, failed=body is None)

    async def give_up(self, table: str, server: str) -> None:
        """Release a review, so that the next request can make it."""
        await self._update(table, server, beat=0)

    async def _update(self, table: str, server: str, **values: object) -> None:
        own = (REVIEWS.c.table_id == table) & (REVIEWS.c.server == server)
        unfinished = own & REVIEWS.c.body.is_(None)
        await self._database.execute(update(REVIEWS).where(unfinished).values(**values))
