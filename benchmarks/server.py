"""How the server bears load: `python -m benchmarks.server`, in the project's folder.

For each kind of database it prints how long an action takes to reach the other player, with 500
tables at once, and how many durable moves a second it takes, beside what the database itself can.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import httpx
import psutil  # type: ignore[import-untyped]
from tests.server.processes import Process
from tests.store.make_logs import play_table
from tests.store.postgres import programs, running_postgres
from websockets.asyncio.client import ClientConnection, connect

from fogline import Chance
from fogline.store.entries import Moved, write_entry
from fogline.store.log import Logged
from fogline.store.transfer import opened

BUILD = Path("build")
"""Not /tmp, which may be memory: what is measured is a disk."""
HOST = {"X-Fogline": "1"}
WRITERS = 200
"""Tables that append at once when the store alone is measured."""
BUSY = 48
"""Tables that move without a pause when the whole server is measured."""
_EACH = 4
"""Databases of a kind: one for each measurement."""


class Table:
    """Two players at one table, each with a WebSocket, who move in turn."""

    def __init__(self, url: str, number: int, pace: float) -> None:
        self._url = url
        self._chance = Chance(f"table {number}")
        self._pace = pace
        self._moves = 0
        self.latencies: list[float] = []
        """Seconds from each action to the other player's event."""

    async def sit(self, stack: AsyncExitStack) -> None:
        """Take seats, deal, and connect both."""
        async with httpx.AsyncClient(base_url=self._url, headers=HOST, timeout=60) as client:
            await client.post("/api/session", json={"name": "Ann"})
            seats = [{"kind": "me", "name": name} for name in ("Ann", "Bea")]
            wish = {"game": "old-west", "seats": seats}
            table = (await client.post("/api/tables", json=wish)).json()["table"]
            (await client.post(f"/api/tables/{table}/start")).raise_for_status()
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        address = f"{self._url.replace('http', 'ws')}/api/tables/{table}/ws"
        self._sockets = [
            await stack.enter_async_context(
                connect(
                    f"{address}?seat={seat}", additional_headers={"Cookie": cookie}, max_size=None
                )
            )
            for seat in (0, 1)
        ]
        self._views = [json.loads(await _next(socket, "view")) for socket in self._sockets]

    async def play(self, until: float) -> None:
        """Move until a time, or to the end of the game."""
        if self._pace:
            await asyncio.sleep(self._chance.below(1000) / 500 * self._pace)
        while time.monotonic() < until and self._views[0]["status"] == "playing":
            seat = self._views[0]["deciding"][0]
            view = self._views[seat]
            self._moves += 1
            legal = view["legal"]
            act = {
                "type": "act",
                "id": f"move-{self._moves:06}",
                "version": view["version"],
                "seat": seat,
                "action": legal[self._chance.below(len(legal))]["action"],
            }
            began = time.perf_counter()
            await self._sockets[seat].send(json.dumps(act))
            heard = await _next(self._sockets[1 - seat], "update")
            self.latencies.append(time.perf_counter() - began)
            own = await _next(self._sockets[seat], "update")
            self._views[seat] = json.loads(own)["view"]
            self._views[1 - seat] = json.loads(heard)["view"]
            if self._pace:
                await asyncio.sleep(self._chance.below(1000) / 500 * self._pace)


async def _next(socket: ClientConnection, kind: str) -> str:
    mark = f'{{"type":"{kind}"'
    while True:
        message = str(await socket.recv())
        if message.startswith(mark):
            return message


