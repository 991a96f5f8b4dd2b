"""A server that stood still, a clock that was set, and a disk that takes nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from fogline.server.support import stalls
from fogline.server.support.timing import SteadyTime
from fogline.store import StoreError
from tests.server.harness import (
    ME,
    OPEN,
    Client,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)

MOVE_CLOCK = {"kind": "move", "seconds": 5}


class Uptime:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def begun(server: Serving) -> tuple[Client, str]:
    ann, bea = await server.guest("Ann"), await server.guest("Bea")
    table = await new_table(ann, ME, OPEN, clock=MOVE_CLOCK)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return ann, table


async def settle() -> None:
    """Let everything happen that happens without waiting."""
    for _ in range(100):
        await asyncio.sleep(0)


async def gone(ann: Client, table: str) -> list[str | None]:
    return [seat["gone"] for seat in (await ann.get(f"/api/tables/{table}"))["seats"]]


@in_loop
async def test_a_suspended_server_takes_no_time_from_anybody(tmp_path: Path) -> None:
    clock, up = HandTurned(), Uptime()
    async with serving(settings_for(tmp_path, timing=clock, uptime=up)) as server:
        ann, table = await begun(server)
        up.seconds += 7
        clock.turn(7_000)
        await server.services.clocks.notice_stall()
        assert await gone(ann, table) == [None, None]
        assert (await ann.get(f"/api/tables/{table}"))["clock"]["remaining"] == [5_000, 5_000]
        # The clocks run on: what comes after it counts.
        clock.turn(5_000)
        live = await server.services.tables.get(table)
        while None in await gone(ann, table):
            await asyncio.sleep(0)
        assert live.table.version == 6  # created, two seated, dealt, resumed, two out of time


@in_loop
async def test_a_table_that_is_not_in_memory_loses_no_time_either(tmp_path: Path) -> None:
    clock, up = HandTurned(), Uptime()
    async with serving(settings_for(tmp_path, timing=clock, uptime=up)) as server:
        ann, table = await begun(server)
        await server.services.tables._live.pop(table).close()
        up.seconds += 7
        clock.turn(7_000)
        await server.services.clocks.check()
        assert not server.services.tables._live
        await server.services.clocks.notice_stall()
        assert await gone(ann, table) == [None, None]


def test_setting_the_clock_of_the_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = SteadyTime()
    before = steady.now()
    really = time.time()
    monkeypatch.setattr(time, "time", lambda: really + 700)
    monkeypatch.setattr(time, "time_ns", lambda: int((really + 700) * 1e9))
    assert steady.now() - before < 600_000
    assert stalls.uptime() > 0


@in_loop
async def test_a_full_disk_fills_no_log_and_its_end_is_noticed(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, timing=clock)) as server:
        ann, table = await begun(server)
        log = server.services.log
        append, tries = log.append, 0

        async def full(*_: Sequence[object]) -> bool:
            nonlocal tries
            tries += 1
            raise StoreError("full") from OSError("disk full")

        with capture_logs() as logged:
            log.append = full  # type: ignore[method-assign,assignment]
            clock.turn(5_000)
            for tried in range(1, 6):
                await settle()
                assert tries == tried
                clock.turn(1_000)
            await settle()
            log.append = append  # type: ignore[method-assign]
            clock.turn(1_000)
            while None in await gone(ann, table):
                await asyncio.sleep(0)
        events = [line["event"] for line in logged]
        assert events.count("cannot write the log") == 1
        assert events.count("over: cannot write the log") == 1
