"""Changes instead of whole tables: whoever applies them has what the server would show."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import TypeAdapter

from fogline import Chance
from fogline.server.live.subscribers import Subscriber
from fogline.server.web.direct_socket import text_frame
from fogline.server.wire.message_models import server_message_type
from fogline.server.wire.record_models import snapshot_type
from fogline.table.viewers import Viewer
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    Watching,
    applied,
    in_loop,
    new_table,
    play_on,
    replay_of,
    serving,
    settings_for,
)


class Follower:
    """Keeps a table up to date by changes."""

    def __init__(self, watching: Watching) -> None:
        self.watching = watching
        self.shown: Body = {}
        self.wholes = 0

    async def receive(self) -> Body:
        message = await self.watching.next("view", "update")
        if message["type"] == "view":
            self.shown = message
        else:
            assert TypeAdapter(server_message_type()).validate_python(message) is not None
            self.wholes += message["view"] is not None
            self.shown = applied(self.shown, message)
        return self.shown

    async def is_at(self, version: int) -> None:
        while self.shown.get("version", -1) < version:
            await self.receive()


def without_time(snapshot: Body) -> Body:
    # Presence is told by messages of its own.
    return {key: value for key, value in snapshot.items() if key not in ("now", "seats")}


@in_loop
async def test_who_applies_changes_has_the_servers_snapshot(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN, game="old-west")
        path = f"/api/tables/{table}"
        nobody = server.stranger()
        people: list[tuple[Client, str]] = [(ann, "seat=0"), (bea, ""), (nobody, "")]
        async with (
            ann.watch(table, "changes=true&seat=0") as first,
            bea.watch(table, "changes=true") as second,
            nobody.watch(table, "changes=true") as third,
        ):
            followers = [Follower(watching) for watching in (first, second, third)]

            async def compare() -> None:
                version = (await nobody.get(path))["version"]
                for follower, (client, query) in zip(followers, people, strict=True):
                    await follower.is_at(version)
                    shown = await client.get(f"{path}?{query}")
                    assert without_time(follower.shown) == without_time(shown)
                    assert set(follower.shown) == set(snapshot_type().model_fields)

            await compare()
            await bea.post(f"{path}/seats/1/sit")
            await ann.post(f"{path}/start")
            await compare()
            # The deal, and for Bea her seat: everything else is told by changes.
            before = [follower.wholes for follower in followers]
            assert before == [1, 2, 1]
            chance = Chance("changes")
            for nth in range(40):
                seat = (await nobody.get(path))["deciding"][0]
                await play_on((ann, bea)[seat], table, seat, chance, nth)
                if nth % 10 == 0:
                    await nobody.refused(f"{path}/chat", {"text": "hi"})
                    await ann.post(f"{path}/chat", {"text": f"line {nth}"})
                await compare()
            await bea.post(f"{path}/seats/1/resign")
            await compare()
            assert followers[2].shown["final"] is not None
            assert [follower.wholes for follower in followers] == before


@in_loop
async def test_the_whole_table_can_be_asked_for(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})  # no bot moves on meanwhile
        await ann.post(f"/api/tables/{table}/start")
        async with ann.watch(table, "changes=true&seat=0") as watching:
            await watching.next("view")
            await watching.send(type="snapshot")
            shown = await watching.next("view")
            assert shown["view"] == (await ann.get(f"/api/tables/{table}?seat=0"))["view"]


@in_loop
async def test_after_a_lost_line_the_first_update_is_whole(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        async with ann.watch(table, "changes=true&since=1&seat=0") as watching:
            update = await watching.next("update")
            assert [entry["version"] for entry in update["entries"]] == [2, 3]
            assert update["view"]["version"] == 3
            await play_on(ann, table, 0, Chance("on"), 0)
            following = await watching.next("update")
            assert following["since"] == 3
            shown = await ann.get(f"/api/tables/{table}?seat=0")
            assert without_time(applied(update["view"], following)) == without_time(shown)


@in_loop
async def test_who_comes_and_goes_is_no_change_of_the_table(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        async with ann.watch(table, "changes=true") as watching:
            first = await watching.next("view")
            assert first["presence"] == {"connected": [0], "away": []}
            for coming in (False, True):
                async with bea.watch(table, "changes=true") if coming else nullcontext():
                    await ann.post(f"/api/tables/{table}/chat", {"text": "hi"})
                    update = await watching.next("update")
                    assert not {"seats", "presence"} & update["changes"].keys()
                    shown = (await ann.get(f"/api/tables/{table}"))["presence"]
                    assert shown == {"connected": [0, 1] if coming else [0], "away": []}


class Sink:
    """Takes frames, or no more of them."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.is_full = False

    def push(self, frame: bytes) -> bool:
        if not self.is_full:
            self.frames.append(frame)
        return not self.is_full


