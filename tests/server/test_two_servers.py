"""Two servers on one database: versions settle who was faster, and news keep both up to date.

Here the database is SQLite, and the test carries the news that PostgreSQL would.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

from fogline import Chance
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    Serving,
    counted,
    in_loop,
    new_table,
    serving,
    settings_for,
)


async def two_servers(stack: AsyncExitStack, folder: Path) -> tuple[Serving, Serving]:
    first = await stack.enter_async_context(serving(settings_for(folder, lock=False)))
    other = settings_for(folder, lock=False, entropy=counted("the other server"))
    return first, await stack.enter_async_context(serving(other))


async def at_two_servers(first: Serving, second: Serving) -> tuple[Client, Client, str]:
    """Ann on the first server, Bea on the second, at one table that has been dealt."""
    ann, bea = await first.guest("Ann"), await second.guest("Bea")
    table = await new_table(ann, ME, OPEN)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    # The first server has not heard of it, and finds out when it is asked for more.
    assert (await ann.get(f"/api/tables/{table}"))["seats"][1]["kind"] == "open"
    problem = await ann.refused(f"/api/tables/{table}/seats/1/bot", {"level": "random"})
    assert problem["code"] == "taken"
    await ann.post(f"/api/tables/{table}/start")
    return ann, bea, table


def conflicts(server: Serving) -> float:
    found = server.services.metrics.registry.get_sample_value("fogline_conflicts_total")
    return found or 0.0


async def first_choice(client: Client, table: str, seat: int, name: str) -> Body:
    shown = await client.get(f"/api/tables/{table}?seat={seat}")
    action = shown["legal"][0]["action"]
    return {"id": name, "version": shown["version"], "seat": seat, "action": action}


@in_loop
async def test_players_on_different_servers_play_one_game(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, bea, table = await at_two_servers(first, second)
        version = (await ann.get(f"/api/tables/{table}"))["version"]
        second.services.tables.on_notification(table, version)
        choose = Chance("two servers")
        mine = await stack.enter_async_context(ann.watch(table))
        theirs = await stack.enter_async_context(bea.watch(table, f"since={version}"))
        shown = await mine.next("view")
        for nth in range(30):
            seat = shown["deciding"][0]
            player, here, there = (ann, first, second) if seat == 0 else (bea, second, first)
            view = await player.get(f"/api/tables/{table}")
            action = view["legal"][choose.below(len(view["legal"]))]["action"]
            body = {"id": f"action-{nth}", "version": view["version"], "seat": seat}
            done = await player.post(f"/api/tables/{table}/actions", {**body, "action": action})
            here.services.tables.on_notification(table, done["version"])
            there.services.tables.on_notification(table, done["version"])
            shown = (await mine.next("update"))["view"]
            other = await theirs.next("update")
            while other["version"] < shown["version"]:
                other = await theirs.next("update")
            assert other["version"] == shown["version"] == done["version"]
            assert other["view"]["deciding"] == shown["deciding"]
            assert other["view"]["view"]["owners"] == shown["view"]["owners"]


@in_loop
async def test_an_action_sent_to_both_happens_once(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, _, table = await at_two_servers(first, second)
        elsewhere = second.stranger()
        elsewhere.http.cookies.update(dict(ann.http.cookies))
        act = await first_choice(ann, table, 0, "at-both-servers")
        path = f"/api/tables/{table}/actions"
        answers = await asyncio.gather(ann.post(path, act), elsewhere.post(path, act))
        assert answers[0] == answers[1]
        entries = (await ann.get(f"/api/tables/{table}/entries"))["entries"]
        assert [entry["type"] for entry in entries].count("moved") == 1


@in_loop
async def test_who_is_behind_catches_up_and_answers_by_the_truth(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, bea, table = await at_two_servers(first, second)
        second.services.tables.on_notification(table, 3)
        theirs = await first_choice(await _there(second, bea, table), table, 1, "their-choice")
        await ann.post(
            f"/api/tables/{table}/actions", await first_choice(ann, table, 0, "my-choice")
        )
        # The second server has not heard of Ann's choice, so its version is taken.
        before = conflicts(second)
        done = await bea.post(f"/api/tables/{table}/actions", theirs)
        assert conflicts(second) == before + 1
        assert done["version"] == theirs["version"] + 2


async def _there(server: Serving, client: Client, table: str) -> Client:
    """Wait until a server has dealt the table to its own player, and reads no more news."""
    while (await client.get(f"/api/tables/{table}"))["status"] == "open":
        server.services.tables.on_notification(table, 99)
    live = await server.services.tables.get(table)
    while not live.is_idle:
        await asyncio.sleep(0)
    return client


@in_loop
async def test_a_player_who_is_announced_before_sitting_is_known_to_be_connected(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, bea = await first.guest("Ann"), await second.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        mine = await stack.enter_async_context(ann.watch(table))
        assert (await mine.next("presence"))["connected"] == [0]
        seated = await bea.change(f"/api/tables/{table}/seats/1/sit")
        # The news of Bea's connection are faster than those of her seat.
        announced = {"server": "the second", "table": table, "users": [bea.user]}
        first.services.tables.on_presence(json.dumps(announced))
        first.services.tables.on_notification(table, seated["version"])
        assert (await mine.next("presence"))["connected"] == [0, 1]


@in_loop
async def test_when_one_server_is_gone_its_player_goes_on_at_the_other(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        async with serving(
            settings_for(tmp_path, lock=False, entropy=counted("a third server"))
        ) as third:
            ann, bea, table = await at_two_servers(first, third)
            cookies = dict(bea.http.cookies)
        bea = second.stranger()
        bea.http.cookies.update(cookies)
        act = await first_choice(bea, table, 1, "after-the-end")
        await bea.post(f"/api/tables/{table}/actions", act)
        assert (await ann.get("/healthz"))["status"] == "ok"
