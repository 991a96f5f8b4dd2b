"""Actions: once for each id, in answer to a version, by whom the seat belongs to."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fogline import Chance
from tests.server.harness import (
    ME,
    OPEN,
    Body,
    Client,
    Serving,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)


async def started(server: Serving) -> tuple[Client, Client, str]:
    """Ann and Bea, and the path of their table, where the first tickets are to be chosen."""
    ann, bea = await server.guest("Ann"), await server.guest("Bea")
    table = await new_table(ann, ME, OPEN, options={"first": 0})
    await bea.post(f"/api/tables/{table}/seats/1/sit")
    await ann.post(f"/api/tables/{table}/start")
    return ann, bea, f"/api/tables/{table}"


async def answer(client: Client, table: str, seat: int, name: str) -> Body:
    """The first legal action of a seat, ready to be sent."""
    shown = await client.get(f"{table}?seat={seat}")
    action = shown["legal"][0]["action"] if shown["legal"] else "draw"
    return {"id": name, "version": shown["version"], "seat": seat, "action": action}


@in_loop
async def test_an_action_sent_twice_happens_once_and_gets_the_same_answer(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await started(server)
        act = await answer(ann, table, 0, "only-once")
        answers = await asyncio.gather(*[ann.post(f"{table}/actions", act) for _ in range(5)])
        assert all(one == answers[0] for one in answers)
        assert answers[0]["version"] == act["version"] + 1
        assert (await ann.get(table))["version"] == answers[0]["version"]
        # The id is the sender's own: the same word of another is another action.
        other = await bea.post(f"{table}/actions", await answer(bea, table, 1, "only-once"))
        assert other["version"] == answers[0]["version"] + 1
        assert await ann.post(f"{table}/actions", act) == answers[0]


@in_loop
async def test_a_stale_action_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await started(server)
        old = await answer(ann, table, 0, "first-one")
        await ann.post(f"{table}/actions", old)
        await bea.post(f"{table}/actions", await answer(bea, table, 1, "second-one"))
        (seat,) = (await ann.get(table))["deciding"]
        player, other = (ann, bea) if seat == 0 else (bea, ann)
        turn = await answer(player, table, seat, "third-one")
        problem = await player.refused(f"{table}/actions", {**turn, "version": old["version"]})
        assert problem["code"] == "stale"
        assert problem["version"] == turn["version"]
        future = {**turn, "version": turn["version"] + 1}
        assert (await player.refused(f"{table}/actions", future))["code"] == "stale"
        assert (await ann.get(table))["version"] == turn["version"]
        # Talk does not make an action stale.
        await other.post(f"{table}/chat", {"text": "hurry"})
        await player.post(f"{table}/actions", turn)


@in_loop
async def test_seats_that_choose_at_the_same_time_do_not_make_each_other_stale(
    tmp_path: Path,
) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await started(server)
        mine, theirs = (
            await answer(ann, table, 0, "mine-first"),
            await answer(bea, table, 1, "them"),
        )
        theirs["id"] = "theirs-second"
        assert mine["version"] == theirs["version"]
        await ann.post(f"{table}/actions", mine)
        await bea.post(f"{table}/actions", theirs)


@in_loop
async def test_wrong_seats_wrong_actions_and_wrong_people_are_refused(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await started(server)
        act = await answer(ann, table, 0, "some-action")
        wrong: list[tuple[Client, Body, str]] = [
            (bea, {}, "forbidden"),
            (server.stranger(), {}, "unauthorised"),
            (ann, {"seat": 1}, "forbidden"),
            (ann, {"seat": 9}, "not-found"),
            (ann, {"action": "draw"}, "refused"),
            (ann, {"action": "fly away"}, "malformed"),
            (ann, {"action": {"type": "claim", "route": "a/b"}}, "malformed"),
            (ann, {"action": {"type": "keep", "tickets": ["no/such"]}}, "refused"),
            (ann, {"action": 7}, "malformed"),
            (ann, {"id": "short"}, "malformed"),
            (ann, {"version": -1}, "malformed"),
            (ann, {"more": 1}, "malformed"),
        ]
        for who, change, code in wrong:
            problem = await who.refused(f"{table}/actions", {**act, **change})
            assert problem["code"] == code, (change, problem)
        problem = await ann.refused(f"{table}/actions", {**act, "action": "draw"})
        assert problem["refusal"] == "not-now"
        await ann.post(f"{table}/actions", act)
        waiting = await ann.refused(f"{table}/actions", await answer(ann, table, 0, "too-early"))
        assert waiting["refusal"] == "not-deciding"


@in_loop
async def test_entries_are_told_page_by_page_and_redacted(tmp_path: Path) -> None:
    async with serving(settings_for(tmp_path)) as server:
        ann, bea, table = await started(server)
        for nth in range(2):
            await play_on([ann, bea][nth], table.rpartition("/")[2], nth, Chance(nth), nth + 10)
        told = await ann.get(f"{table}/entries")
        assert [entry["version"] for entry in told["entries"]] == list(range(told["version"] + 1))
        assert [entry["type"] for entry in told["entries"]] == [
            "created", "seated", "seated", "dealt", "moved", "moved",
        ]  # fmt: skip
        dealt = told["entries"][3]["events"]
        offered = {event["seat"]: event["tickets"] for event in dealt if event["type"] == "offered"}
        assert all(offered[0])
        assert not any(offered[1])
        spectator = await server.stranger().get(f"{table}/entries?since=2")
        assert not any(
            face
            for event in spectator["entries"][0]["events"]
            if event["type"] == "offered"
            for face in event["tickets"]
        )
        assert (await bea.refused(f"{table}/entries?seat=0", method="GET"))["code"] == "forbidden"
        assert (await ann.refused(f"{table}/log", method="GET"))["code"] == "not-ended"
        secret = server.services.tables._live[table.rpartition("/")[2]].table.created.secret
        for client in (ann, bea, server.stranger()):
            for path in (table, f"{table}/entries"):
                assert secret not in (await client.call("GET", path)).text
