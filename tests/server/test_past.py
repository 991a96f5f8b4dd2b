"""The past of a table: open once the game is over, as it was, from every seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fogline import Chance, State, View
from fogline.core.view import view_of
from fogline.saves import from_json, to_json
from fogline.store.table_log import LogRow, TableLog
from tests.server.harness import ME, in_loop, new_table, play_on, serving, settings_for


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
        path = f"/api/tables/{table}/past"
        refused = await server.stranger().refused(f"{path}?version=3", method="GET")
        assert refused["code"] == "not-ended"

        await ann.post(f"/api/tables/{table}/seats/0/resign")
        bea = server.stranger()
        for then in saw:
            seat = then["you"]["seat"]
            told = await bea.get(f"{path}?version={then['version']}&seat={seat}")
            assert told["view"] == then["view"]
            assert (told["status"], told["legal"]) == ("playing", [])
            assert told["you"] == {"user": None, "seats": [], "seat": seat, "owner": False}
            watched = await bea.get(f"{path}?version={then['version']}")
            truth = from_json(json.dumps(watched["final"]), State)
            view = from_json(json.dumps(watched["view"]), View)
            assert to_json(view) == to_json(view_of(truth, None))
        for query in ("version=9999", "version=3&seat=2"):
            assert (await bea.refused(f"{path}?{query}", method="GET"))["code"] == "not-found"


@in_loop
async def test_each_seat_is_told_again_what_it_was_told(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        chance = Chance("told again")
        for nth in range(12):
            (seat, *_) = (await ann.get(f"/api/tables/{table}"))["deciding"]
            await play_on(ann, table, seat, chance, nth)
        path = f"/api/tables/{table}"
        told = [(await ann.get(f"{path}/entries?seat={seat}"))["entries"] for seat in (0, 1)]
        watched = (await server.stranger().get(f"{path}/entries"))["entries"]
        assert told[0] != told[1]
        refused = await server.stranger().refused(f"{path}/past/entries", method="GET")
        assert refused["code"] == "not-ended"

        await ann.post(f"{path}/seats/0/resign")
        bea = server.stranger()
        for query, then in (("&seat=0", told[0]), ("&seat=1", told[1]), ("", watched)):
            again = await bea.get(f"{path}/past/entries?since=-1{query}")
            assert again["entries"][: len(then)] == then
        later = await bea.get(f"{path}/past/entries?since={watched[-1]['version']}")
        assert [entry["type"] for entry in later["entries"]] == ["resigned"]
        nobody = await bea.refused(f"{path}/past/entries?seat=2", method="GET")
        assert nobody["code"] == "not-found"


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
        asked = [f"{path}{what}" for what in ("", "/past?version=3", "/log", "/entries")]
        asked.append(f"{path}/past/entries?seat=1")
        before = [await ann.get(each) for each in asked]
        server.services.tables.unload(table)

        read = list[str]()
        rows = TableLog.rows

        async def counted(self: TableLog, table: str, *more: int) -> list[LogRow]:
            read.append(table)
            return await rows(self, table, *more)

        monkeypatch.setattr(TableLog, "rows", counted)
        after = [await ann.get(each) for each in asked]
        assert [each["entries"] for each in after[2:]] == [each["entries"] for each in before[2:]]
        assert after[1] == before[1]
        assert read == [table]
