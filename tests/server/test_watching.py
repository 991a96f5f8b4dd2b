"""Watching in real time: updates, reconnecting, slow and rude clients, spectators."""

from __future__ import annotations

import json
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from fogline import Chance, View, fold, from_json
from fogline.core.codec import decode
from fogline.core.messages import Event
from fogline.server.live.presence import AWAY_AFTER
from fogline.server.live.subscribers import Subscriber
from fogline.table.viewers import Viewer
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Body,
    Client,
    HandTurned,
    Serving,
    Watching,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)


async def table_of_two(server: Serving) -> tuple[Client, Client, str]:
    ann, bea = await server.guest("Ann"), await server.guest("Bea")
    table = await new_table(ann, ME, OPEN)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return ann, bea, table


async def play_some(clients: tuple[Client, Client], table: str, moves: int) -> None:
    choose = Chance("some moves")
    for nth in range(moves):
        shown = await clients[0].get(f"/api/tables/{table}")
        seat = shown["deciding"][0]
        await play_on(clients[seat], table, seat, choose, 1000 + shown["version"] * 10 + nth % 10)


async def closed_with(watching: Watching) -> int | None:
    """Read until the server closes, and return its reason."""
    try:
        while True:
            await watching.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@in_loop
async def test_a_client_that_folds_what_it_is_told_has_the_servers_view(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await table_of_two(server)
        for client, seat in ((ann, 0), (bea, 1), (server.stranger(), None)):
            query = "views=false" if seat is None else f"views=false&seat={seat}"
            async with client.watch(table, query) as watching:
                first = await watching.next("view")
                view = from_json(json.dumps(first["view"]), View)
                await play_some((ann, bea), table, 6)
                version = first["version"]
                for _ in range(6):
                    update = await watching.next("update")
                    assert update["view"] is None
                    version += 1
                    assert update["version"] == update["entries"][0]["version"] == version
                    for event in update["entries"][0]["events"]:
                        event.pop("text")  # the sentence is not part of the event
                        view = fold(view, [decode(Event, event)])
                now = await client.get(f"/api/tables/{table}")
                assert view == from_json(json.dumps(now["view"]), View)


@in_loop
async def test_a_reconnect_goes_on_where_it_was(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await table_of_two(server)
        async with ann.watch(table) as watching:
            seen = (await watching.next("view"))["version"]
        await play_some((ann, bea), table, 4)
        async with ann.watch(table, f"since={seen}") as watching:
            update = await watching.next()
            assert update["type"] == "update"
            versions = [entry["version"] for entry in update["entries"]]
            assert versions == [seen + 1, seen + 2, seen + 3, seen + 4]
            assert update["view"]["version"] == seen + 4
            entries = await ann.get(f"/api/tables/{table}/entries?since={seen}")
            assert entries["entries"] == update["entries"]
        async with ann.watch(table, f"since={seen + 99}") as watching:
            assert (await watching.next())["type"] == "view"


@in_loop
async def test_who_gave_its_seat_up_no_longer_looks_through_it(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, cid = [await server.guest(name) for name in ("Ann", "Bea", "Cid")]
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        async with bea.watch(table, "seat=1") as watching, cid.watch(table) as newcomer:
            assert (await watching.next("view"))["you"]["seat"] == 1
            assert (await newcomer.next("view"))["you"]["seat"] is None
            await bea.post(f"/api/tables/{table}/seats/1/leave")
            await cid.post(f"/api/tables/{table}/seats/1/sit")
            await ann.post(f"/api/tables/{table}/start")
            updates = [(await watching.next("update"))["view"] for _ in range(3)]
            assert [shown["you"]["seat"] for shown in updates] == [None, None, None]
            assert not any(updates[-1]["view"]["players"][1]["offered"])
            updates = [(await newcomer.next("update"))["view"] for _ in range(3)]
            assert [shown["you"]["seat"] for shown in updates] == [None, 1, 1]
            assert all(updates[-1]["view"]["players"][1]["offered"])


@in_loop
async def test_others_are_told_who_is_connected(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await table_of_two(server)
        async with ann.watch(table) as watching:
            assert (await watching.next("presence"))["connected"] == [0]
            async with bea.watch(table):
                assert (await watching.next("presence"))["connected"] == [0, 1]
            assert (await watching.next("presence"))["connected"] == [0]


@in_loop
async def test_others_learn_at_once_that_a_player_is_away_and_came_back(tmp_path: Path) -> None:
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time)) as server:
        ann, bea, table = await table_of_two(server)
        async with ann.watch(table) as watching:
            async with bea.watch(table):
                while (await watching.next("presence"))["connected"] != [0, 1]:
                    pass
            left = await watching.next("presence")
            assert (left["connected"], left["away"]) == ([0], [])
            time.turn(AWAY_AFTER - 1)
            await bea.post(f"/api/tables/{table}/chat", {"reaction": "hello"})
            time.turn(AWAY_AFTER - 1)
            time.turn(1)
            away = await watching.next("presence")
            assert (away["connected"], away["away"]) == ([0], [1])
            # A request is enough to be here again.
            await bea.get(f"/api/tables/{table}")
            back = await watching.next("presence")
            assert (back["connected"], back["away"]) == ([0], [])


@in_loop
async def test_who_sits_down_while_connected_is_connected_at_once(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        async with ann.watch(table) as watching, bea.watch(table) as theirs:
            await theirs.next("view")
            await bea.post(f"/api/tables/{table}/seats/1/sit")
            while (await watching.next("presence"))["connected"] != [0, 1]:
                pass
            assert (await theirs.next("presence"))["connected"] == [0, 1]


@in_loop
async def test_whoever_comes_is_there_in_its_first_view_and_strangers_tell_nobody(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await table_of_two(server)
        async with ann.watch(table) as watching:
            first = await watching.next()
            assert first["presence"] == {"connected": [0], "away": []}
            assert (await watching.next())["type"] == "presence"
            for stranger in (server.stranger(), await server.guest("Cid")):
                async with stranger.watch(table) as theirs:
                    assert (await theirs.next())["type"] == "view"
            async with bea.watch(table, "since=0&views=false") as theirs:
                assert (await theirs.next())["type"] == "update"
                assert (await theirs.next())["connected"] == [0, 1]
            # Of all who came and went Ann hears only of Bea.
            assert [(await watching.next())["connected"] for _ in range(2)] == [[0, 1], [0]]


@in_loop
async def test_a_viewer_that_takes_nothing_is_dropped_and_hurts_nobody(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, queue=4)) as server:
        ann, bea, table = await table_of_two(server)
        live = await server.services.tables.get(table)
        stuck = Subscriber(Viewer(None, None), 4, views=True)
        await live.attach(stuck, None)
        async with ann.watch(table) as watching:
            await watching.next("view")
            for _ in range(6):
                await play_some((ann, bea), table, 1)
                await watching.next("update")
        assert stuck.too_slow
        assert await stuck.next() is None
        sample = server.services.metrics.registry.get_sample_value
        assert sample("fogline_slow_subscribers_total") == 1


@in_loop
async def test_rude_clients_are_closed_with_a_reason(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path, limits=True)) as server:
        ann, _, table = await table_of_two(server)
        rude: list[tuple[str | bytes, int]] = [
            ("not json", 4400),
            ('{"type":"fly"}', 4400),
            ('{"type":"ping","more":1}', 4400),
            ("[" * 10_000, 4400),
            (b"\x00\x01", 4400),
            ("x" * 70_000, 1009),
        ]
        for message, code in rude:
            async with ann.watch(table) as watching:
                await watching.socket.send(message)
                assert await closed_with(watching) == code, message[:20]
        async with ann.watch(table) as watching:
            for _ in range(60):
                await watching.send(type="ping")
            assert await closed_with(watching) == 4429
        for path, query, reason in (
            ("unknown", "", "This table does not exist."),
            (table, "seat=1", "This seat is not yours."),
        ):
            async with ann.watch(path, query) as watching:
                assert await closed_with(watching) == 4404
                assert watching.socket.close_reason == reason
        assert (await ann.get(f"/api/tables/{table}"))["version"] == 3


@in_loop
async def test_what_is_refused_over_the_socket_is_answered_there(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, _, table = await table_of_two(server)
        act: Body = {"type": "act", "id": "an-action", "version": 3, "seat": 0, "action": "draw"}
        async with ann.watch(table) as watching, server.stranger().watch(table) as stranger:
            await watching.send(**act)
            refused = await watching.next("refused")
            assert refused["id"] == "an-action"
            assert refused["problem"]["refusal"] == "not-now"
            await watching.send(**{**act, "seat": 1})
            assert (await watching.next("refused"))["problem"]["code"] == "forbidden"
            await stranger.send(**act)
            assert (await stranger.next("refused"))["problem"]["code"] == "unauthorised"
            await watching.send(type="look", seat=1)
            assert (await watching.next("refused"))["problem"]["code"] == "forbidden"
            await watching.send(type="ping")
            assert (await watching.next("pong"))["now"] > 0
            await watching.send(type="chat", text="hello")
            said = await stranger.next("update")
            assert said["entries"][0]["text"] == "hello"


@in_loop
async def test_a_spectator_sees_everything_once_the_game_has_ended(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, RANDOM, RANDOM)
        spectator = server.stranger()
        async with spectator.watch(table) as watching:
            await watching.next("view")
            await ann.post(f"/api/tables/{table}/start")
            shown = (await watching.next("update"))["view"]
            assert shown["you"] == {"user": None, "seats": [], "seat": None, "owner": False}
            while shown["status"] != "ended":
                assert shown["final"] is None
                assert shown["fair"]["secret"] is None
                shown = (await watching.next("update"))["view"]
        assert shown["fair"]["secret"]
        final = shown["final"]
        assert not any("hidden" in player["hand"] for player in final["players"])
        entries = (await spectator.get(f"/api/tables/{table}/entries"))["entries"]
        drawn = [
            event["card"]
            for entry in entries
            for event in entry.get("events", ())
            if event["type"] == "drew"
        ]
        assert drawn
        assert all(drawn)


@in_loop
async def test_a_clean_stop_sends_viewers_away_with_a_reason(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, _, table = await table_of_two(server)
        async with ann.watch(table) as watching:
            await watching.next("view")
            server.services.disconnect_all()
            assert await closed_with(watching) == 1001


@in_loop
async def test_streams_of_lines_say_the_same(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await table_of_two(server)
        async with ann.http.stream("GET", f"/api/tables/{table}/stream?seat=0") as response:
            assert response.headers["content-type"].startswith("application/x-ndjson")
            lines = response.aiter_lines()
            first = json.loads(await anext(lines))
            assert (first["type"], first["you"]["seat"]) == ("view", 0)
            await play_some((ann, bea), table, 1)
            async for line in lines:
                if line and json.loads(line)["type"] == "update":
                    break
            assert json.loads(line)["view"]["version"] == first["version"] + 1


@in_loop
async def test_messages_that_arrive_together_are_answered_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        async with ann.watch(table) as watching:
            view = await watching.next("view")
            legal = view["legal"][0]["action"]
            act = {"type": "act", "version": view["version"], "seat": 0, "action": legal}
            # None of these waits for the answer to the one before.
            await watching.send(type="ping")
            await watching.send(**act, id="action-1")
            await watching.send(type="hints", routes=[], tickets=True)
            await watching.send(**act, id="action-1")
            await watching.send(type="ping")
            kinds = ("pong", "done", "hints", "refused")
            answers = [(await watching.next(*kinds))["type"] for _ in range(5)]
            assert answers == ["pong", "done", "hints", "done", "pong"]
