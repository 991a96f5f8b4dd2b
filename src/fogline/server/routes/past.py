"""How a table was at any moment, once its game is over."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fogline.server.models import Snapshot
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import PROBLEMS, SeatQuery, TheHouse, TheTable
from fogline.server.sitting import Sitting
from fogline.server.telling import snapshot_of_past

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)


@router.get("/past")
async def past(
    live: TheTable,
    house: TheHouse,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
    seat: SeatQuery = None,
) -> Snapshot:
    """See the table as it was at a version, through the eyes of any seat or a spectator's."""
    now = live.sitting
    if now.status != "ended":
        raise Problem(Code.NOT_ENDED, "The past is open once the game has ended.")
    if version > now.version or (seat is not None and seat >= len(now.chairs)):
        raise Problem(Code.NOT_FOUND, "There is no such moment or seat at this table.")
    log = await house.log.read(now.table, limit=version + 1)
    return snapshot_of_past(Sitting.of(now.table, log), seat, log[-1].entry.at)
