"""Clocks: whose time runs, what happens when it is over, and that no pause is counted."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from fogline import Chance
from fogline.bots import RandomBot
from fogline.server.live import bot_runner, bot_warmup
from fogline.store.schema import ENTRIES
from fogline.store.transfer import opened
from fogline.table import commands
from fogline.table.clocks import Clocks
from fogline.table.entries import ClockRule, OutOfTime, Resumed
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    HandTurned,
    Serving,
    counted,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)

GAME_CLOCK = {"kind": "game", "seconds": 100, "increment": 5}
MOVE_CLOCK = {"kind": "move", "seconds": 30}


def test_a_clock_for_the_game_runs_while_a_seat_decides_and_wins_its_increment() -> None:
    clocks = Clocks(ClockRule("game", 100, 5), 2)
    clocks.start(0, 1000)
    assert (clocks.running, clocks.remaining(0, 11_000)) == ([0], 90_000)
    assert clocks.runs_out(0) == 101_000
    clocks.stop(0, 11_000, moved=True)
    assert clocks.remaining(0, 99_000) == 95_000
    clocks.start(0, 50_000)
    clocks.add_pause(7_000)
    assert clocks.remaining(0, 58_000) == 94_000
    assert clocks.remaining(0, 900_000) == 0
    assert clocks.remaining(1, 900_000) == 100_000


def test_a_clock_for_the_move_begins_anew() -> None:
    clocks = Clocks(ClockRule("move", 30), 1)
    clocks.start(0, 0)
    clocks.stop(0, 20_000, moved=True)
    clocks.start(0, 20_000)
    assert clocks.remaining(0, 20_000) == 30_000


def test_a_clock_never_runs_backwards() -> None:
    clocks = Clocks(ClockRule("game", 10), 1)
    clocks.start(0, 5_000)
    assert clocks.remaining(0, 1_000) == 10_000


async def begin(server_guests: tuple[Client, Client], clock: Body) -> str:
    ann, bea = server_guests
    table = await new_table(ann, ME, OPEN, clock=clock)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return table


@in_loop
async def test_both_clocks_run_while_both_choose_and_one_when_one_has_chosen(
    tmp_path: Path,
) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await begin((ann, bea), GAME_CLOCK)
        time.turn(10_000)
        clock = (await ann.get(f"/api/tables/{table}"))["clock"]
        assert clock["remaining"] == [90_000, 90_000]
        assert clock["running"] == [0, 1]
        await play_on(ann, table, 0, Chance(1), 1)
        time.turn(10_000)
        clock = (await ann.get(f"/api/tables/{table}"))["clock"]
        assert clock["remaining"] == [95_000, 80_000]
        assert clock["running"] == [1]


@in_loop
async def test_who_runs_out_of_time_may_be_replaced_and_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A quick one stands in for the stand-in.
    monkeypatch.setattr(bot_warmup, "is_compiled", lambda _: True)
    monkeypatch.setattr(bot_runner, "make_bot", lambda _, seed: RandomBot(Chance(seed)))
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time, bot_delay=1)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await begin((ann, bea), MOVE_CLOCK)
        await play_on(ann, table, 0, Chance(1), 1)
        async with ann.watch(table) as watching, bea.watch(table):
            await watching.next("view")
            time.turn(29_999)
            hand_over = f"/api/tables/{table}/seats/1/bot"
            assert (await ann.refused(hand_over, {"level": "random"}))["code"] == "forbidden"
            time.turn(1)
            update = await watching.next("update")
            assert update["entries"][0]["type"] == "out-of-time"
            assert update["view"]["seats"][1]["gone"] == "out-of-time"
            shown = await ann.change(hand_over, {"level": "random"})
            assert shown["seats"][1]["level"] == "strong"
            for word in ("handed-over", "moved"):
                while True:
                    time.turn(1)
                    update = await watching.next("update")
                    if update["entries"][0]["type"] == word:
                        break
            shown = await bea.change(f"/api/tables/{table}/seats/1/return")
            assert (shown["seats"][1]["level"], shown["seats"][1]["gone"]) == (None, None)


@in_loop
async def test_a_restart_takes_no_time_from_anybody(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await begin((ann, bea), GAME_CLOCK)
        time.turn(10_000)
        cookies = dict(ann.http.cookies)
    time.turn(3_600_000)
    async with serving(settings_for(tmp_path, timing=time)) as server:
        time.turn(1_000)
        ann = server.stranger()
        ann.http.cookies.update(cookies)
        shown = await ann.get(f"/api/tables/{table}")
        assert shown["clock"]["remaining"] == [89_000, 89_000]
        assert [seat["gone"] for seat in shown["seats"]] == [None, None]
        entries = (await ann.get(f"/api/tables/{table}/entries"))["entries"]
        assert (entries[-1]["type"], entries[-1]["pause"]) == ("resumed", 3_600_000)


@in_loop
async def test_a_pause_is_forgiven_once(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        live = await server.services.tables.get(await begin((ann, bea), GAME_CLOCK))
        down, up = time.now() + 1_000, time.now() + 61_000
        resume = partial(commands.resume, since=down)
        (first,), after = commands.run(resume, live.table, up)
        assert first.entry == Resumed(up, 60_000)
        # A server that starts a little later, or after one that was killed while it forgave.
        assert resume(after, up + 500).entries == [Resumed(up + 500, 500)]


async def out_of_time(address: str, table: str) -> list[int]:
    """The seats whose time is over, as the log tells, once for each time it tells so."""
    async with opened(address) as (_, log):
        entries = [logged.entry for logged in await log.read(table)]
    return [entry.seat for entry in entries if isinstance(entry, OutOfTime)]


@in_loop
async def test_time_runs_out_while_no_server_has_the_table_in_memory(
    tmp_path: Path, address: str
) -> None:
    time = HandTurned()

    async def server(name: str) -> Serving:
        settings = settings_for(
            tmp_path, database=address, lock=False, timing=time, entropy=counted(name)
        )
        return await stack.enter_async_context(serving(settings))

    async with AsyncExitStack() as stack:
        first = await server("one")
        table = await begin((await first.guest("Ann"), await first.guest("Bea")), MOVE_CLOCK)
        in_hurry = await begin((await first.guest("Cid"), await first.guest("Dan")), GAME_CLOCK)
    async with AsyncExitStack() as stack:
        # The servers that come next find the table by its line alone; both look at once.
        servers = [await server("two"), await server("three")]
        time.turn(30_000 + 2_000)
        for _ in range(2):
            await asyncio.gather(*(other.services.clocks.check() for other in servers))
        while len(await out_of_time(address, table)) < 2:
            await asyncio.sleep(0)
    assert sorted(await out_of_time(address, table)) == [0, 1]
    assert await out_of_time(address, in_hurry) == []


@in_loop
async def test_a_table_that_cannot_be_read_stops_no_server(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        guests = await server.guest("Ann"), await server.guest("Bea")
        broken, table = [await begin(guests, MOVE_CLOCK) for _ in range(2)]
        async with server.services.database.engine.begin() as connection:
            await connection.execute(
                update(ENTRIES).where(ENTRIES.c.table_id == broken).values(body="{}")
            )
    time.turn(1_000)
    async with serving(settings_for(tmp_path, timing=time)) as server:
        problem = await server.stranger().refused(f"/api/tables/{broken}", method="GET")
        assert problem["code"] == "unavailable"
        assert "cannot be loaded: entry.type" in problem["message"]
        shown = await server.stranger().get(f"/api/tables/{table}")
        assert shown["clock"]["remaining"] == [30_000, 30_000]
        time.turn(40_000)
        await server.services.clocks.check()
