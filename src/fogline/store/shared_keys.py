"""Values that all servers on one database share: signing keys and heartbeats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import func, select

from fogline.store.database import Database
from fogline.store.schema import BEATS, SHARED_KEYS


class SharedKeys:
    """The shared values of one database."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine
        self._insert = database.insert

    async def get_or_set(self, name: str, proposal: str) -> str:
        """Return a shared value; the first server that asks sets it to its proposal."""
        row = {"name": name, "value": proposal}
        async with self._engine.begin() as connection:
            await connection.execute(self._insert(SHARED_KEYS).on_conflict_do_nothing(), row)
            query = select(SHARED_KEYS.c.value).where(SHARED_KEYS.c.name == name)
            return str((await connection.execute(query)).scalar_one())

    async def get(self, names: Iterable[str]) -> dict[str, str]:
        """Return those of some shared values that are set."""
        query = select(SHARED_KEYS).where(SHARED_KEYS.c.name.in_(names))
        async with self._engine.connect() as connection:
            return {row.name: row.value for row in (await connection.execute(query)).all()}

    async def put(self, values: Mapping[str, str]) -> None:
        """Set shared values."""
        insert = self._insert(SHARED_KEYS)
        put = insert.on_conflict_do_update(
            index_elements=["name"], set_={"value": insert.excluded.value}
        )
        async with self._engine.begin() as connection:
            await connection.execute(
                put, [{"name": name, "value": value} for name, value in values.items()]
            )

    async def heartbeat(self, server: str, at: int) -> None:
        """Record the heartbeat of a server."""
        row = self._insert(BEATS).values(server=server, at=at)
        async with self._engine.begin() as connection:
            await connection.execute(
                row.on_conflict_do_update(index_elements=["server"], set_={"at": at})
            )

    async def last_heartbeat(self) -> int | None:
        """Return the time of the last heartbeat of any server."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(select(func.max(BEATS.c.at)))).scalar_one()
        return None if found is None else int(found)
