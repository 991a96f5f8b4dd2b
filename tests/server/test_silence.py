"""Law 4 on the wire: what a seat may not know changes no byte that it is sent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fogline.server.features import SCHEMA
from fogline.server.features.people.identity import Identity
from fogline.server.features.people.users import Users
from fogline.server.live.people import User
from fogline.server.support.settings import ServerSettings
from fogline.store.transfer import opened
from fogline.table.entries import Logged
from tests.server.harness import (
    Client,
    HandTurned,
    Serving,
    Watching,
    in_loop,
    serving,
    settings_for,
)
from tests.server.twin_logs import OTHER, VIEWER, TwinLogs
from tests.soak import amount

TABLE = "twin-table"
USERS = ("u_ann", "u_bea")
MOVES = {"san-francisco": amount(30, 45), "old-west": amount(30, 120)}
"""In a game of San Francisco there are soon no moves left that both twins can make."""
HINTED = ["alcatraz/fort-mason#1", "albuquerque/durango"]
"""A route of each game."""
BEGUN = 8
"""Entries that are there when somebody begins to watch."""

Teller = Callable[[Path, list[Logged], str | None], Awaitable[list[bytes]]]


async def everything_sent(folder: Path, log: list[Logged], user: str | None) -> list[bytes]:
    """All that a server with that log sends somebody, by every way there is."""
    settings = settings_for(folder, timing=HandTurned())
    await enter(settings, log)
    async with serving(settings) as server:
        return [message async for message in _messages(await client_of(server, user))]


async def enter(settings: ServerSettings, log: list[Logged]) -> None:
    """Put the people and a table into a new database."""
    async with opened(settings.database, SCHEMA) as (database, store):
        for name in USERS:
            await Users(database).add(User(name, name), 1)
        await store.add(TABLE, log)


async def client_of(server: Serving, user: str | None) -> Client:
    client = server.stranger()
    if user is not None:
        secret = await server.services.of(Identity).open_session(user, "")
        client.http.cookies.set("fogline_session", secret)
    return client


async def sent_live(folder: Path, log: list[Logged], user: str | None) -> list[bytes]:
    """All that somebody is sent who watches while the rest of the log happens."""
    settings = settings_for(folder, timing=HandTurned())
    await enter(settings, log[:BEGUN])
    async with serving(settings) as server, AsyncExitStack() as stack:
        client = await client_of(server, user)
        sockets, sent = [], []
        for query in ("", "views=false", "changes=true"):
            socket = await stack.enter_async_context(client.watch(TABLE, query))
            # One after the other: whoever comes first is there in the view of the second.
            sent.append(str(await socket.socket.recv()).encode())
            sockets.append(socket)
        stream = await stack.enter_async_context(
            client.http.stream("GET", f"/api/tables/{TABLE}/stream?views=false")
        )
        lines = stream.aiter_lines()
        sent.append((await anext(lines)).encode())
        live = await server.services.tables.get(TABLE)
        for logged in log[BEGUN:]:
            assert await server.services.log.write(TABLE, [logged])
            live.on_notification(logged.version)
            sent += [(await _update(socket)) for socket in sockets]
            # Who is not to move, or not at all, is refused in the same words.
            await sockets[0].send(
                type="act", id=f"attempt-{logged.version}", version=0, seat=OTHER, action="draw"
            )
            sent.append(json.dumps(await sockets[0].next("refused")).encode())
            await sockets[2].send(type="hints", routes=HINTED, tickets=True)
            sent.append(json.dumps(await sockets[2].next("hints")).encode())
        while f'"version":{log[-1].version},' not in (line := await anext(lines)):
            sent.append(line.encode())
        return [*sent, line.encode()]


async def _update(watching: Watching) -> bytes:
    while True:
        message = str(await watching.socket.recv())
        if message.startswith('{"type":"update"'):
            return message.encode()


async def _messages(client: Client) -> AsyncIterator[bytes]:
    table = f"/api/tables/{TABLE}"
    for path in (table, f"{table}/entries", f"{table}/entries?since=5", f"{table}/log"):
        yield (await client.call("GET", path)).content
    version = (await client.get(table))["version"]
    for nth, action in enumerate(("draw", "take red", "keep a/b", "tickets", "claim a/b red*1")):
        for seat in (VIEWER, OTHER):
            # An old version: nothing of this may happen, and every refusal is compared.
            body = {"id": f"attempt-{nth}-{seat}", "version": 0, "seat": seat, "action": action}
            yield (await client.call("POST", f"{table}/actions", body)).content
    for query in ("", "since=0", f"since={version - 3}", "views=false"):
        async with client.watch(TABLE, query) as watching:
            yield str(await watching.socket.recv()).encode()
    async with client.http.stream("GET", f"{table}/stream") as response:
        yield (await anext(response.aiter_lines())).encode()


@pytest.mark.parametrize("seed", range(7, 7 + amount(1, 12)))
@pytest.mark.parametrize("tell", [everything_sent, sent_live])
@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
@in_loop
async def test_secrets_of_others_change_no_byte(
    tmp_path: Path, game: str, tell: Teller, seed: int
) -> None:
    twins = TwinLogs(game, seed, USERS, MOVES[game])
    assert twins.states[0] != twins.states[1]
    assert twins.logs[0] != twins.logs[1]

    async def sent(subscriber: str | None) -> list[list[bytes]]:
        folders = [tmp_path / f"{subscriber}-{nth}" for nth in range(2)]
        pairs = zip(folders, twins.logs, strict=True)
        return [await tell(folder, log, subscriber) for folder, log in pairs]

    for subscriber in (USERS[VIEWER], None):
        first, second = await sent(subscriber)
        assert first == second
        assert len(first) >= 19
        print(f"compared {sum(map(len, first)):,} bytes")  # noqa: T201 (figures, with -s)
    # The test would be worth nothing if the one who may know were told the same.
    first, second = await sent(USERS[OTHER])
    assert first != second
