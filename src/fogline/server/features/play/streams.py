"""Tables in real time over HTTP, as JSON lines, for bots."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, suppress

from fastapi.responses import StreamingResponse

from fogline.server.live.live_table import LiveTable
from fogline.server.live.subscribers import Subscriber
from fogline.server.services import Services
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import NEWS_COST, WORK, TooMany
from fogline.server.web.requests import (
    JSON_LINES,
    Address,
    Caller,
    TheCaller,
    TheServices,
    TheTable,
    TheWatch,
    UserId,
    load,
    viewer_of,
)
from fogline.table.problems import Problem

_ALIVE = 10.0
"""Seconds after which an empty line keeps the stream alive."""
_LOOK = 1.0
"""Seconds between two checks for news of an account."""
_TABLES_FOR_ONE = 10
"""How many tables can be looked at in a millisecond."""

router = ChargedRouter(
    prefix="/api",
    tags=["streams"],
    responses={
        200: {"content": {JSON_LINES: {}}, "description": "One message per line, without end."},
    },
    default_response_class=StreamingResponse,
)


@router.get("/tables/{table}/stream")
@costs(5)
async def stream_table(
    live: TheTable, caller: TheCaller, address: Address, services: TheServices, watch: TheWatch
) -> StreamingResponse:
    """Subscribe to a table."""
    services.limiter.expect_room(address, caller.user)
    viewer = viewer_of(live, caller.user, watch.query)
    subscriber = Subscriber(
        viewer, services.settings.queue, views=watch.views, changes=watch.changes
    )
    messages = _messages(live, subscriber, watch.since)
    held = _held(messages, services, address, caller, subscriber.end)
    return StreamingResponse(held, media_type=JSON_LINES)


@router.get("/stream")
@costs(5)
async def stream_account(
    user: UserId, caller: TheCaller, address: Address, services: TheServices
) -> StreamingResponse:
    """Subscribe to the invitations and the starting games of an account."""
    services.limiter.expect_room(address, user)
    ended = asyncio.Event()
    news = _concerns(services, user, address, ended)
    held = _held(news, services, address, caller, ended.set)
    return StreamingResponse(held, media_type=JSON_LINES)


async def _held(
    lines: AsyncGenerator[str, None],
    services: Services,
    address: str,
    caller: Caller,
    close: Callable[[], None],
) -> AsyncIterator[str]:
    """Count a stream among the connections of its client, and end it with its session."""
    with (
        services.limiter.hold(address, caller.user),
        services.connections.hold(caller.credential, close),
    ):
        async with aclosing(lines):
            async for line in lines:
                yield line


async def _messages(
    live: LiveTable, subscriber: Subscriber, since: int | None
) -> AsyncGenerator[str, None]:
    await live.attach(subscriber, since)
    try:
        while True:
            try:
                async with asyncio.timeout(_ALIVE):
                    message = await subscriber.next()
            except TimeoutError:
                yield "\n"
                continue
            if message is None:
                return
            yield f"{message.decode()}\n"
    finally:
        live.detach(subscriber)


async def _concerns(
    services: Services, user: str, address: str, ended: asyncio.Event
) -> AsyncGenerator[str, None]:
    """Yield the news of an account, from all servers."""
    sent: set[tuple[str, str, int]] = set()
    quiet, cost = 0.0, NEWS_COST
    while not (services.stopping.is_set() or ended.is_set()):
        fresh: set[tuple[str, str, int]] = set()
        with suppress(TooMany):  # it is sent later to who looks too often
            services.limiter.spend(WORK, address, cost)
            found, tables = await _found(services, user, address)
            cost = NEWS_COST * (1 + tables // _TABLES_FOR_ONE)
            fresh = found - sent
        sent |= fresh
        for kind, table, seat in sorted(fresh):
            yield json.dumps({"type": kind, "table": table, "seat": seat}) + "\n"
        quiet = 0.0 if fresh else quiet + _LOOK
        if quiet >= _ALIVE:
            quiet = 0.0
            yield "\n"
        try:
            async with asyncio.timeout(_LOOK):
                await services.stopping.wait()
        except TimeoutError:
            continue


async def _found(
    services: Services, user: str, address: str
) -> tuple[set[tuple[str, str, int]], int]:
    """Return the news, and at how many tables they were looked for."""
    found = set()
    index = services.index
    summaries = [*await index.tables_of(user, 100), *await index.invitations_of(user, 100)]
    for summary in summaries:
        if summary.status == "ended":
            continue
        try:
            table = (await load(summary.table, services, address)).table
        except Problem:
            continue  # a table that cannot be read, or not yet, must not hide the others
        if table.status == "playing":
            found |= {("playing", table.id, seat) for seat in table.seats_of(user)}
        elif table.status == "open":
            invited = [seat for seat, guest in table.invited.items() if guest == user]
            found |= {("invited", table.id, seat) for seat in invited}
    return found, len(summaries)
