"""Actions, chat, entries and hints of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import orjson
from fastapi import Query, Response

from fogline.core.text.words import ENGLISH
from fogline.server.features.play.models import Acted, EntriesModel, Undo, UndoAnswer
from fogline.server.live.live_table import LiveTable
from fogline.server.live.message_writer import entries_json, write_entry
from fogline.server.web import requests as common
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import (
    Address,
    CurrentUser,
    Language,
    ThePastTable,
    TheServices,
    TheTable,
    TheViewQuery,
    UserId,
    ViewQuery,
    Visitor,
    written,
)
from fogline.server.wire.base_models import JsonObject, Saved
from fogline.server.wire.message_models import MOST_ROUTES
from fogline.server.wire.record_models import HintsJson
from fogline.server.wire.table_models import Act, Say
from fogline.store.files import rows_to_json
from fogline.store.json_writer import trimmed
from fogline.table.entries import Logged
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState
from fogline.table.undo import answer_undo, ask_undo
from fogline.table.viewers import Viewer
from fogline.table.wording import wording_at

router = ChargedRouter(prefix="/api/tables/{table}", tags=["play"])

PAGE = 500
"""The most entries of one response."""


@router.get("/hints", response_model=HintsJson)
@costs(20)
async def hints(
    live: TheTable,
    visitor: Visitor,
    query: TheViewQuery,
    route: Annotated[list[str] | None, Query(max_length=MOST_ROUTES)] = None,
) -> Response:
    """Get what each route costs, pays and needs, and what each ticket still lacks."""
    viewer = common.viewer_of(live, visitor, query)
    return written(orjson.dumps(live.advisor.hints(live.table, viewer, route)))


@router.post("/actions", response_model=Acted)
@costs(3)
async def act(body: Act, live: TheTable, user: UserId, language: Language = ENGLISH) -> Response:
    """Act; the response comes once the action is on disk."""
    logged = await live.do(*common.act(user, body))
    viewer = live.viewer(user, body.seat, language)
    wording, is_public = wording_at(live.table, viewer.language), live.table.is_public
    entry = write_entry(logged, viewer.seat, wording, is_public=is_public)
    acted = {"id": body.id, "version": logged.version, "entry": orjson.Fragment(entry)}
    return written(orjson.dumps(acted))


@router.get("/entries", response_model=EntriesModel)
@costs(10)
async def entries(
    live: ThePastTable,
    visitor: Visitor,
    services: TheServices,
    query: TheViewQuery,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> Response:
    """Get the entries after a version."""
    viewer = common.viewer_of(live, visitor, query)
    table = live.table
    if table.is_public:
        return written(await _past_entries(live, table, query, since))
    news = await services.log.read(table.id, since, PAGE)
    # The log on disk may be ahead of the table in memory, which decides what is secret.
    known = [logged for logged in news if logged.version <= table.version]
    texts = await asyncio.to_thread(_write_entries, table, known, viewer)
    return written(entries_json(table, texts))


def _write_entries(table: TableState, news: Sequence[Logged], viewer: Viewer) -> list[bytes]:
    wording = wording_at(table, viewer.language, words=viewer.words)
    return [write_entry(logged, viewer.seat, wording, is_public=False) for logged in news]


async def _past_entries(live: LiveTable, now: TableState, query: ViewQuery, since: int) -> bytes:
    """Write the entries of an ended table, with all that is in them."""
    past = await live.past.of(live.table)
    log = await past.log()
    # Names of players do not change any more, but languages are as many as clients invent.
    wording = wording_at(now, query.language, words=query.words)

    def write() -> list[bytes]:
        return [trimmed(write_entry(each, None, wording, is_public=True)) for each in log]

    texts = await past.written((wording.phrasebook, wording.words), write)
    return entries_json(now, texts[since + 1 : since + 1 + PAGE])


@router.post("/chat")
@costs(6)
async def chat(
    body: Say, live: TheTable, person: CurrentUser, address: Address, services: TheServices
) -> Saved:
    """Write to the chat, or react."""
    return await common.say(live, services.limiter, address, person, body)


@router.post("/undo")
@costs(3)
async def undo(body: Undo, live: TheTable, user: UserId) -> Saved:
    """Take back a decision, or ask the other players for their agreement."""
    return await common.save(live, partial(ask_undo, user=user, move=body.move))


@router.post("/undo/answer")
@costs(3)
async def answer(body: UndoAnswer, live: TheTable, user: UserId) -> Saved:
    """Agree to an undo, or decline it."""
    command = partial(answer_undo, user=user, request=body.request, agree=body.agree)
    return await common.save(live, command)


@router.get("/log", response_model=JsonObject)
@costs(5)
async def log(live: ThePastTable) -> Response:
    """Get the whole log, once the game has ended."""
    if not live.table.is_public:
        raise Problem(Code.NOT_ENDED, "The log is available once the game has ended.")
    table, past = live.table.id, await live.past.of(live.table)
    (whole,) = await past.written("log", lambda: [orjson.dumps(rows_to_json(table, past.rows))])
    return written(whole)
