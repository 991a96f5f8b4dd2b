"""The past of a table, once its game has ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from fogline.core.messages import Seat
from fogline.server.messages import snapshot_of_past, tell_entry, wording_at
from fogline.server.models import EntriesModel, Snapshot
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, TheEyes, TheServices, TheTable
from fogline.server.routes.play import PAGE
from fogline.server.table_state import TableState

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

_NOT_FOUND = "This version or seat does not exist at this table."


@router.get("/past", response_model=Snapshot)
async def past(
    live: TheTable,
    services: TheServices,
    eyes: TheEyes,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Response:
    """Get the table at an earlier version, as any seat or a spectator knew it."""
    now = _ended(live.table, eyes.seat)
    if version > now.version:
        raise Problem(Code.NOT_FOUND, _NOT_FOUND)
    log = await services.log.read(now.id, limit=version + 1)
    then = TableState.of(now.id, log)
    told = snapshot_of_past(then, eyes.seat, log[-1].entry.at, eyes.language)
    return Response(told, media_type="application/json")


@router.get("/past/entries")
async def past_entries(
    live: TheTable,
    services: TheServices,
    eyes: TheEyes,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> EntriesModel:
    """Get the entries as any seat, or a spectator, saw them during the game."""
    now = _ended(live.table, eyes.seat)
    log = await services.log.read(now.id, since, PAGE)
    wording = wording_at(now, eyes.language)
    return EntriesModel(
        table=now.id,
        version=now.version,
        entries=[tell_entry(logged, eyes.seat, wording, is_open=False) for logged in log],
    )


def _ended(now: TableState, seat: Seat | None) -> TableState:
    if now.status != "ended":
        raise Problem(Code.NOT_ENDED, "This is available once the game has ended.")
    if seat is not None and seat >= len(now.chairs):
        raise Problem(Code.NOT_FOUND, _NOT_FOUND)
    return now
