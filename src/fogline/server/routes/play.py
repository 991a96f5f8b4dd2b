"""Acting and talking at a table, and reading what happened."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fogline.server.acting import act as do_act
from fogline.server.acting import say as do_say
from fogline.server.base_models import JsonObject
from fogline.server.models import Act, Acted, EntriesModel, SaidModel, Say
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import (
    PROBLEMS,
    Language,
    Member,
    Person,
    TheEyes,
    TheHouse,
    TheTable,
    Visitor,
)
from fogline.server.wording import ENGLISH
from fogline.store.files import log_to_json

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

PAGE = 500
"""The most entries of one answer."""


@router.post("/actions")
async def act(
    body: Act, live: TheTable, member: Member, house: TheHouse, language: Language = ENGLISH
) -> Acted:
    """Act; the answer comes when the move is on disk."""
    version = await do_act(live, member, body)
    (logged,) = await house.log.read(live.sitting.table, version - 1, 1)
    (entry,) = live.tell([logged], live.viewpoint(member, body.seat, language))
    return Acted(id=body.id, version=version, entry=entry)


@router.get("/entries")
async def entries(
    live: TheTable,
    visitor: Visitor,
    house: TheHouse,
    eyes: TheEyes,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> EntriesModel:
    """Read what came after a version."""
    viewpoint = live.viewpoint(visitor, eyes.seat, eyes.language)
    news = await house.log.read(live.sitting.table, since, PAGE)
    # The log on disk may be ahead of the table in memory, which decides what is open.
    known = [logged for logged in news if logged.version <= live.sitting.version]
    return EntriesModel(
        table=live.sitting.table,
        version=live.sitting.version,
        entries=live.tell(known, viewpoint),
    )


@router.post("/chat")
async def chat(body: Say, live: TheTable, person: Person, house: TheHouse) -> SaidModel:
    """Say something."""
    return SaidModel(version=await do_say(live, house.limiter, person, body))


@router.get("/log")
async def log(live: TheTable, house: TheHouse) -> JsonObject:
    """Read the whole log, once the game has ended."""
    if live.sitting.status != "ended":
        raise Problem(Code.NOT_ENDED, "The log is open once the game has ended.")
    table = live.sitting.table
    return log_to_json(table, await house.log.read(table))
