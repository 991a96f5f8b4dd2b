"""Replays of games that have ended."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from itertools import islice

from fastapi import Request
from fastapi.responses import StreamingResponse

from fogline.server.live.replay import Replay
from fogline.server.web.cached_response import accepted_encodings
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import REPLAYED_FOR_ONE, WORK
from fogline.server.web.requests import JSON_LINES, Address, ThePastTable, TheServices, TheViewQuery
from fogline.table.problems import Code, Problem
from fogline.table.viewers import Viewer

router = ChargedRouter(
    prefix="/api/tables/{table}",
    tags=["play"],
    responses={
        200: {"content": {JSON_LINES: {}}, "description": "A snapshot, then updates, one a line."},
    },
    default_response_class=StreamingResponse,
)

_SLICE = 64
"""The number of messages that are written before other requests have a turn."""

_GZIP = 31
"""What `zlib` calls the largest window with the frame of a gzip file."""


@router.get("/replay")
@costs(5)
async def replay(  # noqa: PLR0913 (what FastAPI passes)
    request: Request,
    live: ThePastTable,
    query: TheViewQuery,
    address: Address,
    services: TheServices,
    *,
    hands: bool = False,
) -> StreamingResponse:
    """Get a finished game from its first entry to its last, as any seat or a spectator knew it.

    With `hands` all hands and all entries are open.
    """
    over, past = live.table, await live.past.of(live.table)
    if not over.is_public:
        raise Problem(Code.NOT_ENDED, "This is available once the game has ended.")
    if query.seat is not None and query.seat >= len(over.chairs):
        raise Problem(Code.NOT_FOUND, "This seat does not exist at this table.")
    services.limiter.expect_room(address, None)
    log = await past.log()
    viewer = Viewer(None, query.seat, query.language, query.words)
    messages = Replay(over, viewer, hands=hands).messages(log)
    # Everything in it is public, so its length reveals nothing.
    packed = zlib.compressobj(wbits=_GZIP) if "gzip" in accepted_encodings(request) else None

    def next_lines() -> bytes:
        lines = b"".join(message + b"\n" for message in islice(messages, _SLICE))
        if packed is None:
            return lines
        return packed.compress(lines) + (packed.flush(zlib.Z_SYNC_FLUSH) if lines else b"")

    async def body() -> AsyncIterator[bytes]:
        with services.limiter.hold(address, None):
            while lines := await asyncio.to_thread(next_lines):
                await services.limiter.save_up(WORK, address, _SLICE // REPLAYED_FOR_ONE)
                yield lines
        if packed is not None:
            yield packed.flush()

    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if packed else {})
    return StreamingResponse(body(), headers=headers, media_type=JSON_LINES)
