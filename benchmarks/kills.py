"""Kills servers under load, and looks for lost moves: `python -m benchmarks.kills`.

Players move at several tables while servers are killed (SIGKILL) and started again, in four ways:
SQLite with one server; PostgreSQL with one, with two that are killed in turn, and with two that are
killed together with PostgreSQL. Then every move that was acknowledged must be in the log, once, at
the version that was acknowledged, and every log must be one game; else it ends with an error.
`tests/server/test_restart.py` and `test_postgres.py` do the same with few kills.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
from tests.server.harness import Body, Client, new_table
from tests.server.processes import check_log
from tests.store.postgres import Postgres, programs, running_postgres

from benchmarks.server import BUILD
from fogline import Chance
from fogline.store.transfer import opened, read_tables

TABLES = 6
MOVES = 12
"""Acknowledged moves between two kills, at all tables together."""
_RARER = 8
"""How many times fewer kills there are where PostgreSQL is killed, too, which takes long."""
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    ["fogline.server.app", "fogline.server.web.run", "tests.server.processes"]
)


def _serve(database: str, told: Connection) -> None:
    """Be a server, as `fogline serve` is, in a process that need not load it again."""
    from fogline.server.app import create_app  # noqa: PLC0415 (loaded by the fork server)
    from fogline.server.support.logs import configure_logs  # noqa: PLC0415
    from fogline.server.support.settings import ServerSettings  # noqa: PLC0415
    from fogline.server.web.run import TableServer, listen  # noqa: PLC0415

    configure_logs("error")
    settings = ServerSettings(database, limits=False, warm_up=False, bot_delay=0)
    listener = listen("127.0.0.1", 0)
    told.send(listener.getsockname()[1])
    TableServer(create_app(settings)).run([listener])


class Server:
    """A server that is killed and started again, each time at another port."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.url = ""

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        here, there = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_serve, args=(self._database, there), daemon=True)
        self._process.start()
        there.close()
        url = f"http://127.0.0.1:{await asyncio.to_thread(here.recv)}"
        async with httpx.AsyncClient(base_url=url, timeout=5) as client:
            while True:
                with suppress(httpx.TransportError):
                    if (await client.get("/healthz")).status_code == 200:
                        break
                await asyncio.sleep(0.01)
        self.url = url

    async def kill(self) -> None:
        """Kill it without warning."""
        self.url = ""
        self._process.kill()
        await asyncio.to_thread(self._process.join)


@dataclass
class Player:
    """Plays both seats of a table at any server that answers, and never gives up."""

    table: str
    cookies: dict[str, str]
    servers: list[Server]
    acknowledged: dict[str, int] = field(default_factory=dict)
    pending: Body | None = None
    resent: int = 0
    """Moves of which it was not known whether they had been made."""
    ended: bool = False

    def __post_init__(self) -> None:
        self._chance = Chance(self.table)

    async def play(self) -> None:
        """Play to the end of the game."""
        while not self.ended:
            url = self.servers[self._chance.below(len(self.servers))].url
            if not url:
                await asyncio.sleep(0.01)
                continue
            client = Client(url)
            client.http.cookies.update(self.cookies)
            self.resent += self.pending is not None
            try:
                while not self.ended:
                    await self._act(client)
            except (httpx.TransportError, AssertionError):
                await asyncio.sleep(0.01)  # the server, or its database, was killed
            finally:
                await client.http.aclose()

    async def _act(self, client: Client) -> None:
        path = f"/api/tables/{self.table}"
        if self.pending is None:
            shown = await client.get(path)
            self.ended = shown["status"] == "ended"
            if self.ended:
                return
            legal = shown["legal"]
            self.pending = {
                "id": f"move-{len(self.acknowledged):06}",
                "version": shown["version"],
                "seat": shown["you"]["seat"],
                "action": legal[self._chance.below(len(legal))]["action"],
            }
        answer = await client.call("POST", f"{path}/actions", self.pending)
        if answer.status_code == 409:
            # The other server had not read the last move yet when it showed the table.
            assert answer.json()["code"] == "stale", answer.text
            self.pending = None
            return
        assert answer.status_code == 200, answer.text
        self.acknowledged[self.pending["id"]] = answer.json()["version"]
        self.pending = None


