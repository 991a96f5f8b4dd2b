"""Where users want to be notified of their turns: by e-mail, and in browsers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, union

from fogline.server.features.notify.tables import ADDRESSES, PUSH_SUBSCRIPTIONS, TOLD_TURNS
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of, row_of


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """A confirmed address."""

    email: str
    language: str


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that takes messages for a user."""

    user: str
    endpoint: str
    """The address of the browser at its push service. Whoever knows it can send messages there."""
    key: str
    """The public key of the browser, in base64url."""
    auth: str
    """A secret of the browser and its server, in base64url."""
    label: str
    language: str

    @property
    def id(self) -> str:
        """The SHA-256 of the endpoint."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


class Contacts:
    """Addresses, browsers, and the turns of which users were notified, in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def address_of(self, user: str) -> EmailAddress | None:
        """Return the confirmed address of a user."""
        query = select(*columns_of(ADDRESSES, EmailAddress)).where(ADDRESSES.c.user_id == user)
        row = await self._database.row(query)
        return None if row is None else EmailAddress(*row)

    async def set_address(self, user: str, address: EmailAddress | None) -> None:
        """Store the address of a user, or with `None` delete it."""
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(ADDRESSES).where(ADDRESSES.c.user_id == user))
            if address is not None:
                row = row_of(ADDRESSES, address, user_id=user)
                await connection.execute(insert(ADDRESSES), row)

    async def browsers_of(self, user: str) -> list[PushSubscription]:
        """List the browsers of a user."""
        column = PUSH_SUBSCRIPTIONS.c
        query = (
            select(*columns_of(PUSH_SUBSCRIPTIONS, PushSubscription))
            .where(column.user_id == user)
            .order_by(column.label, column.id)
        )
        return [PushSubscription(*row) for row in await self._database.rows(query)]

    async def add_browser(self, browser: PushSubscription) -> None:
        """Store a browser; it belongs to the user who signed in there last."""
        row = row_of(PUSH_SUBSCRIPTIONS, browser, id=browser.id)
        new = self._database.insert(PUSH_SUBSCRIPTIONS).values(row)
        await self._database.execute(new.on_conflict_do_update(index_elements=["id"], set_=row))

    async def drop_browser(self, browser: str, user: str) -> bool:
        """Forget a browser; return whether it was known."""
        column = PUSH_SUBSCRIPTIONS.c
        gone = delete(PUSH_SUBSCRIPTIONS).where(column.id == browser, column.user_id == user)
        return await self._database.execute(gone) > 0

    async def users(self) -> list[str]:
        """List the users who want to be notified."""
        query = union(select(ADDRESSES.c.user_id), select(PUSH_SUBSCRIPTIONS.c.user_id))
        return [*await self._database.values(query)]

    async def claim_turn(self, user: str, table: str, version: int) -> bool:
        """Note that a user is notified of a turn; `False` if that was noted before."""
        turn = {"user_id": user, "table_id": table, "version": version}
        put = self._database.insert(TOLD_TURNS).values(**turn)
        newer = put.on_conflict_do_update(
            index_elements=["user_id", "table_id"],
            set_={"version": version},
            where=TOLD_TURNS.c.version < version,
        ).returning(TOLD_TURNS.c.version)
        async with self._database.engine.begin() as connection:
            return (await connection.execute(newer)).first() is not None

    async def release_turn(self, user: str, table: str, version: int) -> None:
        """Forget that a user was notified of a turn: nothing was sent."""
        column = TOLD_TURNS.c
        same = (column.user_id == user) & (column.table_id == table) & (column.version == version)
        await self._database.execute(delete(TOLD_TURNS).where(same))
