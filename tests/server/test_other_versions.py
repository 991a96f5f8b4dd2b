"""A server on a database that newer servers use, too: it serves what it knows, and only that."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from fogline.cli import main
from fogline.server.features.lobby.tables import TABLES
from fogline.server.support.logs import log_id
from fogline.store import Database
from fogline.store.schema import ENTRIES
from fogline.store.transfer import opened
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Body,
    Client,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.server.processes import Process
from tests.store.postgres import Postgres

CLOCK = {"kind": "move", "seconds": 30}
OLDER = """
from fogline.cli import main
from fogline.games import definitions

for name, rule_set in definitions._RULE_SETS.items():
    definitions._RULE_SETS[name] = rule_set.older[-1]
raise SystemExit(main())
"""
"""A server of the version before: it does not have the newest version of any rules."""


def changed(**changes: object) -> Callable[[Body], Body]:
    return lambda body: {**body, **changes}


NEWER: dict[str, tuple[Callable[[Body], Body], str]] = {
    "schema": (changed(schema=99), "created: schema 99 is of a newer version of Fogline"),
    "rules": (changed(rules=99), "version 99 of the rules 'san-francisco' is not known"),
    "rule set": (changed(rule_set="mars"), "by the rules 'mars'"),
    "board": (changed(board_digest="5e" * 32), "no form of this board has the digest"),
    "field": (changed(colour="blue"), "'colour' is not expected here"),
}
"""What a newer server may write into the entry that creates a table, and what is said of it."""


async def begin(ann: Client, bea: Client) -> str:
    table = await new_table(ann, ME, OPEN, clock=CLOCK)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return table


async def rewrite(database: Database, table: str, change: Callable[[Body], Body]) -> None:
    """Let the creation of a table be as a newer server would write it."""
    mine = (ENTRIES.c.table_id == table) & (ENTRIES.c.version == 0)
    async with database.engine.begin() as connection:
        body = (await connection.execute(select(ENTRIES.c.body).where(mine))).scalar_one()
        new = json.dumps(change(json.loads(body)))
        await connection.execute(update(ENTRIES).where(mine).values(body=new))


async def append(server: Serving, table: str, version: int, entry: Body) -> None:
    """Let a newer server write the next entry of a table, and tell this server of it."""
    row = {"table_id": table, "version": version, "at": 1, "body": json.dumps(entry)}
    async with server.services.database.engine.begin() as connection:
        await connection.execute(insert(ENTRIES), row)
    server.services.tables.on_notification(table, version)


async def rows_of(database: Database, *tables: str) -> list[Any]:
    async with database.engine.connect() as connection:
        entries = select(ENTRIES).where(ENTRIES.c.table_id.in_(tables))
        lines = select(TABLES).where(TABLES.c.id.in_(tables))
        return [*(await connection.execute(entries)), *(await connection.execute(lines))]


async def act(client: Client, table: str, since: int = 0) -> int:
    """Act, once this server knows of a version and it is one's turn; return the new version."""
    shown = await client.get(f"/api/tables/{table}")
    while shown["version"] < since or not shown["legal"]:
        await asyncio.sleep(0.01)
        shown = await client.get(f"/api/tables/{table}")
    body = {
        "id": f"action-{shown['version']:04}",
        "version": shown["version"],
        "seat": shown["you"]["seat"],
        "action": shown["legal"][0]["action"],
    }
    version: int = (await client.post(f"/api/tables/{table}/actions", body))["version"]
    return version


