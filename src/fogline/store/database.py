"""Opens a database: SQLite, with settings that make commits durable, or PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Executable, Row, Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from fogline.core.errors import FoglineError
from fogline.store.credentials import CredentialCache
from fogline.store.migrate import migrate

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
PRAGMAS = (
    "journal_mode=WAL",  # readers do not wait for the writer
    "synchronous=FULL",  # a commit returns once it is on disk
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
        raise StoreError("the URL of the database is not valid") from None
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise StoreError(
            f"databases of the kind {url.get_backend_name()!r} are not supported; "
            "expected the path of a file, sqlite:///… or postgresql://…"
        )
    return url.set(drivername=driver)


class Database:
    """An open database with the current schema."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.credentials = CredentialCache()
        name = engine.url.database if engine.dialect.name == "sqlite" else None
        self._file = Path(name) if name and name != ":memory:" else None
        self._identity = self._identify()
        if self._file is not None:
            event.listen(engine.sync_engine, "commit", lambda _: self.expect_in_place())

    @property
    def is_postgres(self) -> bool:
        """Whether it speaks the dialect of PostgreSQL."""
        return self.engine.dialect.name == "postgresql"

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use it at the same time."""
        return self.is_postgres

    @classmethod
    async def open(cls, url: URL) -> Database:
        """Open the database, and migrate it to the current schema."""
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            url,
            pool_pre_ping=url.get_backend_name() != "sqlite",
            # Errors would quote what could not be written: secrets, hands, hashes of passwords.
            hide_parameters=True,
        )
        if url.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _set_pragmas)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except FoglineError:
            await engine.dispose()
            raise
        except (SQLAlchemyError, OSError) as error:
            await engine.dispose()
            shown = url.render_as_string(hide_password=True)
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"cannot open the database {shown}: {cause}") from error
        return cls(engine)

    async def rows(self, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return the rows that a query finds."""
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def row(self, query: Executable) -> Row[*tuple[Any, ...]] | None:
        """Return the one row that a query finds, if there is one."""
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).one_or_none()

    async def values(self, query: Executable) -> Sequence[Any]:
        """Return the first column of the rows that a query finds."""
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalars().all()

    async def execute(
        self,
        statement: Executable,
        rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> int:
        """Execute a statement in a transaction of its own; return how many rows it has changed."""
        async with self.engine.begin() as connection:
            return (await connection.execute(statement, rows)).rowcount

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """Begin a statement that inserts rows, and says what happens with those that are there."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    def expect_in_place(self) -> None:
        """Raise `StoreError` if the file of the database was deleted or replaced.

        SQLite continues to write to a deleted file, and all of it is lost.
        """
        if self._identify() != self._identity:
            raise StoreError("the file of the database was deleted or replaced")

    def _identify(self) -> tuple[int, int] | None:
        if self._file is None:
            return None
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
