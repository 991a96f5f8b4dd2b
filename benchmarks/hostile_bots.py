"""How much one address that computes slows down others: `python -m benchmarks.hostile_bots`.

A server with its limits is asked for bots and reviews by one address of this machine (127.0.0.1),
while somebody at another (127.0.0.2) plays against a bot, or asks for a review. Each attack is made
several times, each time on a new server, which is measured first without it. Nothing leaves this
machine.

- `masters`: one guest starts 20 tables of six masters. A bot of level `skilled` answers the other.
- `reviews`: many guests ask for reviews of long games. The other asks for one, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import orjson
from tests.server.processes import Process
from tests.server.wire_client import Wire
from tests.store.make_logs import play_table

from benchmarks.hostile import HONEST, Attacker
from benchmarks.server import BUILD, HOST
from fogline import Chance
from fogline.server.features import SCHEMA
from fogline.store.transfer import opened

TABLES = 20
PACE = 0.1
"""Seconds between two moves of the honest player."""
REVIEWED = 12
"""Long games that the attacker wants to have reviewed."""
LOOK = 0.2
"""Seconds between two looks at a review."""
PATIENCE = 180
"""Seconds after which a review that has not begun is waited for no longer."""

Report = dict[str, float]


class Honest:
    """Somebody who plays against a skilled bot, and asks for reviews."""

    def __init__(self, url: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=HONEST)
        self.url = url
        self.client = httpx.AsyncClient(
            base_url=url, headers=HOST, timeout=600, transport=transport
        )
        self._chance = Chance("honest")

    async def enter(self) -> None:
        """Begin a session."""
        (await self.client.post("/api/session", json={"name": "Ann"})).raise_for_status()

    async def play(self, seconds: float) -> list[float]:
        """Play for some time; return how long each decision of the bot took, in milliseconds."""
        waits: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            waits += await self.play_game(until, "skilled")
        return waits

    async def play_game(self, until: float, level: str) -> list[float]:
        """Play a game, not to the end if there is no time; return as `play` does."""
        waits: list[float] = []
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        wish = {"game": "san-francisco", "seats": seats}
        made = await self.client.post("/api/tables", json=wish)
        path = f"/api/tables/{made.json()['table']}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        wire = await Wire.connect(self.url, f"{path}/ws?seat=0", cookie, HONEST)
        try:
            view = orjson.loads(await wire.next(b"view"))
            await self.client.post(f"{path}/start")
            asked: float | None = None
            while time.monotonic() < until or asked is not None:
                if view["legal"] and asked is None:
                    await asyncio.sleep(PACE)
                    legal = view["legal"]
                    act = {"type": "act", "id": f"m-{view['version']:06}", "seat": 0}
                    act |= {"version": view["version"]}
                    act |= {"action": legal[self._chance.below(len(legal))]["action"]}
                    wire.send(orjson.dumps(act))
                view = orjson.loads(await wire.next(b"update"))["view"]
                now = time.perf_counter()
                if asked is not None:
                    waits.append((now - asked) * 1e3)
                asked = now if 1 in view["deciding"] else None
                if view["status"] == "ended":
                    break
        finally:
            wire.close()
        return waits

    async def review(self, table: str) -> float:
        """Ask for a review; return the seconds until it has begun, at most `PATIENCE`."""
        path = f"/api/tables/{table}/review"
        began = time.monotonic()
        status = (await self.client.post(path)).raise_for_status().json()["status"]
        while status == "waiting" and time.monotonic() - began < PATIENCE:
            await asyncio.sleep(LOOK)
            status = (await self.client.get(path)).json()["status"]
        return time.monotonic() - began


async def masters(server: Process, seconds: float) -> Report:
    """Measure how long others wait for a skilled bot."""
    honest, attacker = Honest(server.url), Attacker(server.url)
    await honest.enter()
    await honest.play(3)  # loads the bot
    await honest.play_game(time.monotonic() + 1, "master")  # it may have to be compiled first
    before = await honest.play(seconds)
    async with AsyncExitStack() as stack:
        guest = await stack.enter_async_context(attacker.client())
        (await guest.post("/api/session", json={"name": "Mallory"})).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
        for _ in range(TABLES):
            table = await attacker.table(guest, "master")
            wire = await Wire.connect(server.url, f"/api/tables/{table}/ws?views=false", cookie)
            stack.callback(wire.close)
        under = await honest.play(seconds)
    return {**_waits("idle", before), **_waits("attacked", under)}


async def reviews(server: Process, seconds: float) -> Report:
    """Measure how long others wait for a review to begin, and for a skilled bot."""
    honest, attacker = Honest(server.url), Attacker(server.url)
    await honest.enter()
    await honest.play(3)
    before = await honest.play(seconds)
    idle = await honest.review("first")
    while (await honest.client.get("/api/tables/first/review")).json()["status"] != "done":
        await asyncio.sleep(LOOK)
    accepted = 0
    for number, guest in enumerate((await attacker.guests())[:REVIEWED]):
        answer = await guest.post(f"/api/tables/long-{number}/review")
        accepted += answer.is_success
    under = await honest.play(seconds)
    attacked = await honest.review("second")
    return {
        "accepted": accepted,
        "review_began_s_idle": idle,
        "review_began_s_attacked": attacked,
        **_waits("idle", before),
        **_waits("attacked", under),
    }


ATTACKS: dict[str, Callable[[Process, float], Awaitable[Report]]] = {
    attack.__name__: attack for attack in (masters, reviews)
}


def _waits(name: str, found: Sequence[float]) -> Report:
    return {
        f"bot_median_ms_{name}": statistics.median(found),
        f"bot_p95_ms_{name}": statistics.quantiles(found, n=20)[-1],
        f"bot_longest_ms_{name}": max(found),
        f"answers_{name}": len(found),
    }


async def _database(folder: Path, name: str) -> str:
    """Make a database with games that have ended."""
    database = str(folder / f"{name}.db")
    games = {"first": ("san-francisco", 2), "second": ("san-francisco", 2)}
    games |= {f"long-{number}": ("old-west", 6) for number in range(REVIEWED)}
    async with opened(database, SCHEMA) as (_, store):
        for table, (game, seats) in games.items():
            log = play_table(game, seats, {}, table).log
            assert await store.add(table, log)
    return database


async def _measure(folder: Path, name: str, number: int, seconds: float) -> dict[str, Any]:
    database = await _database(folder, f"{name}-{number}")
    server = Process(database, ("-m", "benchmarks.serve_without_bots"), limits=True)
    await server.start()
    load = os.getloadavg()[0]
    try:
        report = await ATTACKS[name](server, seconds)
    finally:
        await server.end(signal.SIGKILL)
    rounded = {key: round(value, 2) for key, value in report.items()}
    return {"attack": name, "load": load, **rounded}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure each attack some times."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], metavar="attack")
    parser.add_argument("--seconds", type=float, default=20, help="for each measurement")
    parser.add_argument("--times", type=int, default=3, help="how often each attack is made")
    wishes = parser.parse_args(argv)
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        for number in range(wishes.times):
            for name in wishes.attacks or ATTACKS:
                found = asyncio.run(_measure(Path(folder), name, number, wishes.seconds))
                print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
