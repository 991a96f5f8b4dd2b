"""Fills projections that are newer than the logs, in the background and table by table.

Tables that change meanwhile write their own rows. Several servers may fill the same ones.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import orjson
import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.server.support.fault_log import FaultLog
from fogline.server.support.logs import log_id
from fogline.server.support.routines import completed
from fogline.store import StoreError
from fogline.store.projection import Projection
from fogline.store.shared_keys import SharedKeys
from fogline.store.table_log import TableLog, UnreadableLog

_log = structlog.get_logger("fogline.projections")

SLICE = 20
"""How many tables are filled between two notes of the progress."""
_REST = 4
"""How many times as long as each table took the fill rests, so that it does not disturb play."""
_RETRY = 5.0
"""Seconds after which it tries again while the database is away."""
_PROGRESS = 30.0
"""Seconds between two lines of the log."""


@dataclass
class FillProgress:
    """How far the fill is, as the database keeps it under `Projection.key`."""

    after: str = ""
    """The last table that was filled."""
    tables: int = 0
    skipped: int = 0
    complete: bool = False


async def keep_filling(log: TableLog, shared_keys: SharedKeys) -> None:
    """Fill all projections; while the database is away, try again."""
    faults = FaultLog("cannot fill projections")
    while True:
        try:
            await fill_projections(log, shared_keys)
        except (SQLAlchemyError, OSError, StoreError) as error:
            faults.happened(error)
            await asyncio.sleep(_RETRY)
        else:
            return faults.is_over()


async def fill_projections(log: TableLog, shared_keys: SharedKeys) -> None:
    """Fold the logs of all tables for the projections that are not complete.

    Start where this or another server has stopped.
    """
    projections = log.schema.projections
    found = await completed(shared_keys.get(each.key for each in projections))
    progress = {
        each: FillProgress(**orjson.loads(found.get(each.key, "{}"))) for each in projections
    }
    missing = [each for each in projections if not progress[each].complete]
    if not missing:
        return
    first = progress[missing[0]]
    is_common = all(progress[each] == first for each in missing)
    await _fill(log, shared_keys, missing, first if is_common else FillProgress())


async def _fill(
    log: TableLog, shared_keys: SharedKeys, missing: Sequence[Projection], progress: FillProgress
) -> None:
    async def note() -> None:
        text = orjson.dumps(asdict(progress)).decode()
        await completed(shared_keys.put({each.key: text for each in missing}))

    tables = await completed(log.all_tables(progress.after))
    total = progress.tables + len(tables)
    # A new server has nothing to say; one with many tables says at once how many there are.
    logged = -_PROGRESS if len(tables) > SLICE else time.monotonic()
    for table in tables:
        began = time.monotonic()
        if began - logged >= _PROGRESS:
            logged = began
            _log.info("filling projections", tables=progress.tables, of=total)
        try:
            await completed(log.rebuild(table, missing))
        except UnreadableLog:
            progress.skipped += 1
            _log.warning("a table is missing in projections", table=log_id(table))
        progress.after = table
        progress.tables += 1
        if progress.tables % SLICE == 0:
            await note()
        await asyncio.sleep(_REST * (time.monotonic() - began))
    progress.complete = True
    await note()
    if total > SLICE:
        _log.info("filled projections", tables=total, skipped=progress.skipped)