async def load(database: str, tables: int, seconds: float, pace: float) -> dict[str, float]:
    """Let so many tables of two play on one server process."""
    server = Process(database)
    url = await server.start()
    process = psutil.Process(server.pid)
    async with AsyncExitStack() as stack:
        playing = [Table(url, number, pace) for number in range(tables)]
        for few in range(0, tables, 20):
            await asyncio.gather(*(table.sit(stack) for table in playing[few : few + 20]))
        began, used = time.monotonic(), _seconds_used(process)
        await asyncio.gather(*(table.play(began + seconds) for table in playing))
        took = time.monotonic() - began
        busy = (_seconds_used(process) - used) / took
    await server.end(signal.SIGTERM)
    found = sorted(latency for table in playing for latency in table.latencies)
    return {
        "tables": tables,
        "moves": len(found),
        "moves_per_second": len(found) / took,
        "p50_ms": found[len(found) // 2] * 1e3,
        "p99_ms": found[len(found) * 99 // 100] * 1e3,
        "max_ms": found[-1] * 1e3,
        "server_core": busy,
    }


def _seconds_used(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


async def _rate(seconds: float, write: Callable[[int], Awaitable[None]]) -> float:
    """How often a second something can be done, one after the other."""
    began, count = time.monotonic(), 0
    while time.monotonic() < began + seconds:
        await write(count)
        count += 1
    return count / (time.monotonic() - began)


def _bodies() -> list[str]:
    moves = [item.entry for item in play_table("old-west", 2, {}, "bench").log]
    return [write_entry(entry) for entry in moves if isinstance(entry, Moved)]


async def raw_inserts(database: str, seconds: float) -> float:
    """Rows a second that the database takes one by one, each on disk before the next."""
    bodies = _bodies()
    if database.startswith("postgresql"):
        connection = await asyncpg.connect(database)
        await connection.execute("CREATE TABLE raw (n bigint PRIMARY KEY, body text)")
        statement = await connection.prepare("INSERT INTO raw VALUES ($1, $2)")

        async def insert(count: int) -> None:
            await statement.fetch(count, bodies[count % len(bodies)])

        found = await _rate(seconds, insert)
        await connection.close()
        return found
    file = sqlite3.connect(database, isolation_level=None)
    file.execute("PRAGMA journal_mode=WAL")
    file.execute("PRAGMA synchronous=FULL")
    file.execute("CREATE TABLE raw (n INTEGER PRIMARY KEY, body TEXT)")

    async def insert_row(count: int) -> None:
        file.execute("INSERT INTO raw VALUES (?, ?)", (count, bodies[count % len(bodies)]))

    found = await _rate(seconds, insert_row)
    file.close()
    return found


async def store_moves(database: str, seconds: float) -> float:
    """Moves a second that the store takes from many tables, each on disk when acknowledged."""
    moves = [
        item.entry
        for item in play_table("old-west", 2, {}, "bench").log
        if isinstance(item.entry, Moved)
    ]
    count = 0

    async def append(table: str, until: float) -> None:
        nonlocal count
        version = 0
        while time.monotonic() < until:
            logged = Logged(version, moves[version % len(moves)], f"request-{version}")
            assert await log.append(table, [logged])
            version += 1
            count += 1

    async with opened(database) as (_, log):
        began = time.monotonic()
        writers = (append(f"table{number}", began + seconds) for number in range(WRITERS))
        await asyncio.gather(*writers)
        return count / (time.monotonic() - began)


@asynccontextmanager
async def databases(folder: Path) -> AsyncIterator[dict[str, list[str]]]:
    """Empty databases of each kind that can be had here."""
    found = {"sqlite": [str(folder / f"{number}.db") for number in range(_EACH)]}
    place = programs()
    if place is None:
        yield found
        return
    with running_postgres(place) as postgres:
        found["postgresql"] = [await postgres.new_database() for _ in range(_EACH)]
        yield found


async def saturation(raw: str, store: str, whole: str, seconds: float) -> dict[str, float]:
    """Durable moves a second, beside what the database itself can do in the same run."""
    inserts = await raw_inserts(raw, seconds)
    moves = await store_moves(store, seconds)
    served = (await load(whole, BUSY, seconds, 0))["moves_per_second"]
    return {
        "raw_inserts_per_second": inserts,
        "store_moves_per_second": moves,
        "server_moves_per_second": served,
        "store_to_raw": moves / inserts,
        "server_to_raw": served / inserts,
    }


async def measure(folder: Path, wishes: argparse.Namespace) -> None:
    """Do what is asked for each kind of database, and print a line of JSON for each part."""
    async with databases(folder) as found:
        for kind, (live, raw, store, whole) in found.items():
            if wishes.what in ("live", "all"):
                report = await load(live, wishes.tables, wishes.seconds, wishes.pace)
                print(json.dumps({"live": kind, **_rounded(report)}), flush=True)
            if wishes.what in ("saturation", "all"):
                report = await saturation(raw, store, whole, wishes.seconds)
                print(json.dumps({"saturation": kind, **_rounded(report)}), flush=True)


def _rounded(report: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 2) for name, value in report.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, after a line about the machine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=("all", "live", "saturation"), default="all")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30, help="for each measurement")
    parser.add_argument("--pace", type=float, default=4, help="seconds a move takes, on average")
    wishes = parser.parse_args(argv)
    print(json.dumps({"cores": os.cpu_count(), "load_before": os.getloadavg()[0],
                      "python": sys.version.split()[0]}), flush=True)  # fmt: skip
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        asyncio.run(measure(Path(folder), wishes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
