"""The append-only log, on SQLite and PostgreSQL: one entry a version, on disk when acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from fogline.server.features import SCHEMA
from fogline.server.features.lobby.index import TableFinder
from fogline.server.features.lobby.tables import INVITATIONS, MEMBERS, TABLES
from fogline.server.features.people.users import LoginTaken, StoredUser, Users
from fogline.server.live.people import User
from fogline.store import Database, StoreError, TableLog, database_url
from fogline.store.projection import Row, Upserts
from fogline.store.schema import METADATA
from fogline.store.shared_keys import SharedKeys
from fogline.store.transfer import opened
from fogline.table.entries import Left, Logged, Said
from tests.server.harness import in_loop


@asynccontextmanager
async def log_in(address: str) -> AsyncIterator[TableLog]:
    async with opened(address, SCHEMA) as (_, log):
        yield log


def line(table: str, status: str, updated: int, due: int | None = None) -> Row:
    """A summary; its text is its status."""
    return {
        "id": table, "status": status, "listed": True, "clocked": False, "updated": updated,
        "summary": status, "due": due,
    }  # fmt: skip


def pair(user: str, table: str) -> list[Row]:
    return [{"user_id": user, "table_id": table}]


def said(text_: str) -> Said:
    return Said(1, "u", "Ann", None, text_, None)


@in_loop
async def test_entries_are_read_in_order_after_a_version(address: str) -> None:
    async with log_in(address) as log:
        for version in range(5):
            assert await log.write("a", [Logged(version, Left(version, 0))])
        assert [item.version for item in await log.read("a")] == [0, 1, 2, 3, 4]
        assert [item.version for item in await log.read("a", since=2)] == [3, 4]
        assert [item.version for item in await log.read("a", since=0, limit=2)] == [1, 2]
        assert await log.read("b") == []


@in_loop
async def test_a_version_is_written_once(address: str) -> None:
    async with log_in(address) as log:
        tries = [log.write("a", [Logged(0, said(str(n)))]) for n in range(20)]
        assert sorted(await asyncio.gather(*tries)) == [False] * 19 + [True]
        assert len(await log.read("a")) == 1


@in_loop
async def test_a_request_is_written_once_a_table(address: str) -> None:
    async with log_in(address) as log:
        assert await log.write("a", [Logged(0, said("x"), "id-1")])
        assert not await log.write("a", [Logged(1, said("x"), "id-1")])
        assert await log.write("b", [Logged(0, said("x"), "id-1")])


@in_loop
async def test_who_is_too_late_does_not_spoil_the_others_of_its_batch(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        finder = TableFinder(database)
        right: Upserts = {TABLES: [line("a", "open", 1)], MEMBERS: pair("u", "a")}
        late: Upserts = {TABLES: [line("a", "ended", 9)], MEMBERS: pair("v", "a")}
        assert await log.write("a", [Logged(0, said("first"))], right)
        done = await asyncio.gather(
            log.write("a", [Logged(0, said("late"))], late),
            log.write("b", [Logged(0, said("fine"))], {TABLES: [line("b", "open", 0)]}),
        )
        assert list(done) == [False, True]
        assert [(each.table, each.text) for each in await finder.open_tables(9)] == [
            ("a", "open"), ("b", "open"),
        ]  # fmt: skip
        assert await finder.tables_of("v", 9) == []
        assert [each.table for each in await finder.tables_of("u", 9)] == ["a"]


@in_loop
async def test_entries_are_written_together_or_not_at_all(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        finder = TableFinder(database)
        ended: Upserts = {
            TABLES: [line("a", "ended", 9)],
            MEMBERS: pair("v", "a"),
            INVITATIONS: pair("w", "a"),
        }
        assert await log.write("a", [Logged(0, said("first"))])
        late = [Logged(0, said("late")), Logged(1, said("after what never was"))]
        two = [Logged(0, said("one")), Logged(1, said("two"))]
        done = await asyncio.gather(
            log.write("a", late, ended),
            log.write("b", two, {MEMBERS: pair("u", "b")}),
            log.write("c", [Logged(0, said("fine"))]),
        )
        assert list(done) == [False, True, True]
        assert [item.entry for item in await log.read("a")] == [said("first")]
        assert [item.version for item in await log.read("b")] == [0, 1]
        assert await finder.tables_of("v", 9) == []
        same = [Logged(1, said("new"), "id-1"), Logged(2, said("again"), "id-1")]
        assert not await log.write("a", same)
        assert len(await log.read("a")) == 1
        assert await log.write("a", [Logged(1, said("goes on"))])


@in_loop
async def test_tables_are_found_whose_time_is_over(address: str) -> None:
    async with opened(address, SCHEMA) as (database, log):
        finder = TableFinder(database)
        for version, due in enumerate((100, 200, None)):
            row = line("a", "playing", 1, due)
            assert await log.write("a", [Logged(version, Left(version, 0))], {TABLES: [row]})
            for now in (99, 100, 200):
                is_late = due is not None and due <= now
                assert await finder.late_tables(now) == (["a"] if is_late else [])


@in_loop
async def test_what_is_acknowledged_is_in_the_file(tmp_path: Path) -> None:
    async with log_in(str(tmp_path / "log.db")) as log:
        for version in range(10):
            await log.write("a", [Logged(version, said("x"))])
            with sqlite3.connect(tmp_path / "log.db") as other:
                (count,) = other.execute("SELECT count(*) FROM entries").fetchone()
            other.close()
            assert count == version + 1


@in_loop
async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "log.db")) as (database, _), database.engine.connect() as c:
        assert (await c.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
        assert (await c.execute(text("PRAGMA synchronous"))).scalar() == 2  # FULL


@in_loop
async def test_migrations_lead_to_the_schema_and_can_be_run_again(address: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    for _ in range(2):
        database = await Database.open(database_url(address))
        async with database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await database.close()


@in_loop
async def test_a_write_that_fails_is_told_and_the_next_succeeds(address: str) -> None:
    async with opened(address) as (database, log):
        async with database.engine.begin() as connection:
            await connection.execute(text("ALTER TABLE entries RENAME TO gone"))
        with pytest.raises(StoreError, match="cannot be written"):
            await log.write("a", [Logged(0, said("x"))])
        async with database.engine.begin() as connection:
            await connection.execute(text("ALTER TABLE gone RENAME TO entries"))
        assert await log.write("a", [Logged(0, said("x"))])


@in_loop
async def test_people_and_their_logins_and_tokens(address: str) -> None:
    async with opened(address) as (database, _):
        users = Users(database)
        await users.add(User("u1", "Ann"), 1)
        await users.add(User("u1", "Other"), 1)
        await users.add(User("u2", "Bea"), 1)
        await users.make_account("u1", "ann", "hash")
        with pytest.raises(LoginTaken):
            await users.make_account("u2", "ann", "hash")
        assert await users.find_login("ann") == StoredUser("u1", "Ann", "ann", "hash")
        await users.add_token("t1", "u1", "bot", "flt_secret")
        assert await users.find_token("flt_secret") == ("t1", "u1")
        assert not await users.drop_token("t1", "u2")
        assert await users.drop_token("t1", "u1")
        assert await users.find_token("flt_secret") is None


@in_loop
async def test_a_fact_is_settled_by_who_comes_first(address: str) -> None:
    async with opened(address) as (database, _):
        shared_keys = SharedKeys(database)
        assert await shared_keys.get_or_set("key", "mine") == "mine"
        assert await shared_keys.get_or_set("key", "yours") == "mine"
        assert await shared_keys.last_heartbeat() is None
        await shared_keys.heartbeat("one", 5)
        await shared_keys.heartbeat("one", 7)
        await shared_keys.heartbeat("two", 6)
        assert await shared_keys.last_heartbeat() == 7


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("x.db", "sqlite+aiosqlite:///x.db"),
        ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
        ("postgresql://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
    ],
)
def test_addresses_of_databases(given: str, found: str) -> None:
    assert database_url(given).render_as_string(hide_password=False) == found


def test_an_unknown_kind_of_database_is_refused() -> None:
    with pytest.raises(StoreError, match="'mysql' are not supported"):
        database_url("mysql://u:secret@h/d")


@in_loop
async def test_a_database_that_cannot_be_opened_is_told_without_its_password(
    tmp_path: Path,
) -> None:
    (tmp_path / "log.db").write_text("this is not a database, however long it may be" * 100)
    with pytest.raises(StoreError, match="cannot open the database"):
        await Database.open(database_url(str(tmp_path / "log.db")))