async def kills(
    database: str, count: int, servers: int, postgres: Postgres | None = None
) -> dict[str, float | int]:
    """Kill servers in turn while games go on, and PostgreSQL, if it is given, every third time."""
    began = time.monotonic()
    running = [Server(database) for _ in range(servers)]
    for server in running:
        await server.start()
    players: list[Player] = []
    tasks: list[asyncio.Task[None]] = []
    ann = Client(running[0].url)
    user = (await ann.post("/api/session", {"name": "Ann"}))["user"]["id"]
    cookies = dict(ann.http.cookies)
    await ann.http.aclose()

    async def more() -> None:
        """Keep so many games going."""
        while sum(not player.ended for player in players) < TABLES:
            client = Client(running[0].url)
            client.http.cookies.update(cookies)
            seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
            table = await new_table(client, *seats, game="old-west")
            await client.post(f"/api/tables/{table}/start")
            await client.http.aclose()
            players.append(Player(table, cookies, running))
            tasks.append(asyncio.create_task(players[-1].play()))

    def acknowledged() -> int:
        return sum(len(player.acknowledged) for player in players)

    databases_killed = 0
    for kill in range(count):
        await more()
        wanted = acknowledged() + MOVES
        while acknowledged() < wanted and not all(player.ended for player in players):
            await asyncio.sleep(0.002)
        victim = running[kill % servers]
        if postgres is not None and kill % 3 == 2:
            databases_killed += 1
            postgres.stop()
            await asyncio.to_thread(postgres.start)
        await victim.kill()
        await victim.start()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for server in running:
        await server.kill()
    found = await _check(database, players, user)
    return {
        "servers": servers,
        "kills": count,
        "kills_of_postgresql": databases_killed,
        "tables": len(players),
        "acknowledged_moves": acknowledged(),
        "written_without_acknowledgement": found - acknowledged(),
        "sent_again": sum(player.resent for player in players),
        "seconds": round(time.monotonic() - began, 1),
    }


async def _check(database: str, players: Sequence[Player], user: str) -> int:
    """Compare the logs with what was acknowledged; return how many moves there are."""
    async with opened(database) as (_, log):
        files = {file.table: file for file in await read_tables(log, ())}
    found = 0
    for player in players:
        if player.acknowledged:
            there = check_log(files[player.table], player.acknowledged, user)
            assert there - len(player.acknowledged) in (0, 1), player.table
            found += there
    return found


async def measure(folder: Path, count: int, only: str | None) -> None:
    """Kill in all ways, and print a line for each."""
    if only in (None, "sqlite"):
        _tell("sqlite", await kills(str(folder / "tables.db"), count, 1))
    place = programs()
    if only == "sqlite" or place is None:
        return
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(running_postgres(place))
        for name, servers, with_database in (
            ("postgresql", 1, False),
            ("postgresql, two servers", 2, False),
            ("postgresql is killed, too", 2, True),
        ):
            database = await postgres.new_database()
            killed = postgres if with_database else None
            often = max(3, count // _RARER) if with_database else count
            _tell(name, await kills(database, often, servers, killed))


def _tell(name: str, found: dict[str, float | int]) -> None:
    print(json.dumps({"database": name, **found}), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Kill, after a line about the machine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100, help="in each of the first three ways")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    wishes = parser.parse_args(argv)
    print(json.dumps({"cores": os.cpu_count(), "load_before": os.getloadavg()[0]}), flush=True)
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        asyncio.run(measure(Path(folder), wishes.kills, wishes.only))
    return 0


if __name__ == "__main__":
    sys.exit(main())
