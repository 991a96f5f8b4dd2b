"""The past of a table, once its game has ended."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from fogline.core.messages import Seat
from fogline.server.features.play.routes import past_entries_json
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.requests import PROBLEMS, ThePastTable, TheViewQuery, written
from fogline.server.wire.record_models import SnapshotJson
from fogline.server.wire.table_models import EntriesModel
from fogline.store.json_writer import write
from fogline.table.problems import Code, Problem
from fogline.table.snapshots import snapshot_of_past
from fogline.table.table_state import TableState

router = ChargedRouter(prefix="/api/tables/{table}", tags=["play"], responses=PROBLEMS)

_NOT_FOUND = "This version or seat does not exist at this table."


@router.get("/past", response_model=SnapshotJson)
@costs(3)
async def past(
    live: ThePastTable,
    query: TheViewQuery,
    version: Annotated[int, Query(ge=0, le=2**31 - 1)],
) -> Response:
    """Get the table at an earlier version, as any seat or a spectator knew it."""
    now = _ended(live.table, query.seat)
    if version > now.version:
        raise Problem(Code.NOT_FOUND, _NOT_FOUND)
    past = await live.past.of(live.table)
    then = await past.at(version)
    at = (await past.log(version))[version].entry.at
    seen = snapshot_of_past(then, query.seat, at, query.language, words=query.words)
    return written(write(seen))


@router.get("/past/entries", response_model=EntriesModel)
@costs(10)
async def past_entries(
    live: ThePastTable,
    query: TheViewQuery,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> Response:
    """Get the entries as any seat, or a spectator, saw them during the game."""
    now = _ended(live.table, query.seat)
    return written(await past_entries_json(live, now, query, since, is_open=False))


def _ended(now: TableState, seat: Seat | None) -> TableState:
    if not now.is_public:
        raise Problem(Code.NOT_ENDED, "This is available once the game has ended.")
    if seat is not None and seat >= len(now.chairs):
        raise Problem(Code.NOT_FOUND, _NOT_FOUND)
    return now
