"""Actions, chat and entries of a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fogline.core.words import ENGLISH
from fogline.server.base_models import JsonObject
from fogline.server.models import Act, Acted, EntriesModel, SaidModel, Say
from fogline.server.problems import Code, Problem
from fogline.server.routes import common
from fogline.server.routes.common import (
    PROBLEMS,
    Language,
    Member,
    Person,
    TheEyes,
    TheServices,
    TheTable,
    Visitor,
)
from fogline.server.undo import answer_undo, ask_undo
from fogline.server.undo_models import Undo, UndoAnswer, UndoSaved
from fogline.store.files import log_to_json

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

PAGE = 500
"""The most entries of one response."""


@router.post("/actions")
async def act(
    body: Act, live: TheTable, member: Member, services: TheServices, language: Language = ENGLISH
) -> Acted:
    """Act; the response comes once the action is on disk."""
    version = await common.act(live, member, body)
    (logged,) = await services.log.read(live.table.id, version - 1, 1)
    (entry,) = live.tell([logged], live.viewpoint(member, body.seat, language))
    return Acted(id=body.id, version=version, entry=entry)


@router.get("/entries")
async def entries(
    live: TheTable,
    visitor: Visitor,
    services: TheServices,
    eyes: TheEyes,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> EntriesModel:
    """Get the entries after a version."""
    viewpoint = live.viewpoint(visitor, eyes.seat, eyes.language)
    news = await services.log.read(live.table.id, since, PAGE)
    # The log on disk may be ahead of the table in memory, which decides what is secret.
    known = [logged for logged in news if logged.version <= live.table.version]
    return EntriesModel(
        table=live.table.id,
        version=live.table.version,
        entries=live.tell(known, viewpoint),
    )


@router.post("/chat")
async def chat(body: Say, live: TheTable, person: Person, services: TheServices) -> SaidModel:
    """Write to the chat, or react."""
    return SaidModel(version=await common.say(live, services.limiter, person, body))


@router.post("/undo")
async def undo(body: Undo, live: TheTable, member: Member) -> UndoSaved:
    """Take back a decision, or ask the other players for their agreement."""
    return UndoSaved(version=await live.do(ask_undo(member, body.move)))


@router.post("/undo/answer")
async def answer(body: UndoAnswer, live: TheTable, member: Member) -> UndoSaved:
    """Agree to an undo, or decline it."""
    command = answer_undo(member, body.request, agree=body.agree)
    return UndoSaved(version=await live.do(command))


@router.get("/log")
async def log(live: TheTable, services: TheServices) -> JsonObject:
    """Get the whole log, once the game has ended."""
    if live.table.status != "ended":
        raise Problem(Code.NOT_ENDED, "The log is available once the game has ended.")
    table = live.table.id
    return log_to_json(table, await services.log.read(table))
