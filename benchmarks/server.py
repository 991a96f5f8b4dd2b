"""How the server bears load: `python -m benchmarks.server`, in the project's folder.

For each kind of database it prints how long an action takes to reach the other player, with 500
tables at once, what a move costs, and how many durable moves a second it takes, beside what the
database itself can. On SQLite it prints what single requests cost, the longest steps of the event
loop, and what a move with many spectators costs.
Costs are processor time of the server's process, so that other programs disturb them little.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import orjson
import psutil  # type: ignore[import-untyped]
from tests.server.processes import Process
from tests.server.wire_client import Wire
from tests.store.make_logs import play_table
from tests.store.postgres import programs, running_postgres

from fogline import Chance
from fogline.server.features import SCHEMA
from fogline.store.entry_text import write_entry
from fogline.store.transfer import opened
from fogline.table.entries import Logged, Moved, Said

BUILD = Path("build")
"""Not /tmp, which may be memory: what is measured is a disk."""
HOST = {"X-Fogline": "1"}
WRITERS = 200
"""Tables that append at once when the store alone is measured."""
BUSY = 48
"""Tables that move without a pause when the whole server is measured."""
PARTS = ("all", "live", "saturation", "requests", "steps", "spectators")
ROUTE = "albuquerque/durango"
QUIET = ("-m", "benchmarks.serve_without_bots")
TIMED = ("-m", "benchmarks.serve_and_time_steps")
_EACH = 4
"""Databases of a kind: one for each measurement."""


class Player:
    """One player: a WebSocket, the table as it was told, and hints as the browser's client asks."""

    def __init__(self, wire: Wire, first: bytes) -> None:
        self.wire = wire
        self.view: dict[str, Any] = orjson.loads(first)

    def receive(self, message: bytes) -> None:
        """Take in an update: the whole table, or what changed."""
        update = orjson.loads(message)
        changes = update.get("changes")
        if changes is None:
            self.view = update["view"]
            return
        before, view = self.view["view"], changes.pop("view", {})
        players = [*before["players"]]
        for seat, player in view.pop("players", {}).items():
            players[int(seat)] = player
        self.view = {**self.view, **changes, "view": {**before, **view, "players": players}}


class Table:
    """Two players at one table, each with a WebSocket, who move in turn."""

    def __init__(self, url: str, number: int, wishes: Wishes, source: str | None = None) -> None:
        self._url = url
        self._source = source
        self._chance = Chance(f"table {number}")
        self._wishes = wishes
        self._moves = 0
        self.latencies: list[float] = []
        """Seconds from each action to the other player's event."""
        self.asked = 0
        """How often hints were asked for."""
        self.hint_bytes = 0
        self.client: httpx.AsyncClient
        """The session of both."""

    async def sit(self, stack: AsyncExitStack) -> None:
        """Take seats, deal, and connect both."""
        self.client = httpx.AsyncClient(
            base_url=self._url,
            headers=HOST,
            timeout=60,
            transport=httpx.AsyncHTTPTransport(local_address=self._source),
        )
        client = await stack.enter_async_context(self.client)
        await client.post("/api/session", json={"name": "Ann"})
        seats = [{"kind": "me", "name": name} for name in ("Ann", "Bea")]
        wish = {"game": "old-west", "seats": seats}
        table = (await client.post("/api/tables", json=wish)).json()["table"]
        (await client.post(f"/api/tables/{table}/start")).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        self.path = f"/api/tables/{table}"
        self._players = []
        for seat in (0, 1):
            path = f"{self.path}/ws?seat={seat}&changes=true&words=false"
            wire = await Wire.connect(self._url, path, cookie, self._source)
            stack.callback(wire.close)
            self._players.append(Player(wire, await wire.next(b"view")))
            wire.received = 0

    @property
    def received(self) -> int:
        """Bytes that both players were sent since they sat down."""
        return sum(player.wire.received for player in self._players) + self.hint_bytes

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return self._moves

    async def play(self, until: float) -> None:
        """Move until a time, or to the end of the game."""
        await self._pause()
        while time.monotonic() < until and self._players[0].view["status"] == "playing":
            await self.move()
            await self._pause()

    async def move(self) -> None:
        """Let one player move, and both ask for hints if the table is to have them."""
        seat = self._players[0].view["deciding"][0]
        mover, other = self._players[seat], self._players[1 - seat]
        before = [player.view["view"] for player in self._players]
        self._moves += 1
        legal = mover.view["legal"]
        act = {
            "type": "act",
            "id": f"move-{self._moves:06}",
            "version": mover.view["version"],
            "seat": seat,
            "action": legal[self._chance.below(len(legal))]["action"],
        }
        began = time.perf_counter()
        mover.wire.send(orjson.dumps(act))
        received = await other.wire.next(b"update")
        self.latencies.append(time.perf_counter() - began)
        mover.receive(await mover.wire.next(b"update"))
        other.receive(received)
        if self._players[0].view["status"] != "playing":
            return
        if self._wishes.hints == "http":
            await asyncio.gather(*(self._ask(number) for number in (0, 1)))
        elif self._wishes.hints == "socket":
            for number, player in enumerate(self._players):
                await self._ask_as_client(player, number, before[number])

    async def _ask(self, seat: int) -> None:
        """Ask for all hints, as programs do and as the client once did."""
        self.asked += 1
        answer = await self.client.get(f"{self.path}/hints?seat={seat}")
        self.hint_bytes += len(answer.content)

    async def _ask_as_client(self, player: Player, seat: int, before: dict[str, Any]) -> None:
        """Ask for the tickets when they may have changed, and for a route when it is one's turn."""
        now = player.view["view"]
        wanted = [] if seat not in player.view["deciding"] else [_any_route(player.view)]
        concerns = ("owners", "parts", "tickets", "offered")
        tickets = any(_seen(before, seat, key) != _seen(now, seat, key) for key in concerns)
        if wanted or tickets:
            self.asked += 1
            asked = {"type": "hints", "routes": wanted, "tickets": tickets}
            player.wire.send(orjson.dumps(asked))
            await player.wire.next(b"hints")

    async def _pause(self) -> None:
        if self._wishes.pace:
            await asyncio.sleep(self._chance.below(1000) / 500 * self._wishes.pace)


