"""Values that all servers on one database share: signing keys and heartbeats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import func, select

from fogline.store.database import Database
from fogline.store.schema import BEATS, SHARED_KEYS


class SharedKeys:
    """The shared values of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_or_set(self, name: str, proposal: str) -> str:
        """Return a shared value; the first server that asks sets it to its proposal."""
        row = {"name": name, "value": proposal}
        put = self._database.insert(SHARED_KEYS).on_conflict_do_nothing()
        async with self._database.engine.begin() as connection:
            await connection.execute(put, row)
            query = select(SHARED_KEYS.c.value).where(SHARED_KEYS.c.name == name)
            return str((await connection.execute(query)).scalar_one())

    async def get(self, names: Iterable[str]) -> dict[str, str]:
        """Return those of some shared values that are set."""
        query = select(SHARED_KEYS).where(SHARED_KEYS.c.name.in_(names))
        return {row.name: row.value for row in await self._database.rows(query)}

    async def put(self, values: Mapping[str, str]) -> None:
        """Set shared values."""
        insert = self._database.insert(SHARED_KEYS)
        put = insert.on_conflict_do_update(
            index_elements=["name"], set_={"value": insert.excluded.value}
        )
        rows = [{"name": name, "value": value} for name, value in values.items()]
        await self._database.execute(put, rows)

    async def heartbeat(self, server: str, at: int) -> None:
        """Record the heartbeat of a server."""
        row = self._database.insert(BEATS).values(server=server, at=at)
        await self._database.execute(
            row.on_conflict_do_update(index_elements=["server"], set_={"at": at})
        )

    async def last_heartbeat(self) -> int | None:
        """Return the time of the last heartbeat of any server."""
        (last,) = await self._database.values(select(func.max(BEATS.c.at)))
        return None if last is None else int(last)
