"""Reads the finished games of a user, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar, cast

import orjson
from sqlalchemy import select, tuple_

from fogline.server.features.results.models import FinishedGame, PlayerResult, ResultsModel
from fogline.server.features.results.tables import RESULTS
from fogline.store.database import Database

T = TypeVar("T")

CURSOR = r"^-?\d{1,18}\.[A-Za-z0-9_-]{1,32}\.\d$"
"""When a game ended, its table and the seat: what its place in the list follows from."""

_ORDER = (RESULTS.c.ended, RESULTS.c.table_id, RESULTS.c.seat)


async def finished_games_of(
    database: Database, user: str, limit: int, cursor: str | None = None
) -> ResultsModel:
    """Return the games of a user that ended last, or those after a cursor."""
    mine = select(RESULTS).where(RESULTS.c.user_id == user)
    mine = mine.order_by(*(column.desc() for column in _ORDER)).limit(limit + 1)
    if cursor is not None:
        ended, table, seat = cursor.split(".")
        mine = mine.where(tuple_(*_ORDER) < (int(ended), table, int(seat)))
    async with database.engine.connect() as connection:
        rows = (await connection.execute(mine)).mappings().all()
        page = rows[:limit]
        tables = {row["table_id"] for row in page}
        theirs = select(RESULTS).where(RESULTS.c.table_id.in_(tables)).order_by(RESULTS.c.seat)
        players = defaultdict[str, list[PlayerResult]](list)
        for row in (await connection.execute(theirs)).mappings().all():
            players[row["table_id"]].append(_read(PlayerResult, row))
    games = [
        _read(
            FinishedGame,
            {
                **row,
                "table": row["table_id"],
                "options": orjson.loads(row["options"]),
                "points": orjson.loads(row["points"]),
                "players": players[row["table_id"]],
            },
        )
        for row in page
    ]
    following = None
    if len(rows) > limit:
        last = games[-1]
        following = f"{last.ended}.{last.table}.{last.seat}"
    return ResultsModel(results=games, next=following)


def _read(kind: Callable[..., T], row: Mapping[Any, object]) -> T:
    return kind(**{each.name: row[each.name] for each in fields(cast("Any", kind))})
