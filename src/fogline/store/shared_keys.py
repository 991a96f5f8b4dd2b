"""What all servers on one database share: signing keys, and when one was last alive."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite

from fogline.store.database import Database
from fogline.store.schema import BEATS, SHARED_KEYS


class SharedKeys:
    """The shared facts of one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._insert = postgresql.insert if database.is_postgres else sqlite.insert

    async def settle(self, name: str, proposal: str) -> str:
        """Return the value of a fact; if there is none yet, the proposal becomes it."""
        row = {"name": name, "value": proposal}
        async with self._engine.begin() as connection:
            await connection.execute(self._insert(SHARED_KEYS).on_conflict_do_nothing(), row)
            query = select(SHARED_KEYS.c.value).where(SHARED_KEYS.c.name == name)
            return str((await connection.execute(query)).scalar_one())

    async def beat(self, server: str, at: int) -> None:
        """Remember that a server was alive at a time."""
        row = self._insert(BEATS).values(server=server, at=at)
        async with self._engine.begin() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["server"], set_={"at": at})
            )

    async def last_beat(self) -> int | None:
        """Say when any server was last alive."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(func.max(BEATS.c.at)))).scalar_one()
        return None if found is None else int(found)