@in_loop
async def test_all_who_see_the_same_get_the_same_frame(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        live = await server.services.tables.get(table)
        # Some have signed in and some have not: of what changes they see the same.
        sinks = []
        for user in (None, None, "u_cid", "u_dee"):
            sink = Sink()
            subscriber = Subscriber(Viewer(user, None), 4, views=True, changes=True, wire=sink)
            await live.attach(subscriber, None)
            sinks.append(sink)
        await play_on(ann, table, 0, Chance("frames"), 0)
        assert all(sink.frames[-1] is sinks[0].frames[-1] for sink in sinks)
        assert b'"since":3' in sinks[0].frames[-1]


@in_loop
async def test_who_does_not_read_is_dropped(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        live = await server.services.tables.get(table)
        sink = Sink()
        stuck = Subscriber(Viewer(None, None), 4, views=True, wire=sink)
        await live.attach(stuck, None)
        sink.is_full = True
        await play_on(ann, table, 0, Chance("stuck"), 0)
        assert stuck.too_slow
        assert await stuck.next() is None
        sample = server.services.metrics.registry.get_sample_value
        assert sample("fogline_slow_subscribers_total") == 1


def test_frames_of_all_sizes() -> None:
    for size, header in (
        (5, b"\x81\x05"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ):
        assert text_frame(b"x" * size) == header + b"x" * size


@in_loop
async def test_a_table_with_much_talk_is_sent_whole_through_the_wire(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, OPEN)
        live = await server.services.tables.get(table)
        lines = [f"{number} {'ü' * 280}" for number in range(205)]
        for text in lines:
            await ann.post(f"/api/tables/{table}/chat", {"text": text})
        assert len(live.table.chat) == 200
        async with ann.watch(table, "changes=true") as watching:
            shown = await watching.next("view")
            assert [line["text"] for line in shown["chat"]] == lines[5:]
            await ann.post(f"/api/tables/{table}/chat", {"text": "more"})
            update = await watching.next("update")
            assert [line["text"] for line in update["changes"]["chat"]] == ["more"]


@in_loop
async def test_hints_come_by_the_socket_for_the_seat_one_looks_from(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        table = await new_table(ann, ME, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        async with ann.watch(table, "seat=0") as watching, bea.watch(table) as other:
            await watching.send(type="hints", routes=[])
            refused: dict[str, Any] = await watching.next("refused")
            assert refused["problem"]["code"] == "wrong-status"
            await ann.post(f"/api/tables/{table}/start")
            every = await ann.get(f"/api/tables/{table}/hints?seat=0")
            route = every["routes"][3]
            await watching.send(type="hints", routes=[route["route"], "no/route"], tickets=True)
            hints = await watching.next("hints")
            assert (hints["seat"], hints["version"]) == (0, every["version"])
            assert (hints["routes"], hints["tickets"]) == ([route], every["tickets"])
            wanted = quote(route["route"])
            one = await ann.get(f"/api/tables/{table}/hints?seat=0&route={wanted}")
            assert (one["routes"], one["tickets"]) == ([route], every["tickets"])
            await other.send(type="hints", routes=[route["route"]])
            theirs = await other.next("hints")
            assert (theirs["seat"], theirs["tickets"]) == (1, None)
            await watching.send(type="look", seat=None)
            await watching.send(type="hints", routes=[route["route"]], tickets=True)
            nothing = await watching.next("hints")
            assert (nothing["seat"], nothing["routes"], nothing["tickets"]) == (None, [], [])


@in_loop
async def test_the_past_is_read_once_and_goes_on(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {**ME, "name": "Bob"})
        await ann.post(f"/api/tables/{table}/start")
        path = f"/api/tables/{table}"
        for nth in range(40):
            seat = (await ann.get(path))["deciding"][0]
            await play_on(ann, table, seat, Chance(f"past {nth}"), nth)
        await ann.post(f"{path}/seats/0/resign")
        live = await server.services.tables.get(table)
        first = (await ann.get(f"{path}/entries"))["entries"]
        past = await live.past.of(live.table)
        shown, entries = await replay_of(ann, table)
        assert [each["version"] for each in shown] == [*range(len(first))]
        assert [each["version"] for each in entries] == [*range(1, len(first))]
        assert await live.past.of(live.table) is past
        await ann.post(f"{path}/chat", {"text": "well played"})
        assert (await ann.get(f"{path}/entries"))["entries"] == [
            *first,
            *(await ann.get(f"{path}/entries?since={len(first) - 1}"))["entries"],
        ]
        assert (await ann.get(f"{path}/log"))["entries"][-1]["text"] == "well played"
