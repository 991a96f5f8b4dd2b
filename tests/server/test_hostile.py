"""Hostile messages while a game goes on: no crash, no leak, no half-done move."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from fogline import Chance
from fogline.table.entries import Dealt, Moved
from fogline.table.table_file import TableFile
from fogline.table.table_state import TableState
from fogline.table.verification import verify
from tests.server.harness import (
    ME,
    OPEN,
    Client,
    Serving,
    Watching,
    in_loop,
    new_table,
    play_on,
    serving,
    settings_for,
)
from tests.server.hostile import NOT_UTF8, Hostile
from tests.soak import amount

REFUSED, SPOILED, POSTED = amount(1_600, 8_600), amount(200, 600), amount(200, 800)
AT_ONCE = 50
MOVES = 12


async def table_of_two(server: Serving) -> tuple[list[Client], str]:
    players = [await server.guest(name) for name in ("Ann", "Bea")]
    table = await new_table(players[0], ME, OPEN)
    await players[1].post(f"/api/tables/{table}/seats/1/sit")
    await players[0].post(f"/api/tables/{table}/start")
    return players, table


async def play(players: list[Client], table: str, moves: int | None) -> list[str]:
    """Let the players make so many moves, or all there are; return the ids of their actions."""
    ids: list[str] = []
    while moves is None or len(ids) < moves:
        shown = await players[0].get(f"/api/tables/{table}")
        if shown["status"] == "ended":
            break
        seat = shown["deciding"][0]
        nth = shown["version"]
        await play_on(players[seat], table, seat, Chance(f"{table} {nth}"), nth)
        ids.append(f"action-{nth}")
    return ids


async def versions_sent(watching: Watching, count: int) -> list[int]:
    """Take what is sent; return the versions of the first updates."""
    return [(await watching.next("update"))["version"] for _ in range(count)]


async def send_refused(client: Client, table: str, hostile: Hostile, count: int) -> list[str]:
    """Send well-formed messages, each of which must be refused; return all answers."""
    answers: list[str] = []
    async with client.watch(table, "views=false") as watching:
        await watching.next("view")
        for _ in range(count // AT_ONCE):
            for _ in range(AT_ONCE):
                await watching.socket.send(hostile.message())
            for _ in range(AT_ONCE):
                refused = await watching.next("refused", "done")
                assert refused["type"] == "refused"
                answers.append(str(refused))
    return answers


async def send_spoiled(client: Client, table: str, hostile: Hostile, count: int) -> list[str]:
    """Send frames until the server hangs up, and connect again; return all answers."""
    answers: list[str] = []
    closed: Counter[int] = Counter()
    sent = 0
    while sent < count:
        async with client.watch(table, "views=false") as watching:
            try:
                while sent < count:
                    sent += 1
                    frame = hostile.spoiled()
                    await watching.socket.send(frame, text=frame == NOT_UTF8 or None)
                    # Whoever sends much must take the answers, too.
                    answers.append(str(await watching.socket.recv()))
            except ConnectionClosed as end:
                closed[end.rcvd.code if end.rcvd else 0] += 1
    assert closed.keys() == {1007, 1009, 4400}, closed
    return answers


async def post(client: Client, path: str, hostile: Hostile, count: int) -> list[str]:
    """Post bodies, none of which may do anything."""
    answers = []
    for _ in range(count):
        headers = {"content-type": "application/json"}
        response = await client.http.post(path, content=hostile.body(), headers=headers)
        assert 400 <= response.status_code < 500, response.text
        assert set(response.json()) == {"code", "message", "refusal", "version"}
        answers.append(response.text)
    return answers


@in_loop
async def test_hostile_messages_do_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with AsyncExitStack() as stack:
        logs = stack.enter_context(capture_logs())
        server = await stack.enter_async_context(serving(settings_for(tmp_path)))
        players, table = await table_of_two(server)
        ids = await play(players, table, MOVES)
        live = await server.services.tables.get(table)
        version = live.table.version
        # Somebody who plays at another table, and somebody without a session.
        mallory = await server.guest("Mallory")
        own = await new_table(mallory, ME, {"kind": "bot", "level": "random"})
        await mallory.post(f"/api/tables/{own}/start")
        attackers = [mallory, server.stranger()]
        watcher = await stack.enter_async_context(players[0].watch(table, "views=false"))
        await watcher.next("view")
        path = f"/api/tables/{table}/actions"
        attacks = [
            *(
                send_refused(who, table, Hostile(f"refused {nth}", version, ids), REFUSED // 2)
                for nth, who in enumerate(attackers)
            ),
            *(
                send_spoiled(who, table, Hostile(f"spoiled {nth}", version, ids), SPOILED // 2)
                for nth, who in enumerate(attackers)
            ),
            *(
                post(who, path, Hostile(f"posted {nth}", version, ids), POSTED // 2)
                for nth, who in enumerate(attackers)
            ),
        ]
        watched = asyncio.create_task(versions_sent(watcher, MOVES))
        *answered, meanwhile = await asyncio.gather(*attacks, play(players, table, MOVES))
        answers = sum(len(answers) for answers in answered)
        assert answers >= REFUSED + POSTED
        print(f"{answers:,} hostile messages answered")  # noqa: T201 (figures, with -s)
        # Nothing but the players' own moves has happened, and who watches heard of each.
        assert live.table.version == version + len(meanwhile)
        assert await watched == [version + 1 + nth for nth in range(len(meanwhile))]
        _check_nothing_leaked(live.table, "".join(map("".join, answered)))
        log = await server.services.log.read(table)
        assert TableState.of(table, log).state == live.table.state
        # What the players sent before is still remembered, and the game goes on to its end.
        again = {"id": ids[0], "version": 0, "seat": 0, "action": "draw"}
        seat = next(item.entry.seat for item in log if isinstance(item.entry, Moved))
        done = await players[seat].post(path, {**again, "seat": seat})
        assert done["entry"]["type"] == "moved"
        await play(players, table, None)
        verify(TableFile(table, tuple(await server.services.log.read(table))))
    assert not [log for log in logs if log["log_level"] not in ("info", "debug")]
    # Uvicorn tells of each frame that is no text, and closes its connection.
    assert {record.message for record in caplog.records} == {
        "Invalid UTF-8 sequence received from client."
    }


def _check_nothing_leaked(table: TableState, answers: str) -> None:
    assert table.created.secret not in answers
    assert table.deal.seed not in answers
    assert table.state is not None
    for player in table.state.players:
        for ticket in player.tickets:
            assert str(ticket) not in answers
    # Events are told to who watches, but no answer to a refused message holds one.
    assert Dealt.type not in answers
