"""The passkeys of accounts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fogline.server.features.people.tables import PASSKEYS
from fogline.store.database import Database


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


class Passkeys:
    """The passkeys in one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine

    async def add(self, passkey: Passkey) -> bool:
        """Add a passkey; `False` if it is already registered."""
        row = {
            "id": passkey.id,
            "user_id": passkey.user,
            "key": passkey.key,
            "uses": passkey.uses,
            "label": passkey.label,
            "created": passkey.created,
        }
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(PASSKEYS), row)
        except IntegrityError:
            return False
        return True

    async def find(self, passkey: str) -> Passkey | None:
        """Find a passkey by id."""
        query = select(PASSKEYS).where(PASSKEYS.c.id == passkey)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Passkey(*row)

    async def of(self, user: str) -> list[Passkey]:
        """List an account's passkeys, the oldest first."""
        query = select(PASSKEYS).where(PASSKEYS.c.user_id == user)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(PASSKEYS.c.created))).all()
        return [Passkey(*row) for row in rows]

    async def remove(self, passkey: str, user: str) -> bool:
        """Remove a passkey of an account; return whether it existed."""
        gone = delete(PASSKEYS).where(PASSKEYS.c.id == passkey, PASSKEYS.c.user_id == user)
        async with self._engine.begin() as connection:
            return (await connection.execute(gone)).rowcount > 0

    async def was_used(self, passkey: Passkey, uses: int) -> bool:
        """Update the use counter; `False` if it has changed in the meantime."""
        same = (PASSKEYS.c.id == passkey.id) & (PASSKEYS.c.uses == passkey.uses)
        async with self._engine.begin() as connection:
            done = await connection.execute(update(PASSKEYS).where(same).values(uses=uses))
        return done.rowcount == 1
