"""Bots of one owner do not starve those of others, and nobody watched is not played for."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fogline.server.live.live_table import UNWATCHED
from fogline.server.support.fair_queue import FairQueue
from tests.server.harness import ME, RANDOM, HandTurned, in_loop, new_table, serving, settings_for


class Work:
    """Decisions of bots that take as long as they are said to, without waiting."""

    def __init__(self, places: int = 1, most: int | None = None) -> None:
        self.now = 0.0
        self.order: list[str] = []
        self.queue = FairQueue(places, lambda: self.now, most)

    async def do(self, owner: str, table: str, seconds: float, slices: int = 1) -> None:
        async with self.queue.place(owner, table) as pause:
            for left in reversed(range(slices)):
                self.order.append(f"{owner}{table}")
                await asyncio.sleep(0)
                self.now += seconds
                if left:
                    await pause()

    def is_idle(self) -> bool:
        queue = self.queue
        return not (queue._used or queue._waiting or queue._busy)


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
    assert work.is_idle()


@pytest.mark.parametrize("places", [1, 2])
@in_loop
async def test_a_decision_waits_for_one_slice_of_others(places: int) -> None:
    work = Work(places)
    greedy = [work.do("G", str(table), 0.02, slices=50) for table in range(20)]
    tasks = [asyncio.create_task(each) for each in greedy]
    for turn in range(1, 30):
        for _ in range(turn % 5):
            await asyncio.sleep(0)
        before = len(work.order)
        await work.do("A", "a", 0.001)
        # What was under way when it came, and no slice more.
        assert "Aa" in work.order[before : before + 1 + places]
    await asyncio.gather(*tasks)
    assert work.order.count("Aa") == 29
    assert work.is_idle()


@in_loop
async def test_long_decisions_of_two_owners_share_the_time() -> None:
    """However many tables one of them has."""
    work = Work()
    greedy = [work.do("G", str(table), 1.0, slices=10) for table in range(20)]
    tasks = [asyncio.create_task(each) for each in greedy]
    await asyncio.sleep(0)
    await work.do("A", "a", 1.0, slices=10)
    assert 9 <= len(work.order) - 10 <= 11
    await asyncio.gather(*tasks)
    assert work.is_idle()


@in_loop
async def test_who_waits_for_nobody_goes_on_at_once() -> None:
    work = Work()
    async with work.queue.place("A", "a") as pause:
        pausing = pause()
        with pytest.raises(StopIteration):
            pausing.__await__().send(None)
    assert work.is_idle()


@in_loop
async def test_who_gives_up_while_others_have_its_place_holds_nothing() -> None:
    work = Work()
    paused = asyncio.create_task(work.do("G", "g", 1.0, slices=9))
    await asyncio.sleep(0)
    long = asyncio.create_task(work.do("A", "a", 1.0, slices=2))
    while work.order[-1] != "Aa":
        await asyncio.sleep(0)
    paused.cancel()
    await asyncio.gather(paused, long, return_exceptions=True)
    assert paused.cancelled()
    assert work.order[-2:] == ["Aa", "Aa"]
    assert work.is_idle()
    assert work.queue._free == 1


@in_loop
async def test_one_owner_has_no_more_places_than_allowed() -> None:
    work = Work(places=3, most=1)
    async with AsyncExitStack() as held:
        await held.enter_async_context(work.queue.place("G", "1"))
        second = asyncio.create_task(work.do("G", "2", 1.0))
        for owner in "AB":
            await held.enter_async_context(work.queue.place(owner, "1"))
        assert not work.order
    await second
    assert work.order == ["G2"]
    assert work.is_idle()
    assert work.queue._free == 3


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
        while live.bots._thinking:  # the decisions under way are made
            await asyncio.sleep(0)
            clock.turn(1_000)
        version = live.table.version
        assert live.is_paused
        live.advance()
        assert not live.bots._thinking
        async with ann.watch(table) as watching:
            await watching.next("view")
            assert not live.is_paused
            assert live.bots._thinking
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
