"""Tables: who may create, join, leave, hand over and start what."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute

from fogline import GameDefinition, define
from fogline.core.codec import decode
from fogline.core.messages import Action
from fogline.server.app import create_app
from fogline.server.live import loaded_tables as server_tables
from fogline.server.live.presence import AWAY_AFTER
from fogline.table.commands import BOT_NAMES
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    serving,
    settings_for,
)


@in_loop
async def test_a_listed_table_is_found_until_it_starts(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN, listed=True)
        await new_table(ann, ME, OPEN)
        (found,) = (await bea.get("/api/tables"))["tables"]
        assert found["table"] == table
        assert found["seats"] == ["Ann", None]
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        assert (await bea.get("/api/tables"))["tables"] == []
        mine = (await bea.get("/api/tables?mine=true"))["tables"]
        assert [(line["table"], line["status"]) for line in mine] == [(table, "playing")]
        assert len((await ann.get("/api/tables?mine=true"))["tables"]) == 2
        assert (await server.stranger().get("/api/tables?mine=true"))["tables"] == []


@in_loop
async def test_seats_are_taken_once_and_by_a_name_once(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, cid = [await server.guest(name) for name in ("Ann", "Bea", "Cid")]
        seats = f"/api/tables/{await new_table(ann, ME, OPEN, OPEN)}/seats"
        assert (await bea.refused(f"{seats}/0/sit"))["code"] == "taken"
        assert (await bea.refused(f"{seats}/1/sit", {"name": "ANN"}))["code"] == "taken"
        assert (await bea.refused(f"{seats}/7/sit"))["code"] == "not-found"
        assert (await server.stranger().refused(f"{seats}/1/sit"))["code"] == "unauthorised"
        shown = await bea.change(f"{seats}/1/sit", {"name": "  Bea   the\tfirst "})
        assert shown["seats"][1]["name"] == "Bea the first"
        assert shown["you"] == {"user": bea.user, "seats": [1], "seat": 1, "owner": False}
        assert (await cid.refused(f"{seats}/1/leave"))["code"] == "forbidden"
        await bea.post(f"{seats}/1/leave")
        shown = await cid.change(f"{seats}/1/sit")
        assert shown["seats"][1]["name"] == "Cid"
        assert (await cid.refused(f"{seats}/1/open"))["code"] == "forbidden"
        shown = await ann.change(f"{seats}/1/open")
        assert shown["seats"][1]["kind"] == "open"


@in_loop
async def test_names_that_look_the_same_are_taken(tmp_path: Path) -> None:
    """Ann in Cyrillic and Greek letters, with a blank that has a width, or with a joiner."""
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Anna Mak")
        table = await new_table(ann, ME, OPEN)
        path = f"/api/tables/{table}/seats/1/sit"
        alike = ("\u0410nna Mak", "\u0391nna M\u0430k", "anna\u3164mak", "Anna\u2800Mak",
                 "Ann\u034fa Mak", "\uff21nna Mak", "\u13aanna Mak")  # fmt: skip
        for name in alike:
            bea = await server.guest("Bea")
            assert (await bea.refused(path, {"name": name}))["code"] == "taken", ascii(name)
        for blank in ("\u3164", "\u2800\u2800", "\u115f\u1160", "\u034f", "\ufe0f", "\U0001d159"):
            bea = await server.guest("Bea")
            assert (await bea.refused("/api/session", {"name": blank}))["code"] == "malformed"
        # Letters of the languages of Fogline are letters in their own right.
        for name in ("Änna Mak", "Ånna Mak", "Anna Mąk", "Ænna Mak", "Anna Makł"):
            bea = await server.guest("Bea")
            await bea.post(path, {"name": name})
            await bea.post(f"/api/tables/{table}/seats/1/leave")


@in_loop
async def test_names_with_marks_and_names_of_bots_look_like_themselves_alone(
    tmp_path: Path,
) -> None:
    """Marks may stand beside their letter, and whoever came first has the name of a bot."""
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Åsa Łoś-Coco"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        for name in (
            "A\u030asa \u0141o\u015b-Coco",
            "\u0410\u030asa \u0141\u043e\u0455\u0301-Coco",
            "Åsa L\u0337oś-Coco",
            "Åsa Łoś-\u03f9\u03bfc\u1d0f",
            "Åsa Łoś-\u2ca4\u2c9f\u2ca5o",
            "Åsa Łoś-\u13df\u0585\uabaf\u0e50",
            "Åsa\u180b Łoś-Co\U0001d159co",
        ):
            refused = await bea.refused(f"/api/tables/{table}/seats/1/sit", {"name": name})
            assert refused["code"] == "taken", ascii(name)
        for name in ("Asa Łoś-Coco", "Åsa Loś-Coco", "Åsa Łos-Coco", "Øsa Łoś-Coco"):
            await bea.post(f"/api/tables/{table}/seats/1/sit", {"name": name})
            await bea.post(f"/api/tables/{table}/seats/1/leave")
        like_a_bot = {"kind": "me", "name": BOT_NAMES[1].replace("a", "\u0430")}
        table = await new_table(ann, like_a_bot, RANDOM)
        seats = (await ann.get(f"/api/tables/{table}"))["seats"]
        assert seats[1]["name"] not in {BOT_NAMES[1], None}


@in_loop
async def test_only_the_owner_starts_and_only_a_full_table(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = f"/api/tables/{await new_table(ann, ME, OPEN, OPEN)}"
        await bea.post(f"{table}/seats/1/sit")
        assert (await ann.refused(f"{table}/start"))["code"] == "wrong-status"
        assert (await bea.refused(f"{table}/seats/2/bot", {"level": "casual"}))[
            "code"
        ] == "forbidden"
        assert (await ann.refused(f"{table}/seats/2/bot", {"level": "?"}))["code"] == "malformed"
        shown = await ann.change(f"{table}/seats/2/bot", {"level": "random"})
        assert shown["seats"][2]["name"] in BOT_NAMES
        assert shown["seats"][2] | {"name": ""} == {
            "seat": 2,
            "kind": "bot",
            "name": "",
            "user": None,
            "level": "random",
            "gone": None,
            "resigned": False,
        }
        assert (await bea.refused(f"{table}/start"))["code"] == "forbidden"
        shown = await ann.change(f"{table}/start")
        assert shown["status"] == "playing"
        assert shown["view"]["seat"] == 0
        assert (await ann.refused(f"{table}/start"))["code"] == "wrong-status"
        assert (await bea.refused(f"{table}/seats/1/sit"))["code"] == "wrong-status"


@in_loop
async def test_impossible_tables_are_refused(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        for wish, code in [
            ({"game": "chess", "seats": [ME, OPEN]}, "not-found"),
            ({"game": "../x.toml", "seats": [ME, OPEN]}, "not-found"),
            ({"game": "old-west", "seats": [ME]}, "malformed"),
            ({"game": "old-west", "seats": [ME] * 7}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "options": {"alvin": 1}}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "options": {"x": True}}, "malformed"),
            ({"game": "old-west", "seats": [ME, {"kind": "bot"}]}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "clock": {"kind": "move"}}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "commitment": "a b"}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "options": {"first": -1}}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "options": {"first": 2}}, "malformed"),
            ({"game": "old-west", "seats": [ME, OPEN], "options": {"first": 10**40}}, "malformed"),
        ]:
            assert (await ann.refused("/api/tables", wish))["code"] == code, wish


@in_loop
async def test_hot_seat_one_device_holds_several_seats(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"}]
        table = await new_table(ann, *seats)
        shown = await ann.change(f"/api/tables/{table}/start")
        assert shown["you"]["seats"] == [0, 1]
        for seat in (0, 1):
            shown = await ann.get(f"/api/tables/{table}?seat={seat}")
            assert shown["view"]["seat"] == seat
            assert all(shown["view"]["players"][seat]["offered"])
            assert not any(shown["view"]["players"][1 - seat]["offered"])
            body = {"id": f"first-choice-{seat}", "version": shown["version"], "seat": seat}
            action = str(decode(Action, shown["legal"][0]["action"]))  # the notation will do
            await ann.post(f"/api/tables/{table}/actions", {**body, "action": action})
        async with ann.watch(table, "seat=0") as watching:
            assert (await watching.next("view"))["you"]["seat"] == 0
            await watching.send(type="look", seat=1)
            assert (await watching.next("view"))["view"]["seat"] == 1
            await watching.send(type="look", seat=None)
            assert (await watching.next("view"))["view"]["seat"] is None


@in_loop
async def test_a_seat_is_handed_to_a_bot_when_its_player_left_and_taken_back(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path, bot_delay=10_000, timing=HandTurned())) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        seat = f"/api/tables/{table}/seats/1"
        await bea.post(f"{seat}/sit")
        await ann.post(f"/api/tables/{table}/start")
        async with ann.watch(table), bea.watch(table):
            assert (await ann.refused(f"{seat}/bot", {"level": "random"}))["code"] == "forbidden"
        # Nothing is written down that changes nothing.
        assert (await bea.refused(f"{seat}/return"))["code"] == "wrong-status"
        shown = await bea.change(f"{seat}/leave")
        assert shown["seats"][1]["gone"] == "left"
        assert (await bea.refused(f"{seat}/leave"))["code"] == "wrong-status"
        assert (await bea.refused(f"{seat}/bot", {"level": "random"}))["code"] == "forbidden"
        shown = await ann.change(f"{seat}/bot", {"level": "random"})
        # An opponent cannot choose a weak one.
        assert (shown["seats"][1]["kind"], shown["seats"][1]["level"]) == ("person", "strong")
        view = await bea.get(f"/api/tables/{table}")
        act = {"id": "while-away", "version": view["version"], "seat": 1}
        act["action"] = view["legal"][0]["action"]
        assert (await bea.refused(f"/api/tables/{table}/actions", act))["code"] == "wrong-status"
        shown = await bea.change(f"{seat}/return")
        assert (shown["seats"][1]["gone"], shown["seats"][1]["level"]) == (None, None)
        await bea.post(f"/api/tables/{table}/actions", {**act, "version": shown["version"]})


@in_loop
async def test_who_is_away_for_a_while_may_be_replaced_even_the_owner(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, bot_delay=10_000, timing=time)) as server:
        ann, bea, cid = [await server.guest(name) for name in ("Ann", "Bea", "Cid")]
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        hand_over = f"/api/tables/{table}/seats/0/bot"
        assert (await bea.refused(hand_over, {"level": "random"}))["code"] == "forbidden"
        time.turn(AWAY_AFTER)
        shown = await bea.get(f"/api/tables/{table}")
        # Bea has just asked, so she is here, with or without a connection.
        assert shown["presence"] == {"connected": [], "away": [0]}
        assert [seat["gone"] for seat in shown["seats"]] == [None, None]
        assert (await cid.refused(hand_over, {"level": "random"}))["code"] == "forbidden"
        shown = await bea.change(hand_over, {"level": "random"})
        assert shown["seats"][0]["level"] == "strong"


@in_loop
async def test_nobody_changes_a_bot_in_a_running_game(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_delay=10_000, timing=HandTurned())) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, RANDOM)
        await ann.post(f"/api/tables/{table}/start")
        refused = await ann.refused(f"/api/tables/{table}/seats/1/bot", {"level": "beginner"})
        assert refused["code"] == "forbidden"


@in_loop
async def test_resigning_loses_at_once_when_one_is_left(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, bot_delay=10_000, timing=HandTurned())) as server:
        ann, bea, cid = [await server.guest(name) for name in ("Ann", "Bea", "Cid")]
        table = await new_table(ann, ME, OPEN, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await cid.post(f"/api/tables/{table}/seats/2/sit")
        await ann.post(f"/api/tables/{table}/start")
        shown = await ann.change(f"/api/tables/{table}/seats/0/resign")
        assert shown["status"] == "playing"
        assert shown["seats"][0]["resigned"]
        assert (await ann.refused(f"/api/tables/{table}/seats/0/return"))["code"] == "forbidden"
        shown = await cid.change(f"/api/tables/{table}/seats/2/resign")
        assert shown["status"] == "ended"
        assert shown["outcome"]["reason"] == "resigned"
        assert shown["outcome"]["winners"] == [1]
        assert [result["rank"] for result in shown["outcome"]["results"]] == [3, 1, 2]
        assert shown["final"]["kind"] == "state"
        assert shown["deciding"] == []


@in_loop
async def test_a_rematch_is_one_table_for_all(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, cid = [await server.guest(name) for name in ("Ann", "Bea", "Cid")]
        table = await new_table(ann, ME, OPEN, clock={"kind": "move", "seconds": 60})
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await ann.post(f"/api/tables/{table}/start")
        assert (await bea.refused(f"/api/tables/{table}/rematch"))["code"] == "wrong-status"
        await ann.post(f"/api/tables/{table}/seats/0/resign")
        assert (await cid.refused(f"/api/tables/{table}/rematch"))["code"] == "forbidden"
        new = await bea.post(f"/api/tables/{table}/rematch")
        assert new["table"] != table
        assert [seat["name"] for seat in new["seats"]] == [None, "Bea"]
        assert new["clock"]["seconds"] == 60
        assert (await ann.get(f"/api/tables/{table}"))["rematch"] == new["table"]
        assert (await ann.post(f"/api/tables/{table}/rematch"))["table"] == new["table"]


@in_loop
async def test_chat_reactions_and_mute(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = f"/api/tables/{await new_table(ann, ME, RANDOM)}"
        await bea.post(f"{table}/chat", {"text": "<script>alert(1)</script>"})
        await ann.post(f"{table}/chat", {"reaction": "hello"})
        chat = (await ann.get(table))["chat"]
        assert [(line["name"], line["seat"], line["text"], line["reaction"]) for line in chat] == [
            ("Bea", None, "<script>alert(1)</script>", None),
            ("Ann", 0, None, "hello"),
        ]
        for body in (
            {},
            {"text": "x", "reaction": "hello"},
            {"text": "x" * 301},
            {"text": " \n"},
            {"text": "bell\x07"},
            {"reaction": "explode"},
        ):
            assert (await ann.refused(f"{table}/chat", body))["code"] == "malformed", body
        assert (await server.stranger().refused(f"{table}/chat", {"text": "x"}))[
            "code"
        ] == "unauthorised"
        mute = {"user": bea.user, "muted": True}
        assert (await bea.refused(f"{table}/mute", mute))["code"] == "forbidden"
        assert (await ann.change(f"{table}/mute", mute))["muted"] == [bea.user]
        assert (await bea.refused(f"{table}/chat", {"text": "hey"}))["code"] == "forbidden"
        assert (await ann.refused(f"{table}/mute", mute))["code"] == "wrong-status"
        await ann.post(f"{table}/mute", {**mute, "muted": False})
        await bea.post(f"{table}/chat", {"text": "hey"})


def in_memory(server: Serving) -> float | None:
    return server.services.metrics.registry.get_sample_value("fogline_tables")


@in_loop
async def test_tables_that_nobody_looks_at_leave_memory_and_come_back(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        before = await ann.get(f"/api/tables/{table}")
        time.turn(121_000)
        async with ann.watch(table) as watching:
            await watching.next("view")
            await server.services.tables.sweep()
            assert in_memory(server) == 1
        time.turn(121_000)
        await server.services.tables.sweep()
        assert in_memory(server) == 0
        after = await ann.get(f"/api/tables/{table}")
        assert {**after, "now": 0} == {**before, "now": 0}


@in_loop
async def test_running_tables_are_listed_if_their_owner_wants(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        wish = {"game": "san-francisco", "seats": [ME, RANDOM]}
        shown = (await ann.post("/api/tables", {**wish, "listed": True}))["table"]
        hidden = (await ann.post("/api/tables", wish))["table"]
        running = "/api/tables?running=true"
        assert (await ann.get(running))["tables"] == []
        for table in (shown, hidden):
            await ann.post(f"/api/tables/{table}/start")
        found = (await server.stranger().get(running))["tables"]
        assert [line["table"] for line in found] == [shown]


@in_loop
async def test_nobody_waits_while_the_board_of_a_new_table_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []

    def read(game: str, options: dict[str, bool | int | str]) -> GameDefinition:
        readers.append(threading.current_thread())
        return define(game, options)

    monkeypatch.setattr(server_tables, "define", read)
    async with serving(settings_for(tmp_path)) as server:
        await new_table(await server.guest("Ann"), ME, OPEN)
    assert readers
    assert threading.current_thread() not in readers


def test_no_request_waits_for_a_thread_to_find_out_who_sent_it(tmp_path: Path) -> None:
    def calls(dependant: Any) -> Iterator[Any]:
        for each in dependant.dependencies:
            yield each.call
            yield from calls(each)

    routes = create_app(settings_for(tmp_path)).routes
    found = {
        call for each in routes if isinstance(each, APIRoute) for call in calls(each.dependant)
    }
    assert found
    assert [call for call in found if not iscoroutinefunction(call)] == []