def _seen(view: dict[str, Any], seat: int, key: str) -> object:
    return view["players"][seat][key] if key in ("tickets", "offered") else view[key]


def _any_route(view: dict[str, Any]) -> str:
    routes = [each["action"].get("route") for each in view["legal"]]
    return next((route for route in reversed(routes) if route is not None), ROUTE)


@dataclass(frozen=True)
class Wishes:
    """How tables play."""

    pace: float
    """Seconds a move takes, on average."""
    hints: str


async def load(database: str, tables: int, seconds: float, wishes: Wishes) -> dict[str, float]:
    """Let so many tables of two play on one server process."""
    server = Process(database, QUIET)
    url = await server.start()
    process = psutil.Process(server.pid)
    async with AsyncExitStack() as stack:
        playing = [Table(url, number, wishes) for number in range(tables)]
        for few in range(0, tables, 20):
            await asyncio.gather(*(table.sit(stack) for table in playing[few : few + 20]))
        began, used = time.monotonic(), seconds_used(process)
        await asyncio.gather(*(table.play(began + seconds) for table in playing))
        took = time.monotonic() - began
        spent = seconds_used(process) - used
    await server.end(signal.SIGTERM)
    found = sorted(latency for table in playing for latency in table.latencies)
    moves = len(found)
    return {
        "tables": tables,
        "moves": moves,
        "moves_per_second": moves / took,
        "p50_ms": found[moves // 2] * 1e3,
        "p99_ms": found[moves * 99 // 100] * 1e3,
        "max_ms": found[-1] * 1e3,
        "server_core": spent / took,
        "cpu_ms_per_move": spent / moves * 1e3,
        "hints_per_move": sum(table.asked for table in playing) / moves,
        "bytes_per_move_and_player": sum(table.received for table in playing) / moves / 2,
    }


def seconds_used(process: psutil.Process) -> float:
    """Return the processor time of a process; on Linux exactly, else in steps of 10 ms or so."""
    if sys.platform == "linux":
        # The clock of the whole process, as `clock_getcpuclockid` of the C library names it:
        # threads that have ended count, and none can end while it is read.
        return time.clock_gettime(~process.pid << 3 | 2)
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
            assert await log.write(table, [logged])
            version += 1
            count += 1

    async with opened(database, SCHEMA) as (_, log):
        began = time.monotonic()
        writers = (append(f"table{number}", began + seconds) for number in range(WRITERS))
        await asyncio.gather(*writers)
        return count / (time.monotonic() - began)


@asynccontextmanager
async def databases(folder: Path, only: str | None) -> AsyncIterator[dict[str, list[str]]]:
    """Empty databases of one kind, or of each that can be had here."""
    found = {"sqlite": [str(folder / f"{number}.db") for number in range(_EACH)]}
    place = None if only == "sqlite" else programs()
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
    served = await load(whole, BUSY, seconds, Wishes(0, "none"))
    return {
        "raw_inserts_per_second": inserts,
        "store_moves_per_second": moves,
        "server_moves_per_second": served["moves_per_second"],
        "store_to_raw": moves / inserts,
        "server_to_raw": served["moves_per_second"] / inserts,
        "server_cpu_ms_per_move": served["cpu_ms_per_move"],
        "server_core": served["server_core"],
    }


async def spectators(database: str, number: int, moves: int) -> dict[str, float]:
    """Let one table be watched by so many spectators."""
    server = Process(database, QUIET)
    url = await server.start()
    process = psutil.Process(server.pid)
    async with AsyncExitStack() as stack:
        table = Table(url, 0, Wishes(0, "none"))
        await table.sit(stack)
        watching = []
        for _ in range(number):
            wire = await Wire.connect(url, f"{table.path}/ws?changes=true&words=false")
            stack.callback(wire.close)
            watching.append(wire)
        for wire in watching:
            await wire.next(b"view")
        used = seconds_used(process)
        for _ in range(moves):
            await table.move()
            for wire in watching:
                await wire.next(b"update")
        spent = seconds_used(process) - used
    await server.end(signal.SIGTERM)
    return {"spectators": number, "moves": moves, "cpu_ms_per_move": spent / moves * 1e3}


async def requests(database: str, number: int, program: Sequence[str] = QUIET) -> dict[str, float]:
    """Ask for hints, and for the past of a table with 500 entries."""
    log = long_log()
    async with opened(database, SCHEMA) as (_, store):
        assert await store.add("ended", log)
    server = Process(database, program)
    url = await server.start()
    process = psutil.Process(server.pid)
    found: dict[str, float] = {"entries_of_the_table": len(log)}
    async with AsyncExitStack() as stack:
        table = Table(url, 0, Wishes(0, "none"))
        await table.sit(stack)
        client = table.client

        async def cost(name: str, path: Callable[[int], str], move: bool = False) -> None:
            costs: list[float] = []
            for nth in range(number):
                if move:
                    await table.move()
                used = seconds_used(process)
                answer = await client.get(path(nth))
                answer.raise_for_status()
                costs.append((seconds_used(process) - used) * 1e3)
            found[f"{name}_first_cpu_ms"] = costs[0]
            found[f"{name}_median_cpu_ms"] = sorted(costs)[number // 2]

        ended = "/api/tables/ended"
        await cost("all_hints", lambda _: f"{table.path}/hints?seat=0", move=True)
        await cost("hint", lambda _: f"{table.path}/hints?seat=0&route={ROUTE}", move=True)
        await cost("snapshot", lambda _: f"{table.path}?seat=0")
        # The first of these loads the table.
        await cost("ended_snapshot", lambda _: ended)
        await cost("log", lambda _: f"{ended}/log")
        await cost("entries", lambda _: f"{ended}/entries")
        await cost("replay", lambda _: f"{ended}/replay?seat=0")
    await server.end(signal.SIGTERM)
    return found


def long_log() -> list[Logged]:
    """Make the log of an ended table, with talk after the game up to 500 entries."""
    log = list(play_table("old-west", 2, {}, "bench").log)
    while len(log) < 500:
        log.append(Logged(len(log), Said(10**9, "u_ann", "Ann", 0, "well played", None)))
    return log


async def measure(folder: Path, wishes: argparse.Namespace) -> None:
    """Do what is asked for each kind of database, and print a line of JSON for each part."""

    def tell(part: str, kind: str, report: dict[str, float]) -> None:
        rounded = {name: round(value, 2) for name, value in report.items()}
        print(json.dumps({part: kind, **rounded}), flush=True)

    def is_wanted(part: str) -> bool:
        return wishes.what in (part, "all")

    async with databases(folder, wishes.only) as found:
        for kind, (live, raw, store, whole) in found.items():
            if wishes.only not in (None, kind):
                continue
            if is_wanted("live"):
                how = Wishes(wishes.pace, wishes.hints)
                tell("live", kind, await load(live, wishes.tables, wishes.seconds, how))
            if is_wanted("saturation"):
                tell("saturation", kind, await saturation(raw, store, whole, wishes.seconds))
        if is_wanted("requests"):
            tell("requests", "sqlite", await requests(str(folder / "requests.db"), wishes.times))
        if is_wanted("steps"):
            # The server prints what it measured.
            await requests(str(folder / "steps.db"), wishes.times, TIMED)
        if is_wanted("spectators"):
            watched = await spectators(str(folder / "watched.db"), wishes.spectators, wishes.times)
            tell("spectators", "sqlite", watched)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, after a line about the machine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=PARTS, default="all")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30, help="for each measurement")
    parser.add_argument("--pace", type=float, default=4, help="seconds a move takes, on average")
    parser.add_argument("--only", choices=("sqlite", "postgresql"), help="one kind of database")
    parser.add_argument(
        "--hints",
        choices=("socket", "http", "none"),
        default="socket",
        help="how players ask for hints: as the client, or for all of them after each move",
    )
    parser.add_argument("--times", type=int, default=40, help="requests of a kind, watched moves")
    parser.add_argument("--spectators", type=int, default=1000)
    wishes = parser.parse_args(argv)
    print(json.dumps({"cores": os.cpu_count(), "load_before": os.getloadavg()[0],
                      "python": sys.version.split()[0]}), flush=True)  # fmt: skip
    BUILD.mkdir(exist_ok=True)
    # A collection here lasts a third of a second, and would be taken for a delay of the server.
    gc.disable()
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        asyncio.run(measure(Path(folder), wishes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
