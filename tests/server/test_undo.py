"""Undo over the wire: at once or by agreement, and never of what was revealed."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fogline import Chance
from fogline.bots import RandomBot
from fogline.server.live import bot_runner
from fogline.table.table_file import read_log
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    RANDOM,
    Body,
    Client,
    HandTurned,
    Serving,
    in_loop,
    new_table,
    play_on,
    replay_of,
    serving,
    settings_for,
)
from tests.server.test_two_servers import at_two_servers, two_servers


async def look(client: Client, table: str) -> Body:
    return await client.get(f"/api/tables/{table}")


async def keep(client: Client, table: str, seat: int, nth: int = 0) -> Body:
    """Choose first tickets: nothing is revealed before all have chosen."""
    return await play_on(client, table, seat, Chance("tickets"), nth)


async def with_two(server: Serving, *more: Body) -> tuple[Client, Client, str]:
    ann, bea = await server.guest("Ann"), await server.guest("Bea")
    table = await new_table(ann, ME, OPEN, *more)
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return ann, bea, table


def known(shown: Body) -> Body:
    """What a viewer knows of the game itself."""
    return {key: shown[key] for key in ("view", "legal", "deciding", "decision", "status")}


@in_loop
async def test_at_one_screen_a_decision_is_taken_back_at_once(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, watcher = await server.guest("Ann"), server.stranger()
        table = await new_table(ann, ME, {"kind": "me", "name": "Bea"})
        await ann.post(f"/api/tables/{table}/start")
        before, seen = await look(ann, table), await look(watcher, table)
        assert before["undo"] == {
            "move": None, "obstacle": "nothing", "needs": [], "request": None
        }  # fmt: skip
        done = await keep(ann, table, 0)
        undo = (await look(ann, table))["undo"]
        assert undo == {
            "move": done["version"], "obstacle": None, "needs": [], "request": None
        }  # fmt: skip
        assert (await look(watcher, table))["undo"]["obstacle"] is None
        async with watcher.watch(table) as watching:
            await watching.next("view")
            await ann.post(f"/api/tables/{table}/undo", {"move": done["version"]})
            news = await watching.next("update")
        assert news["entries"] == [
            {**news["entries"][0], "type": "undone", "seat": 0, "moves": 1},
        ]
        assert known(await look(ann, table)) == known(before)
        assert known(news["view"]) == known(await look(watcher, table)) == known(seen)
        # A request that is sent twice takes nothing else back.
        problem = await ann.refused(f"/api/tables/{table}/undo", {"move": done["version"]})
        assert problem["code"] == "wrong-status"


@in_loop
async def test_others_agree_decline_or_go_on(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await with_two(server)
        ask, answer = f"/api/tables/{table}/undo", f"/api/tables/{table}/undo/answer"
        before = await look(ann, table)
        move = (await keep(ann, table, 0))["version"]
        assert (await look(ann, table))["undo"]["needs"] == [1]
        assert (await bea.refused(ask, {"move": move}))["code"] == "wrong-status"

        # Withdrawn by whoever asked, who may then ask again.
        asked = (await ann.post(ask, {"move": move}))["version"]
        request = {"version": asked, "seat": 0, "waiting": [1]}
        for viewer in (ann, bea, server.stranger()):
            assert (await look(viewer, table))["undo"]["request"] == request
        assert (await ann.refused(ask, {"move": move}))["code"] == "wrong-status"
        yes, no = {"request": asked, "agree": True}, {"request": asked, "agree": False}
        assert (await ann.refused(answer, yes))["code"] == "forbidden"
        stranger = await server.guest("Cy")
        assert (await stranger.refused(answer, yes))["code"] == "forbidden"
        await ann.post(answer, no)
        assert (await look(bea, table))["undo"]["request"] is None
        assert (await bea.refused(answer, yes))["code"] == "stale"

        # Agreed.
        asked = (await ann.post(ask, {"move": move}))["version"]
        await bea.post(answer, {"request": asked, "agree": True})
        assert known(await look(ann, table)) == known(before)

        # Declined: once is enough.
        move = (await keep(ann, table, 0, 1))["version"]
        asked = (await ann.post(ask, {"move": move}))["version"]
        await bea.post(answer, {"request": asked, "agree": False})
        assert (await look(ann, table))["undo"]["obstacle"] == "declined"
        assert (await ann.refused(ask, {"move": move}))["code"] == "wrong-status"

        # The next decision shows what all have chosen: nothing is taken back any more.
        await keep(bea, table, 1, 2)
        assert (await look(ann, table))["undo"]["obstacle"] == "decided"
        assert (await look(bea, table))["undo"]["obstacle"] == "revealed"


@in_loop
async def test_a_request_lapses_with_the_next_decision_and_with_its_player(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await with_two(server)
        move = (await keep(ann, table, 0))["version"]
        asked = (await ann.post(f"/api/tables/{table}/undo", {"move": move}))["version"]
        await ann.post(f"/api/tables/{table}/seats/0/leave")
        assert (await look(bea, table))["undo"]["request"] is None
        assert (await look(ann, table))["undo"]["obstacle"] == "nothing"
        await ann.post(f"/api/tables/{table}/seats/0/return")
        asked = (await ann.post(f"/api/tables/{table}/undo", {"move": move}))["version"]
        await keep(bea, table, 1, 1)
        body = {"request": asked, "agree": True}
        problem = await bea.refused(f"/api/tables/{table}/undo/answer", body)
        assert problem["code"] == "stale"


@in_loop
async def test_bots_wait_while_people_agree_and_forget_what_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[RandomBot] = []

    def make(_: object, seed: str) -> RandomBot:
        made.append(RandomBot(Chance(seed)))
        return made[-1]

    monkeypatch.setattr(bot_runner, "make_bot", make)
    time = HandTurned()
    async with serving(settings_for(tmp_path, timing=time, bot_delay=1000)) as server:
        ann, bea, table = await with_two(server, RANDOM)
        move = (await keep(ann, table, 0))["version"]
        asked = (await ann.post(f"/api/tables/{table}/undo", {"move": move}))["version"]
        live = await server.services.tables.get(table)
        thinking = list(live.bots._thinking.values())
        assert len(thinking) == 1
        while not thinking[0].done():
            time.turn(1000)
            await look(ann, table)
        assert live.table.version == asked
        assert live.table.bots_to_move == []
        async with bea.watch(table) as watching:
            await watching.next("view")
            answer = {"request": asked, "agree": True}
            await bea.post(f"/api/tables/{table}/undo/answer", answer)
            news = await watching.next("update")
            assert [entry["type"] for entry in news["entries"]] == ["undo-agreed", "undone"]
            assert news["view"]["deciding"] == [0, 1, 2]
            while news["version"] < asked + 3:
                time.turn(1000)
                await watching.send(type="ping")
                message = await watching.next("update", "pong")
                news = message if message["type"] == "update" else news
        assert news["entries"][-1]["type"] == "moved"
        assert news["entries"][-1]["seat"] == 2
        assert len(made) == 2


@in_loop
async def test_what_the_stand_in_of_a_player_decided_is_not_taken_back(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, cy = [await server.guest(name) for name in ("Ann", "Bea", "Cy")]
        table = await new_table(ann, ME, OPEN, OPEN)
        await bea.post(f"/api/tables/{table}/seats/1/sit")
        await cy.post(f"/api/tables/{table}/seats/2/sit")
        await ann.post(f"/api/tables/{table}/start")
        move = (await keep(ann, table, 0))["version"]
        await bea.post(f"/api/tables/{table}/seats/1/leave")
        assert (await look(ann, table))["undo"]["move"] == move
        async with ann.watch(table) as watching:
            await watching.next("view")
            await ann.post(f"/api/tables/{table}/seats/1/bot", {"level": "random"})
            news = await watching.next("update")
            while news["view"]["deciding"] != [2]:
                news = await watching.next("update")
        assert news["view"]["undo"]["obstacle"] == "decided"
        problem = await ann.refused(f"/api/tables/{table}/undo", {"move": move})
        assert problem["code"] == "wrong-status"


@in_loop
async def test_a_decision_is_taken_back_across_two_servers(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        first, second = await two_servers(stack, tmp_path)
        ann, bea, table = await at_two_servers(first, second)
        before = await look(ann, table)
        move = (await keep(ann, table, 0))["version"]
        asked = (await ann.post(f"/api/tables/{table}/undo", {"move": move}))["version"]
        # The second server has heard of nothing yet.
        answer = {"request": asked, "agree": True}
        done = await bea.post(f"/api/tables/{table}/undo/answer", answer)
        assert (await look(bea, table))["deciding"] == [0, 1]
        async with ann.watch(table) as watching:
            await watching.next("view")
            first.services.tables.on_notification(table, done["version"] + 1)
            assert known((await watching.next("update"))["view"]) == known(before)


@in_loop
async def test_a_game_with_undos_can_be_replayed_and_verified(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, ME, {"kind": "me", "name": "Bea"})
        await ann.post(f"/api/tables/{table}/start")
        choose, undone = Chance("undo"), 0
        shown = await look(ann, table)
        for nth in range(400):
            if shown["status"] == "ended":
                break
            seat = shown["deciding"][0]
            shown = await ann.get(f"/api/tables/{table}?seat={seat}")
            claims = [it for it in shown["legal"] if it["action"]["type"] == "claim"]
            action = choose.take(claims or shown["legal"])["action"]
            body = {"id": f"action-{nth}", "version": shown["version"], "seat": seat}
            await ann.post(f"/api/tables/{table}/actions", {**body, "action": action})
            shown = await look(ann, table)
            undo = shown["undo"]
            if undo is not None and undo["move"] is not None and choose.below(3) == 0:
                await ann.post(f"/api/tables/{table}/undo", {"move": undo["move"]})
                undone += 1
                shown = await look(ann, table)
        assert shown["status"] == "ended"
        assert shown["undo"] is None
        assert undone > 3
        file = read_log((await ann.call("GET", f"/api/tables/{table}/log")).content)
        assert verify(file).state.ended is not None
        # Everything is as before at the version of an undo, and at none of them can one act.
        snapshots, entries = await replay_of(ann, table, "hands=true")
        taken = next(entry for entry in entries if entry["type"] == "undone")
        after = snapshots[taken["version"]]
        before = snapshots[taken["version"] - taken["moves"] - 1]
        assert after["view"] == before["view"]
        assert after["undo"] is None
