"""Replays: open once the game is over, as it was, from every seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fogline import Chance, State, View
from fogline.core.view import view_of
from fogline.saves import from_json, to_json
from fogline.store.table_log import LogRow, TableLog
from tests.server.harness import (
    ME,
    HandTurned,
    in_loop,
    new_table,
    play_on,
    replay_of,
    serving,
    settings_for,
)
from tests.store.make_logs import play_table


@in_loop
async def test_each_moment_is_as_each_seat_saw_it(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        chance, saw = Chance("past"), []
        for nth in range(12):
            now = await ann.get(f"/api/tables/{table}")
            (seat, *_) = now["deciding"]
            saw.append(await ann.get(f"/api/tables/{table}?seat={seat}"))
            await play_on(ann, table, seat, chance, nth)
        path = f"/api/tables/{table}/replay"
        refused = await server.stranger().refused(path, method="GET")
        assert refused["code"] == "not-ended"

        await ann.post(f"/api/tables/{table}/seats/0/resign")
        bea = server.stranger()
        of_seat = [(await replay_of(bea, table, f"seat={seat}"))[0] for seat in (0, 1)]
        watched, _ = await replay_of(bea, table)
        opened, _ = await replay_of(bea, table, "hands=true")
        for then in saw:
            seat, version = then["you"]["seat"], then["version"]
            shown = of_seat[seat][version]
            assert shown["view"] == then["view"]
            assert (shown["status"], shown["legal"], shown["undo"]) == ("playing", [], None)
            assert (shown["final"], shown["fair"]["secret"]) == (None, None)
            assert shown["you"] == {"user": None, "seats": [], "seat": seat, "owner": False}
            truth = {**opened[version]["view"], "kind": "state"}
            del truth["seat"]
            view = from_json(json.dumps(watched[version]["view"]), View)
            assert to_json(view) == to_json(view_of(from_json(json.dumps(truth), State), None))
        assert opened[-1]["final"] is not None
        assert (await bea.refused(f"{path}?seat=2", method="GET"))["code"] == "not-found"


@in_loop
async def test_the_entries_of_a_replay_are_those_that_each_seat_received(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        chance = Chance("told again")
        for nth in range(12):
            (seat, *_) = (await ann.get(f"/api/tables/{table}"))["deciding"]
            await play_on(ann, table, seat, chance, nth)
        path = f"/api/tables/{table}"
        received = [(await ann.get(f"{path}/entries?seat={seat}"))["entries"] for seat in (0, 1)]
        watched = (await server.stranger().get(f"{path}/entries"))["entries"]
        assert received[0] != received[1]

        await ann.post(f"{path}/seats/0/resign")
        bea = server.stranger()
        for query, then in (("seat=0", received[0]), ("seat=1", received[1]), ("", watched)):
            _, again = await replay_of(bea, table, query)
            assert again[: len(then) - 1] == then[1:]
            assert again[-1]["type"] == "resigned"
        _, opened = await replay_of(bea, table, "hands=true")
        assert opened == (await bea.get(f"{path}/entries"))["entries"][1:]


@in_loop
async def test_one_request_is_the_whole_replay_of_a_long_game(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True, timing=HandTurned())) as server:
        log = play_table("old-west", 2, {}, "replay").log
        assert await server.services.log.add("ended", log)
        answer = await server.stranger().call("GET", "/api/tables/ended/replay?hands=true")
        assert len(answer.text.splitlines()) == len(log) > 150


@in_loop
async def test_the_log_of_an_ended_table_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        path = f"/api/tables/{table}"
        await ann.post(f"{path}/start")
        await play_on(ann, table, (await ann.get(path))["deciding"][0], Chance("once"), 0)
        await ann.post(f"{path}/seats/0/resign")
        asked = [f"{path}{what}" for what in ("", "/log", "/entries")]
        before = [await ann.get(each) for each in asked]
        seen = await replay_of(ann, table, "seat=1")
        server.services.tables.unload(table)

        read = list[str]()
        rows = TableLog.rows

        async def counted(self: TableLog, table: str, *more: int) -> list[LogRow]:
            read.append(table)
            return await rows(self, table, *more)

        monkeypatch.setattr(TableLog, "rows", counted)
        after = [await ann.get(each) for each in asked]
        assert after[2]["entries"] == before[2]["entries"]
        assert await replay_of(ann, table, "seat=1") == seen
        assert read == [table]
