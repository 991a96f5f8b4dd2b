"""The passkeys of accounts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fogline.server.features.people.tables import PASSKEYS
from fogline.store.database import Database
from fogline.store.dataclass_rows import columns_of, row_of


@dataclass(frozen=True, slots=True)
class Passkey:
    """A registered passkey."""

    id: str
    """Its id in base64url, as browsers write it."""
    user: str
    key: bytes
    """The public key."""
    uses: int
    """The use counter of the device; it reveals copied passkeys."""
    label: str = ""
    """What its user calls it."""
    created: int = 0
    """When it was registered, in milliseconds since 1970; 0 if that is not known."""


_PASSKEYS = select(*columns_of(PASSKEYS, Passkey))


class Passkeys:
    """The passkeys in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, passkey: Passkey) -> bool:
        """Add a passkey; `False` if it is already registered."""
        try:
            await self._database.execute(insert(PASSKEYS), row_of(PASSKEYS, passkey))
        except IntegrityError:
            return False
        return True

    async def find(self, passkey: str) -> Passkey | None:
        """Find a passkey by id."""
        row = await self._database.row(_PASSKEYS.where(PASSKEYS.c.id == passkey))
        return None if row is None else Passkey(*row)

    async def of(self, user: str) -> list[Passkey]:
        """List an account's passkeys, the oldest first."""
        query = _PASSKEYS.where(PASSKEYS.c.user_id == user).order_by(PASSKEYS.c.created)
        return [Passkey(*row) for row in await self._database.rows(query)]

    async def remove(self, passkey: str, user: str) -> bool:
        """Remove a passkey of an account; return whether it existed."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.id == passkey, PASSKEYS.c.user_id == user)
        return await self._database.execute(gone) > 0

    async def was_used(self, passkey: Passkey, uses: int) -> bool:
        """Update the use counter; `False` if it has changed in the meantime."""
        same = (PASSKEYS.c.id == passkey.id) & (PASSKEYS.c.uses == passkey.uses)
        return await self._database.execute(update(PASSKEYS).where(same).values(uses=uses)) == 1