@in_loop
async def test_tables_of_newer_servers_are_refused_and_the_rest_is_served(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await begin(ann, bea)
        newer = {name: await begin(ann, bea) for name in NEWER}
        for name, (change, _) in NEWER.items():
            await rewrite(server.services.database, newer[name], change)
        before = await rows_of(server.services.database, *newer.values())
        cookies = [dict(client.http.cookies) for client in (ann, bea)]
    time.turn(20_000)
    with capture_logs() as logged:
        async with serving(settings_for(tmp_path, timing=time)) as server:
            ann, bea = server.stranger(), server.stranger()
            for client, cookie in zip((ann, bea), cookies, strict=True):
                client.http.cookies.update(cookie)
            for name, (_, reason) in NEWER.items():
                for _ in range(2):
                    problem = await ann.refused(f"/api/tables/{newer[name]}", method="GET")
                    assert problem["code"] == "unavailable"
                    assert problem["message"].startswith("This table cannot be loaded: ")
                    assert reason in problem["message"]
                    assert "\n" not in problem["message"]
                with pytest.raises(ConnectionClosed, match="cannot be loaded"):
                    async with ann.watch(newer[name]) as watching:
                        await watching.next()
            # Their clocks have run out, which is for other servers to say.
            time.turn(60_000)
            for _ in range(2):
                await server.services.clocks.check()
            assert await rows_of(server.services.database, *newer.values()) == before
            mine = (await ann.get("/api/tables?mine=true"))["tables"]
            assert {line["table"] for line in mine} == {table, *newer.values()}
            assert await act(ann, table) < await act(bea, table)
    told = [line["table"] for line in logged if line["log_level"] == "error"]
    assert sorted(told) == sorted(map(log_id, newer.values()))


@pytest.mark.parametrize(
    "entry",
    [
        {"schema": 1, "type": "teleported", "at": 1, "seat": 0},
        {"schema": 99, "type": "left", "at": 1, "seat": 0},
        {"schema": 1, "type": "dealt", "at": 1, "events": [{"type": "exploded", "seat": 0}]},
    ],
    ids=["another kind of entry", "a newer entry", "another kind of event"],
)
@in_loop
async def test_a_table_that_a_newer_server_continues_is_given_up(
    tmp_path: Path, entry: Body
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table, other = await begin(ann, bea), await begin(ann, bea)
        async with ann.watch(table) as watching:
            version = (await watching.next("view"))["version"]
            await append(server, table, version + 1, entry)
            with pytest.raises(ConnectionClosed):
                await watching.next("nothing more")
        for path in (table, f"{table}/entries", f"{table}/log"):
            problem = await ann.refused(f"/api/tables/{path}", method="GET")
            assert problem["code"] == "unavailable"
            assert "cannot be loaded" in problem["message"]
        assert (await ann.refused(f"/api/tables/{table}/seats/0/leave"))["code"] == "unavailable"
        assert len(await rows_of(server.services.database, table)) == version + 3
        await act(ann, other)


@in_loop
async def test_a_command_finds_out_that_a_newer_server_was_faster(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await begin(ann, bea)
        live = await server.services.tables.get(table)
        row = {
            "table_id": table, "version": live.table.version + 1, "at": 1,
            "body": '{"schema": 99, "type": "left"}',
        }  # fmt: skip
        async with server.services.database.engine.begin() as connection:
            await connection.execute(insert(ENTRIES), row)
        problem = await ann.refused(f"/api/tables/{table}/seats/0/leave")
        assert "left: schema 99 is of a newer version of Fogline" in problem["message"]


@in_loop
async def test_lists_leave_out_what_they_do_not_understand(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        known, other = [await new_table(ann, ME, OPEN, listed=True) for _ in range(2)]
        async with server.services.database.engine.begin() as connection:
            line = update(TABLES).where(TABLES.c.id == other).values(summary='{"shape": "new"}')
            await connection.execute(line)
        for query in ("", "?mine=true"):
            shown = (await ann.get(f"/api/tables{query}"))["tables"]
            assert [line["table"] for line in shown] == [known]


@in_loop
async def test_two_servers_of_different_versions_share_a_database(postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with AsyncExitStack() as stack:
        older, newer = Process(address, program=("-c", OLDER)), Process(address)
        urls = await asyncio.gather(older.start(), newer.start())
        stack.push_async_callback(older.end, signal.SIGTERM)
        stack.push_async_callback(newer.end, signal.SIGTERM)
        here, there = [Client(url) for url in urls]
        for client in (here, there):
            stack.push_async_callback(client.http.aclose)
        await here.post("/api/session", {"name": "Ann"})
        there.http.cookies.update(dict(here.http.cookies))
        old, new = await new_table(here, ME, RANDOM), await new_table(there, ME, RANDOM)
        assert (await here.change(f"/api/tables/{old}/start"))["game"]["version"] == 1
        assert (await there.change(f"/api/tables/{new}/start"))["game"]["version"] == 2
        # The newer server continues what the older one began, and the older one reads it.
        version = await act(here, old, await act(there, old))
        await act(there, old, version)
        assert (await there.get(f"/api/tables/{old}"))["game"]["version"] == 1
        problem = await here.refused(f"/api/tables/{new}", method="GET")
        assert problem["code"] == "unavailable"
        assert "version 2 of the rules 'san-francisco' is not known" in problem["message"]
        await act(there, new)


async def make_newer(address: str) -> None:
    """Let a database be one that a newer version has migrated."""
    async with opened(address) as (database, _), database.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


def test_a_database_of_a_newer_version_is_left_untouched(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(make_newer(address))
    path = Path(address)
    before = path.read_bytes() if path.is_file() else b""
    for command in (
        ["serve", "--database", address, "--port", "0"],
        ["export", "--database", address, "--output", str(tmp_path / "out")],
    ):
        assert main(command) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert "the database is of a newer version of Fogline: it has step 9999" in told.err
    if before:
        assert path.read_bytes() == before
