"""How a table was at any moment, once its game is over."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fogline.core.messages import Seat
from fogline.server.models import EntriesModel, Snapshot
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, SeatQuery, TheHouse, TheTable
from fogline.server.routes.play import PAGE
from fogline.server.sitting import Sitting
from fogline.server.telling import snapshot_of_past, tell_entry

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

_NOWHERE = "There is no such moment or seat at this table."


@router.get("/past")
async def past(
    live: TheTable,
    house: TheHouse,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: SeatQuery = None,
) -> Snapshot:
    """See the table as it was at a version, through the eyes of any seat or a spectator's."""
    now = _ended(live.sitting, seat)
    if version > now.version:
        raise Problem(Code.NOT_FOUND, _NOWHERE)
    log = await house.log.read(now.table, limit=version + 1)
    return snapshot_of_past(Sitting.of(now.table, log), seat, log[-1].entry.at)


@router.get("/past/entries")
async def past_entries(
    live: TheTable,
    house: TheHouse,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
    seat: SeatQuery = None,
) -> EntriesModel:
    """Read what any seat, or a spectator, was told while the game ran."""
    now = _ended(live.sitting, seat)
    log = await house.log.read(now.table, since, PAGE)
    return EntriesModel(
        table=now.table,
        version=now.version,
        entries=[tell_entry(logged, seat, is_open=False) for logged in log],
    )


def _ended(now: Sitting, seat: Seat | None) -> Sitting:
    if now.status != "ended":
        raise Problem(Code.NOT_ENDED, "The past is open once the game has ended.")
    if seat is not None and seat >= len(now.chairs):
        raise Problem(Code.NOT_FOUND, _NOWHERE)
    return now
