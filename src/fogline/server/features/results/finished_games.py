"""Reads the finished games of a user, page by page."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import orjson
from sqlalchemy import Row, select, tuple_

from fogline.server.features.results.models import FinishedGame, PlayerResult, ResultsModel
from fogline.server.features.results.tables import RESULTS
from fogline.store.database import Database

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
        rows = (await connection.execute(mine)).all()
        page = rows[:limit]
        tables = {row.table_id for row in page}
        theirs = select(RESULTS).where(RESULTS.c.table_id.in_(tables)).order_by(RESULTS.c.seat)
        players = defaultdict[str, list[PlayerResult]](list)
        for row in (await connection.execute(theirs)).all():
            player = PlayerResult(name=row.name, level=row.level, rank=row.rank, total=row.total)
            players[row.table_id].append(player)
    games = [_game(row, players[row.table_id]) for row in page]
    return ResultsModel(results=games, next=_cursor(page[-1]) if len(rows) > limit else None)


def _cursor(row: Row[Any]) -> str:
    return f"{row.ended}.{row.table_id}.{row.seat}"


def _game(row: Row[Any], players: list[PlayerResult]) -> FinishedGame:
    return FinishedGame(
        table=row.table_id,
        seat=row.seat,
        game=row.game,
        title=row.title,
        options=orjson.loads(row.options),
        players=players,
        rank=row.rank,
        won=row.won,
        total=row.total,
        points=orjson.loads(row.points),
        reason=row.reason,
        resigned=row.resigned,
        out_of_time=row.out_of_time,
        stand_in=row.stand_in,
        undone=row.undone,
        began=row.began,
        ended=row.ended,
    )
