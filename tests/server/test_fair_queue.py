"""Bots of one owner do not starve those of others, and nobody watched is not played for."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fogline.server.fair_queue import FairQueue
from fogline.server.live import UNWATCHED
from tests.server.harness import ME, RANDOM, HandTurned, in_loop, new_table, serving, settings_for


class Work:
    """Decisions of bots that take as long as they are said to, without waiting."""

    def __init__(self, places: int = 1) -> None:
        self.now = 0.0
        self.order: list[str] = []
        self.queue = FairQueue(places, lambda: self.now)

    async def do(self, owner: str, table: str, seconds: float) -> None:
        async with self.queue.place(owner, table):
            self.order.append(f"{owner}{table}")
            await asyncio.sleep(0)
            self.now += seconds


@in_loop
async def test_a_place_goes_to_who_has_used_the_least() -> None:
    work = Work()
    greedy = [work.do("G", str(table), 2.0) for table in range(15) for _ in range(6)]
    tasks = [asyncio.create_task(each) for each in greedy]
    for _ in range(4):
        await asyncio.sleep(0)
    before = len(work.order)
    for turn in range(1, 4):
        await work.do("A", "a", 0.01)
        # One decision of the other at most comes first, and not the ninety that wait.
        assert work.order[-1] == "Aa"
        assert len(work.order) - before <= 3 * turn
    await asyncio.gather(*tasks)
    assert not work.queue._used
    assert not work.queue._waiting


@in_loop
async def test_tables_of_one_owner_take_turns() -> None:
    work = Work()
    await asyncio.gather(*(work.do("G", table, 1.0) for table in "aaaabb"))
    assert work.order == ["Ga", "Ga", "Gb", "Ga", "Gb", "Ga"]


@in_loop
async def test_who_gives_up_leaves_its_place_to_others() -> None:
    work = Work()
    tasks = [asyncio.create_task(work.do("G", str(nth), 1.0)) for nth in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert work.order == ["G0", "G2", "G3"]
    assert work.queue._free == 1


@in_loop
async def test_bots_alone_wait_for_somebody_to_watch(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, timing=clock, bot_delay=1_000)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        live = await server.services.tables.get(table)
        clock.turn(UNWATCHED + 1)
        while live._thinking:  # the decisions under way are made
            await asyncio.sleep(0)
            clock.turn(1_000)
        version = live.table.version
        assert live.is_paused
        live.go_on()
        assert not live._thinking
        async with ann.watch(table) as watching:
            await watching.next("view")
            assert not live.is_paused
            assert live._thinking
            while live.table.version == version:
                await asyncio.sleep(0)
                clock.turn(1_000)


@in_loop
async def test_bots_go_on_where_a_person_plays(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, timing=clock)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        live = await server.services.tables.get(table)
        clock.turn(UNWATCHED + 1)
        assert not live.is_paused
