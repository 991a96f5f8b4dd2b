"""Databases that take nothing, stand still or start again, and a server that stands still."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from sqlalchemy import event
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from fogline.server.support import health
from fogline.store import database
from fogline.store.commits import Rows, SqliteCommits
from fogline.store.transfer import opened, read_tables
from fogline.table.entries import Moved
from fogline.table.table_file import TableFile
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    RANDOM,
    Body,
    Client,
    Serving,
    in_loop,
    new_table,
    ok,
    serving,
    settings_for,
)
from tests.server.processes import Process
from tests.store.postgres import Postgres, programs, running_postgres


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop."""
    folder = programs()
    if folder is None:
        pytest.skip("there is no PostgreSQL on this machine, and no wheel of one for it")
    with running_postgres(folder) as found:
        yield found


async def begun(client: Client) -> str:
    table = await new_table(client, ME, {"kind": "me", "name": "Bea"})
    await client.post(f"/api/tables/{table}/start")
    return table


async def next_action(client: Client, table: str, nth: int) -> Body:
    """The first legal action of whoever must decide."""
    shown = await client.get(f"/api/tables/{table}")
    seat = shown["deciding"][0]
    shown = await client.get(f"/api/tables/{table}?seat={seat}")
    action = shown["legal"][0]["action"]
    return {"id": f"action-{nth}", "version": shown["version"], "seat": seat, "action": action}


async def until_healthy(client: Client) -> None:
    while (await client.call("GET", "/healthz")).status_code != 200:
        await asyncio.sleep(0.05)


async def check(server: Serving, table: str, acknowledged: dict[str, int]) -> None:
    """Every acknowledged move is in the log once, and no other, and the log is one game."""
    log = await server.services.log.read(table)
    moves = {
        str(each.request).partition(".")[2]: each.version
        for each in log
        if isinstance(each.entry, Moved)
    }
    assert moves == acknowledged
    verify(TableFile(table, tuple(log)))


