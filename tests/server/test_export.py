"""The file with all data of a user: written in slices, charged by table, whole or visibly not."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from fogline.server.features.people import account_data
from fogline.server.features.people import account_routes as accounts
from fogline.server.live.message_writer import write_entry
from fogline.server.web.costs import cost_of
from fogline.server.web.limits import DELETE_COST, EXPORTED_FOR_ONE, WORK, Rate
from fogline.store import StoreError, TableLog
from fogline.store.schema import ENTRIES
from fogline.store.table_log import LogRow
from fogline.table.entries import Logged, Said
from fogline.table.table_state import TableState
from fogline.table.wording import wording_at
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
from tests.server.test_costs import spend_all, spent
from tests.store.make_logs import play_table

DATA = "/api/account/data"


async def add_long_table(server: Serving, user: str, name: str) -> int:
    """Put a game into the database to which a user has written; return how long its log is."""
    log = [*play_table("old-west", 2, {}, "replay").log]
    log.append(Logged(len(log), Said(10**9, user, "Ann", None, "well played", None)))
    assert await server.services.log.add(name, log)
    return len(log)


async def as_one_text(server: Serving, user: str, tables: list[str]) -> str:
    """Write tables in one go, as they are in the file."""
    found = []
    for name in tables:
        log = await server.services.log.read(name)
        table = TableState.of(name, log)
        seats, is_public = table.seats_of(user), table.status == "ended"
        seat, wording = next(iter(seats), None), wording_at(table)
        entries = [write_entry(each, seat, wording, is_public=is_public) for each in log]
        entry = json.dumps({"table": name, "seats": seats})[:-1]
        found.append(f'{entry}, "entries": [{", ".join(map(bytes.decode, entries))}]}}')
    return ', "tables": [\n' + ",\n".join(found) + "\n]}\n"


@in_loop
async def test_slices_make_the_same_file(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann ä")
        own = [await new_table(ann, ME, OPEN) for _ in range(2)]
        assert await add_long_table(server, ann.user, "long") > 2 * account_data._SLICE
        text = (await ann.call("GET", DATA)).text
        order = [each["table"] for each in json.loads(text)["tables"]]
        assert {*order} == {*own, "long"}
        assert text.endswith(await as_one_text(server, ann.user, order))


@in_loop
async def test_the_loop_is_free_between_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, seen, write = 0, [], account_data._entries_json

    def watched(*args: Any) -> str:
        assert threading.current_thread() is not threading.main_thread()
        seen.append(turns)
        return write(*args)

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(account_data, "_entries_json", watched)
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        length = await add_long_table(server, ann.user, "long")
        for _ in range(4):
            await new_table(ann, ME, OPEN)
        counting = asyncio.create_task(count())
        await ann.call("GET", DATA)
        counting.cancel()
    assert len(seen) == -(-length // account_data._SLICE) + 4
    # In each of them others had a turn.
    assert all(before < after for before, after in pairwise(seen))


async def export_charged(server: Serving, client: Client) -> int:
    """Export, and return what was charged for it."""
    server.services.limiter._buckets.clear()
    assert (await client.call("GET", DATA)).status_code == 200
    return spent(server) - cost_of(accounts.export)


@in_loop
async def test_an_export_is_charged_by_table_and_length(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        ann = await server.guest("Ann")
        for number in range(1, 4):
            for _ in range(3):
                await new_table(ann, ME, OPEN)
            assert await export_charged(server, ann) == 3 * number
        length = await add_long_table(server, ann.user, "long")
        assert await export_charged(server, ann) == 9 + 1 + length // EXPORTED_FOR_ONE


@in_loop
async def test_an_export_waits_for_its_share_and_leaves_the_rest_to_others(tmp_path: Path) -> None:
    clock = HandTurned()
    async with serving(settings_for(tmp_path, limits=True, timing=clock)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        for number in range(40):
            length = await add_long_table(server, ann.user, f"long-{number}")
        cost = 40 * (1 + length // EXPORTED_FOR_ONE)
        spend_all(server, left=WORK.burst // 2)
        began = clock.now()
        export = asyncio.create_task(ann.call("GET", DATA))
        while not export.done():
            # Others at the same address are not refused meanwhile.
            await bea.get("/api/session")
            assert spent(server) < WORK.burst // 2 + 100
            clock.turn(100)
        took = (clock.now() - began) / 1000
        assert took >= 0.9 * cost / WORK.per_second
        assert len(json.loads(export.result().text)["tables"]) == 40


@in_loop
async def test_exports_are_limited_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "EXPORTS_OF_ADDRESS", Rate(2, 0.01))
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        guests = [await server.guest(name) for name in ("Ann", "Bea", "Cem")]
        answers = [await guest.call("GET", DATA) for guest in guests]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


def before_reading(
    monkeypatch: pytest.MonkeyPatch, nth: int, do: Callable[[], Awaitable[object]]
) -> None:
    """Let something happen before the nth log is read for an export."""
    rows, count = TableLog.rows, iter(range(1000))

    async def read(log: TableLog, table: str, *args: Any) -> list[LogRow]:
        if next(count) == nth:
            await do()
        return await rows(log, table, *args)

    monkeypatch.setattr(TableLog, "rows", read)


@in_loop
async def test_a_table_may_change_or_go_while_others_are_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        for _ in range(4):
            await new_table(ann, ME, OPEN)
        found = json.loads((await ann.call("GET", DATA)).text)["tables"]
        first, second, third, fourth = (each["table"] for each in found)

        async def disturb() -> None:
            log = server.services.log
            await log.delete(second, 2)
            said = Logged(2, Said(2, ann.user, "Ann", 0, "hello", None))
            for table in (first, third):
                assert await log.write(table, [said])

        with monkeypatch.context() as patch:
            before_reading(patch, 1, disturb)
            text = (await ann.call("GET", DATA)).text
        tables = {each["table"]: len(each["entries"]) for each in json.loads(text)["tables"]}
        assert tables == {first: 2, third: 3, fourth: 2}


@in_loop
async def test_a_file_that_was_broken_off_does_not_look_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        for _ in range(3):
            await new_table(ann, ME, OPEN)

        async def fail() -> None:
            raise StoreError("the database is gone")

        before_reading(monkeypatch, 2, fail)
        parts: list[str] = []
        with pytest.raises(httpx.RemoteProtocolError):  # the last chunk is missing
            await read_parts(ann, parts)
        received = "".join(parts)
        assert received.count('"entries"') == 2
        with pytest.raises(json.JSONDecodeError):
            json.loads(received)


async def read_parts(client: Client, parts: list[str]) -> None:
    """Export, and keep what came even if it ends too early."""
    async with client.http.stream("GET", DATA) as answer:
        async for part in answer.aiter_text():
            parts.append(part)  # noqa: PERF401 (it may break off)


@in_loop
async def test_a_damaged_table_does_not_hide_the_others(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        first, second = [await new_table(ann, ME, OPEN) for _ in range(2)]
        async with server.services.database.engine.begin() as connection:
            damaged = update(ENTRIES).where(ENTRIES.c.table_id == first)
            await connection.execute(damaged.values(body="{"))
        data = json.loads((await ann.call("GET", DATA)).text)
        assert [each["table"] for each in data["tables"]] == [second]


@in_loop
async def test_a_deletion_is_charged_by_table(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        ann = await server.guest("Ann")
        for _ in range(3):
            await new_table(ann, ME, OPEN)
        server.services.limiter._buckets.clear()
        assert (await ann.call("POST", "/api/account/delete", {})).status_code == 204
        assert spent(server) == cost_of(accounts.delete) + 3 * DELETE_COST
