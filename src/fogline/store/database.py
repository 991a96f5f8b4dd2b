"""Opening a database: SQLite that does not lose what it acknowledged, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from fogline.core.errors import FoglineError
from fogline.store.migrate import migrate

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_PRAGMAS = (
    "journal_mode=WAL",  # readers go on while the writer writes
    "synchronous=FULL",  # a commit has reached the disk when it returns
    "busy_timeout=10000",
)


class StoreError(FoglineError):
    """The database cannot be used."""


def database_url(text_: str) -> URL:
    """Read `--database`: a URL, or the path of a SQLite file."""
    if "://" not in text_:
        return URL.create("sqlite+aiosqlite", database=str(Path(text_).expanduser()))
    try:
        url = make_url(text_)
    except ArgumentError:
        raise StoreError("the address of the database cannot be read") from None
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise StoreError(
            f"a database of the kind {url.get_backend_name()!r} is not known; "
            "expected the path of a file, sqlite:///… or postgresql://…"
        )
    return url.set(drivername=driver)


class Database:
    """A database of today's form, open."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @property
    def is_postgres(self) -> bool:
        """Whether other servers may write to it, too."""
        return self.engine.dialect.name == "postgresql"

    @classmethod
    async def open(cls, url: URL) -> Database:
        """Open the database, and bring it up to date."""
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
        if url.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_pragmas)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except (SQLAlchemyError, OSError) as error:
            await engine.dispose()
            shown = url.render_as_string(hide_password=True)
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"cannot open the database {shown}: {cause}") from error
        return cls(engine)

    async def check(self) -> None:
        """Ask it something; raise if it does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
