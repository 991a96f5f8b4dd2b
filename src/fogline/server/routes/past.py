"""How a table was at any moment, once its game is over."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fogline.core.records import Seat
from fogline.server.messages import snapshot_of_past, tell_entry, wording_at
from fogline.server.models import EntriesModel, Snapshot
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, TheEyes, TheServices, TheTable
from fogline.server.routes.play import PAGE
from fogline.server.table_state import TableState

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

_NOWHERE = "There is no such moment or seat at this table."


@router.get("/past")
async def past(
    live: TheTable,
    services: TheServices,
    eyes: TheEyes,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Snapshot:
    """See the table as it was at a version, through the eyes of any seat or a spectator's."""
    now = _ended(live.table, eyes.seat)
    if version > now.version:
        raise Problem(Code.NOT_FOUND, _NOWHERE)
    log = await services.log.read(now.id, limit=version + 1)
    return snapshot_of_past(TableState.of(now.id, log), eyes.seat, log[-1].entry.at, eyes.language)


@router.get("/past/entries")
async def past_entries(
    live: TheTable,
    services: TheServices,
    eyes: TheEyes,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> EntriesModel:
    """Read what any seat, or a spectator, was told while the game ran."""
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
        raise Problem(Code.NOT_ENDED, "The past is open once the game has ended.")
    if seat is not None and seat >= len(now.chairs):
        raise Problem(Code.NOT_FOUND, _NOWHERE)
    return now
