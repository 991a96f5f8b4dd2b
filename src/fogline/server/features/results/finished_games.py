"""Reads the finished games of a user, page by page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields

import orjson
from sqlalchemy import RowMapping, select, tuple_

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
        rows = (await connection.execute(mine)).mappings().all()
        page = rows[:limit]
        tables = {row["table_id"] for row in page}
        theirs = select(RESULTS).where(RESULTS.c.table_id.in_(tables)).order_by(RESULTS.c.seat)
        players = defaultdict[str, list[PlayerResult]](list)
        for row in (await connection.execute(theirs)).mappings().all():
            player = PlayerResult(row["name"], row["level"], row["rank"], row["total"])
            players[row["table_id"]].append(player)
    games = [_game(row, players[row["table_id"]]) for row in page]
    following = None
    if len(rows) > limit:
        last = games[-1]
        following = f"{last.ended}.{last.table}.{last.seat}"
    return ResultsModel(results=games, next=following)


def _game(row: RowMapping, players: list[PlayerResult]) -> FinishedGame:
    columns = {field.name: row[field.name] for field in fields(FinishedGame) if field.name in row}
    read = {name: orjson.loads(row[name]) for name in ("options", "points")}
    return FinishedGame(**{**columns, **read, "table": row["table_id"], "players": players})
