"""Several servers on one PostgreSQL: players of one game on different servers, and one killed."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]

from fogline.store.transfer import opened, read_tables
from fogline.table.entries import Moved
from fogline.table.table_file import TableFile
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Body,
    Client,
    Serving,
    Watching,
    counted,
    in_loop,
    new_table,
    serving,
    settings_for,
)
from tests.server.processes import Process, Roamer, check_log
from tests.store.postgres import Postgres

TABLES = 3


async def logs_of(address: str) -> dict[str, TableFile]:
    async with opened(address) as (_, log):
        return {file.table: file for file in await read_tables(log, ())}


def conflicts(server: Serving) -> float:
    found = server.services.metrics.registry.get_sample_value("fogline_conflicts_total")
    return found or 0.0


async def two_servers(stack: AsyncExitStack, folder: Path, address: str) -> list[Serving]:
    """Two servers that share nothing but the database."""
    return [
        await stack.enter_async_context(
            serving(settings_for(folder, database=address, entropy=counted(name)))
        )
        for name in ("one", "two")
    ]


@in_loop
async def test_a_server_is_killed_and_its_players_go_on_at_the_other(postgres: Postgres) -> None:
    address = await postgres.new_database()
    servers = [Process(address), Process(address)]
    # Both bring the new database up to date, or wait for who does.
    here, there = await asyncio.gather(*(server.start() for server in servers))
    ann, bea = Client(here), Client(there)
    users = [
        (await client.post("/api/session", {"name": name}))["user"]["id"]
        for client, name in ((ann, "Ann"), (bea, "Bea"))
    ]
    players = []
    for _ in range(TABLES):
        table = await new_table(ann, ME, OPEN, RANDOM)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        players += [
            Roamer(table, 0, dict(ann.http.cookies), [here, there]),
            Roamer(table, 1, dict(bea.http.cookies), [there, here]),
        ]
    playing = [asyncio.create_task(player.play()) for player in players]
    while sum(len(player.acknowledged) for player in players) < TABLES * 20:
        await asyncio.sleep(0.01)
    await servers[0].end(signal.SIGKILL)
    assert not any(task.done() for task in playing)
    ends = await asyncio.gather(*playing)
    await servers[1].end(signal.SIGTERM)
    for client in (ann, bea):
        await client.http.aclose()
    logs = await logs_of(address)
    for player, end in zip(players, ends, strict=True):
        assert end["outcome"]["winners"]
        assert all(later == earlier + 1 for earlier, later in pairwise(player.entries))
        # What was sent again after the end was acknowledged, too, unless the game was over.
        there_are = check_log(logs[player.table], player.acknowledged, users[player.seat])
        assert there_are - len(player.acknowledged) in (0, 1)


async def watch_to_the_end(client: Client, table: str) -> list[Body]:
    async with client.watch(table) as watching:
        shown = await watching.next("view")
        entries: list[Body] = []
        while shown["status"] != "ended":
            update = await watching.next("update")
            entries += update["entries"]
            shown = update["view"]
        return entries


@in_loop
async def test_a_bot_that_two_servers_wake_moves_once(tmp_path: Path, postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with AsyncExitStack() as stack:
        servers = await two_servers(stack, tmp_path, address)
        ann = await servers[0].guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM, RANDOM)
        watching = [
            asyncio.create_task(watch_to_the_end(server.stranger(), table)) for server in servers
        ]
        lives = [await server.services.tables.get(table) for server in servers]
        while not all(len(live.subscribers) for live in lives):
            await asyncio.sleep(0.01)
        await ann.post(f"/api/tables/{table}/start")
        received = await asyncio.gather(*watching)
        # Once a game is over more is told of it; what everybody sees is the same throughout.
        seen = [[(entry["version"], entry["type"]) for entry in entries] for entries in received]
        assert seen[0] == seen[1]
        assert sum(conflicts(server) for server in servers) > 0
    log = (await logs_of(address))[table]
    verify(log)
    requests = [logged.request for logged in log.log if isinstance(logged.entry, Moved)]
    assert len(set(requests)) == len(requests)


@in_loop
async def test_news_that_were_lost_are_read_again(tmp_path: Path, postgres: Postgres) -> None:
    address = await postgres.new_database()
    async with AsyncExitStack() as stack:
        here, there = await two_servers(stack, tmp_path, address)
        ann = await here.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        watching = await stack.enter_async_context(there.stranger().watch(table))
        version = (await watching.next("view"))["version"]
        # All connections of both servers are cut, those that listen, too.
        cutting = await asyncpg.connect(address)
        await cutting.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await cutting.close()
        said = await ann.post(f"/api/tables/{table}/chat", {"text": "still here"})
        assert said["version"] == version + 1
        update = await watching.next("update")
        assert [entry["text"] for entry in update["entries"]] == ["still here"]


@in_loop
async def test_who_is_connected_is_known_at_every_server(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = await postgres.new_database()

    async def received(watching: Watching, connected: list[int]) -> None:
        while (await watching.next("presence"))["connected"] != connected:
            pass

    async with AsyncExitStack() as stack:
        here, there = await two_servers(stack, tmp_path, address)
        ann, bea = await here.guest("Ann"), await there.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        mine = await stack.enter_async_context(ann.watch(table))
        async with bea.watch(table) as theirs:
            await received(theirs, [0, 1])
            await received(mine, [0, 1])
            # Who comes to a server that did not have this table in memory is told, too.
            third = await stack.enter_async_context(
                serving(settings_for(tmp_path, database=address, entropy=counted("three")))
            )
            async with third.stranger().watch(table) as stranger:
                await received(stranger, [0, 1])
        await received(mine, [0])
