"""How long a page of finished games takes: `python -m benchmarks.finished_games`.

One person has played all games of a SQLite database. The newest page, one in the middle and the
last are read, as `GET /api/results` reads them, and as a client gets them.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
from sqlalchemy import insert

from fogline.server.app import create_app
from fogline.server.features.results.finished_games import finished_games_of
from fogline.server.features.results.tables import RESULTS
from fogline.server.support.settings import ServerSettings
from fogline.store import Database

_SEATS = 4
_TIMES = 50
_NAMES = ("Ann", "Bea", "Cem", "Dora")


def _rows(games: int, user: str) -> list[dict[str, object]]:
    """Make the rows of games that one user has played against others."""
    return [
        {
            "table_id": f"table-{game * 7919 % games:016}",
            "seat": seat,
            "user_id": user if seat == game % _SEATS else f"u_{game % 97}-{seat}",
            "level": None,
            "name": _NAMES[seat],
            "game": "old-west",
            "title": "Old West",
            "options": '{"alvin":true}',
            "rule_set": "old-west",
            "rules": 2,
            "board_digest": "5e" * 32,
            "seats": _SEATS,
            "turn": seat + 1,
            "rank": seat + 1,
            "won": seat == 0,
            "total": 100 - seat,
            "points": '{"routes":61,"tickets":32,"failed_tickets":-7,"alvin":10}',
            "drawn": '["boise/san-diego","chicago/new-orleans","denver/el-paso"]',
            "kept": '["boise/san-diego","chicago/new-orleans"]',
            "completed": '["boise/san-diego"]',
            "reason": "last-round",
            "resigned": False,
            "out_of_time": False,
            "stand_in": False,
            "undone": False,
            "began": 1_000 * game,
            "ended": 1_000 * game + 900,
            "deal": "6f" * 32,
            "origin": None,
        }
        for game in range(games)
        for seat in range(_SEATS)
    ]


async def _time(call: Callable[[], Awaitable[object]]) -> list[float]:
    took = []
    for _ in range(_TIMES):
        began = time.perf_counter()
        await call()
        took.append((time.perf_counter() - began) * 1000)
    return sorted(took)


def _show(what: str, took: list[float]) -> None:
    late = took[int(len(took) * 0.95)]
    print(f"{what:42} {statistics.median(took):7.2f} {late:7.2f}")


async def _measure(games: int, limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            database=str(Path(folder, "tables.db")), warm_up=False, limits=False
        )
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            database: Database = app.state.services.database
            transport = httpx.ASGITransport(app)
            client = httpx.AsyncClient(
                transport=transport, base_url="http://localhost", headers={"X-Fogline": "1"}
            )
            made = await client.post("/api/session", json={"name": "Ann"})
            user = made.json()["user"]["id"]
            async with database.engine.begin() as connection:
                await connection.execute(insert(RESULTS), _rows(games, user))
            print(f"{games:,} games of one person, pages of {limit}; ms     median     95%")
            middle = f"{1_000 * (games // 2)}.table-0.0"
            last = f"{1_000 * (limit // 2)}.table-0.0"
            for name, cursor in (("newest", None), ("middle", middle), ("last", last)):
                _show(
                    f"{name} page: read",
                    await _time(lambda: finished_games_of(database, user, limit, cursor)),  # noqa: B023
                )
            query = {"limit": str(limit), "cursor": middle}
            _show(
                "middle page: request and answer",
                await _time(lambda: client.get("/api/results", params=query)),
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--limit", type=int, default=20)
    arguments = parser.parse_args()
    asyncio.run(_measure(arguments.games, arguments.limit))