@in_loop
async def test_a_disk_that_can_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite refuses to write as it does on such a disk; root could write to a read-only file."""
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await begun(ann)
        path = f"/api/tables/{table}/actions"
        acknowledged = {"action-0": (await ann.post(path, await next_action(ann, table, 0)))}
        is_read_only = True

        def set_mode(connection: Any, *_: object) -> None:
            connection.execute(f"PRAGMA query_only = {int(is_read_only)}")

        commit = SqliteCommits._commit

        def commit_by_mode(commits: SqliteCommits, batch: Sequence[Rows]) -> list[bool]:
            commits._connection = commits._connection or commits._open()
            set_mode(commits._connection)
            return commit(commits, batch)

        # Moves have a connection of their own.
        monkeypatch.setattr(SqliteCommits, "_commit", commit_by_mode)
        event.listen(server.services.database.engine.sync_engine, "checkout", set_mode)
        action = await next_action(ann, table, 1)
        with capture_logs() as log:
            for _ in range(20):
                assert (await ann.refused(path, action))["code"] == "unavailable"
            assert (await ann.call("GET", "/healthz")).status_code == 503
            assert (await ann.get(f"/api/tables/{table}"))["status"] == "playing"
        assert [line["event"] for line in log].count("cannot write the log") == 1
        assert len(log) <= 3  # the other routines of the server may say once that they cannot write
        is_read_only = False
        await until_healthy(ann)
        acknowledged["action-1"] = await ann.post(path, action)
        versions = {name: answer["version"] for name, answer in acknowledged.items()}
        await check(server, table, versions)


@in_loop
async def test_health_is_known_in_time_while_another_program_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(database, "PRAGMAS", (*database.PRAGMAS[:-1], "busy_timeout=10000000"))
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        file = tmp_path / "tables.db"
        holder = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        # In a thread, because the server may be in the middle of a transaction in this one.
        await asyncio.to_thread(holder.execute, "BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(ann.call("GET", "/healthz") for _ in range(5)))
        # SQLite itself still waits, and nothing can interrupt it.
        assert [answer.status_code for answer in answers] == [503] * 5
        holder.execute("ROLLBACK")
        holder.close()
        await until_healthy(ann)


@in_loop
async def test_a_socket_is_closed_while_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise OSError

    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        monkeypatch.setattr(server.services.log, "rows", fail)
        with capture_logs() as log:
            for _ in range(3):
                async with ann.watch("a-table") as watching:
                    with pytest.raises(ConnectionClosed):
                        await watching.next()
                    assert watching.socket.close_code == CloseCode.TRY_AGAIN_LATER
        assert [line["event"] for line in log] == ["the database does not answer"]
        assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.skipif(not hasattr(psutil, "RLIMIT_FSIZE"), reason="only Linux has it")
@in_loop
async def test_a_disk_that_takes_nothing_more(tmp_path: Path) -> None:
    """The system refuses to let the files of a real server grow, as on a full disk."""
    database = tmp_path / "tables.db"
    process = Process(database, log=tmp_path / "log")
    client = Client(await process.start())
    limited = psutil.Process(process.pid)
    before = limited.rlimit(psutil.RLIMIT_FSIZE)
    try:
        await client.post("/api/session", {"name": "Ann"})
        table = await begun(client)
        path = f"/api/tables/{table}/actions"
        first = (await client.post(path, await next_action(client, table, 0)))["version"]
        action = await next_action(client, table, 1)
        limited.rlimit(psutil.RLIMIT_FSIZE, (8192, before[1]))
        for _ in range(20):
            assert (await client.refused(path, action))["code"] == "unavailable"
            new = {"game": "old-west", "seats": [ME, RANDOM]}
            assert (await client.refused("/api/tables", new))["code"] == "unavailable"
        assert (await client.call("GET", "/healthz")).status_code == 503
        limited.rlimit(psutil.RLIMIT_FSIZE, before)
        await until_healthy(client)
        second = (await client.post(path, action))["version"]
    finally:
        limited.rlimit(psutil.RLIMIT_FSIZE, before)
        await client.http.aclose()
        await process.end(signal.SIGTERM)
    lines = (tmp_path / "log").read_text().splitlines()
    assert 1 <= len(lines) <= 10
    async with opened(str(database)) as (_, log):
        (file,) = await read_tables(log, ())
    assert [each.version for each in file.log if isinstance(each.entry, Moved)] == [first, second]
    verify(file)


@in_loop
async def test_a_postgresql_that_stands_still(tmp_path: Path, own_postgres: Postgres) -> None:
    database = await own_postgres.new_database()
    async with serving(settings_for(tmp_path, database=database)) as server:
        ann = await server.guest("Ann")
        table = await begun(ann)
        action = await next_action(ann, table, 0)
        moving = server.stranger()
        moving.http.cookies.update(ann.http.cookies)
        with capture_logs() as log:
            with own_postgres.frozen():
                sent = asyncio.create_task(moving.post(f"/api/tables/{table}/actions", action))
                # It is told soon, although nothing answers.
                health = await server.stranger().call("GET", "/healthz")
                assert health.status_code == 503
                assert not sent.done()
            version = (await sent)["version"]
            await until_healthy(ann)
        assert len(log) <= 3
        await check(server, table, {"action-0": version})


@in_loop
async def test_a_postgresql_that_starts_again(tmp_path: Path, own_postgres: Postgres) -> None:
    database = await own_postgres.new_database()
    async with serving(settings_for(tmp_path, database=database)) as server:
        ann = await server.guest("Ann")
        table, waits = await begun(ann), await new_table(ann, ME, RANDOM)
        path = f"/api/tables/{table}/actions"
        acknowledged = {}
        first = await next_action(ann, table, 0)
        acknowledged["action-0"] = (await ann.post(path, first))["version"]
        second = await next_action(ann, table, 1)
        async with ann.watch(waits) as watching:
            await watching.next("view")
            with capture_logs() as log:
                own_postgres.stop()
                for _ in range(20):
                    assert (await ann.refused(path, second))["code"] == "unavailable"
                assert (await ann.call("GET", "/healthz")).status_code == 503
                assert len(log) <= 8
                own_postgres.start()
                await until_healthy(ann)
            # What was acknowledged is there, what was refused can be sent again, once.
            acknowledged["action-1"] = (await ann.post(path, second))["version"]
            assert (await ann.post(path, second))["version"] == acknowledged["action-1"]
            await ann.post(f"/api/tables/{waits}/chat", {"text": "still here"})
            assert (await watching.next("update"))["entries"][0]["text"] == "still here"
        await check(server, table, acknowledged)


@in_loop
async def test_a_server_that_is_suspended_answers_when_it_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    process = Process(database)
    client = Client(await process.start())
    suspended = psutil.Process(process.pid)
    try:
        await client.post("/api/session", {"name": "Ann"})
        table = await begun(client)
        action = await next_action(client, table, 0)
        suspended.suspend()
        while suspended.status() != psutil.STATUS_STOPPED:
            await asyncio.sleep(0.01)
        path = f"/api/tables/{table}/actions"
        with pytest.raises(httpx.ReadTimeout):
            await client.http.post(path, json=action, timeout=0.2)
        suspended.resume()
        # The client does not know whether it was done, and sends it again.
        version = ok(await client.call("POST", path, action))["version"]
    finally:
        suspended.resume()
        await client.http.aclose()
        await process.end(signal.SIGTERM)
    async with opened(str(database)) as (_, log):
        (file,) = await read_tables(log, ())
    moves = [each.version for each in file.log if isinstance(each.entry, Moved)]
    assert moves == [version]
    verify(file)
