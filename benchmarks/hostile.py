"""How much one hostile address slows down all others: `python -m benchmarks.hostile`.

A server with its limits is played on by some tables from one address of this machine (127.0.0.2),
while another (127.0.0.1) does as much as it is allowed to, and more, one kind of attack after the
other. For each it prints the median time of the others' moves without and with the attack, from the
same run. Nothing leaves this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import orjson
import psutil  # type: ignore[import-untyped]
from tests.server.processes import Process
from tests.server.wire_client import Wire

from benchmarks.cost_examples import ENDED, cookie
from benchmarks.costs import measure_costs
from benchmarks.server import BUILD, HOST, Table, Wishes, long_log, seconds_used
from fogline.server.features import SCHEMA
from fogline.store.transfer import opened

HONEST = "127.0.0.2"
TABLES = 12
PACE = 0.4
"""Seconds between two moves of a table."""
ROUNDS = 4
"""How often others are measured with and without the attack, turn about."""
GUESTS = 25
SOCKETS = 250
GONE = (httpx.TransportError, EOFError, OSError)


class Attacker:
    """Somebody hostile, with several guests and many connections, at one address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.goes_on = True
        self.sent = 0
        """Requests, messages and connections."""

    def begin(self) -> None:
        """Say that all is prepared, and go on until a signal says that it is enough."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.stop)
        print("ready", flush=True)

    def stop(self) -> None:
        """Send nothing more."""
        self.goes_on = False

    def client(self) -> httpx.AsyncClient:
        """Return a new visitor."""
        return httpx.AsyncClient(base_url=self.url, headers=HOST, timeout=30)

    async def guests(self) -> list[httpx.AsyncClient]:
        """Return guests with sessions."""
        found = [self.client() for _ in range(GUESTS)]
        for number, guest in enumerate(found):
            answer = await guest.post("/api/session", json={"name": f"Mallory {number}"})
            answer.raise_for_status()
        return found

    async def flood(
        self, method: str, paths: Sequence[str], body: object = None, cookie: str = ""
    ) -> None:
        """Send one request after the other, whatever is answered."""
        content = b"" if body is None else orjson.dumps(body)
        requests = [
            f"{method} {path} HTTP/1.1\r\nHost: {urlsplit(self.url).netloc}\r\nX-Fogline: 1\r\n"
            f"Cookie: {cookie}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
            for path in paths
        ]
        while self.goes_on:
            with suppress(*GONE):
                await self._send(requests)

    async def _send(self, requests: Sequence[bytes]) -> None:
        """Send requests through one connection until it ends."""
        parts = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            for request in itertools.cycle(requests):
                if not self.goes_on:
                    return
                self.sent += 1
                writer.write(request)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                if b"transfer-encoding: chunked" in head:
                    while size := int(await reader.readline(), 16):
                        await reader.readexactly(size + 2)
                    await reader.readline()
                else:
                    length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
                    await reader.readexactly(int(length or b"0"))
        finally:
            writer.close()

    async def crowd(self, paths: Sequence[str], at_once: int = 20) -> None:
        """Read paths, many at once."""
        self.begin()
        await asyncio.gather(*(self.flood("GET", paths) for _ in range(at_once)))

    async def sockets(
        self, stack: AsyncExitStack, path: Callable[[int], str], cookies: Sequence[str]
    ) -> list[Wire]:
        """Open as many WebSockets as possible, at the rate that is allowed."""
        found: list[Wire] = []
        for number in range(SOCKETS):
            with suppress(*GONE):
                wire = await Wire.connect(self.url, path(number), cookies[number % len(cookies)])
                stack.callback(wire.close)
                found.append(wire)
                self.sent += 1
            if number % 25 == 24:
                await asyncio.sleep(0.5)
        return found

    async def say(self, wires: Sequence[Wire], message: object, pause: float) -> None:
        """Send a message through all sockets, again and again."""
        text = orjson.dumps(message)
        self.begin()
        while self.goes_on:
            for wire in [wire for wire in wires if not wire.is_lost]:
                wire.send(text)
                self.sent += 1
            await asyncio.sleep(pause)

    async def table(self, guest: httpx.AsyncClient, level: str | None = None) -> str:
        """Make a table and start it."""
        seats = [{"kind": "me"}, {"kind": "me", "name": "Eve"}]
        if level:
            seats = [{"kind": "bot", "level": level}] * 6
        answer = await guest.post("/api/tables", json={"game": "old-west", "seats": seats})
        answer.raise_for_status()
        table: str = answer.json()["table"]
        (await guest.post(f"/api/tables/{table}/start")).raise_for_status()
        return table


async def reading(attacker: Attacker) -> None:
    """Read the past of a long game, which is dear."""
    ended = f"/api/tables/{ENDED}"
    seen = [f"{ended}/replay", f"{ended}/replay?seat=0", f"{ended}/replay?hands=true"]
    await attacker.crowd([*seen, f"{ended}/log", f"{ended}/entries"])


async def asking(attacker: Attacker) -> None:
    """Ask for what is cheap, as often as possible."""
    await attacker.crowd(["/api/games", "/api/tables", f"/api/tables/{ENDED}", "/api/nothing"])


async def health(attacker: Attacker) -> None:
    """Ask for the health, which is written to the disk."""
    await attacker.crowd(["/healthz"])


async def docs(attacker: Attacker) -> None:
    """Ask for the longest pages."""
    pages = ("/docs", "/openapi.json", "/api/boards/old-west/picture.svg", "/api/tutorial/old-west")
    await attacker.crowd(pages, 24)


async def export(attacker: Attacker) -> None:
    """Export the data of many guests, each with some tables and a line in a long one."""
    guests = await attacker.guests()
    for guest in guests:
        for _ in range(3):
            await attacker.table(guest)
        said = await guest.post(f"/api/tables/{ENDED}/chat", json={"reaction": "hello"})
        said.raise_for_status()

    async def ask(guest: httpx.AsyncClient) -> None:
        while attacker.goes_on:
            with suppress(*GONE):
                await guest.get("/api/account/data")
                attacker.sent += 1

    attacker.begin()
    await asyncio.gather(*map(ask, guests))


async def hinting(attacker: Attacker) -> None:
    """Ask for all hints of a game that goes on."""
    (guest, *_) = await attacker.guests()
    table = await attacker.table(guest)
    await attacker.crowd([f"/api/tables/{table}/hints"])


async def messaging(attacker: Attacker) -> None:
    """Send messages through many sockets, each at its limit."""
    guests = await attacker.guests()
    table = await attacker.table(guests[0])
    cookies = [cookie(guest) for guest in guests]
    async with AsyncExitStack() as stack:
        path = f"/api/tables/{table}/ws?views=false"
        wires = await attacker.sockets(stack, lambda _: path, cookies)
        await attacker.say(wires, {"type": "chat", "text": "hello"}, 0.1)


async def gossiping(attacker: Attacker) -> None:
    """Talk at a table that many look at, each in another language."""
    guests = await attacker.guests()
    table = await attacker.table(guests[0])
    cookies = [cookie(guest) for guest in guests]
    async with AsyncExitStack() as stack:
        path = f"/api/tables/{table}/ws?language="
        await attacker.sockets(stack, lambda number: f"{path}xx-{number:04}", cookies)
        body = {"reaction": "hello"}
        chat = [f"/api/tables/{table}/chat"]
        attacker.begin()
        await asyncio.gather(*(attacker.flood("POST", chat, body, each) for each in cookies))


async def listening(attacker: Attacker) -> None:
    """Open streams of accounts, which look for news every second."""
    guests = await attacker.guests()
    for guest in guests[:8]:
        for _ in range(4):
            await attacker.table(guest)
    async with AsyncExitStack() as stack:
        for number in range(SOCKETS):
            with suppress(*GONE):
                stream = guests[number % 8].stream("GET", "/api/stream")
                await stack.enter_async_context(stream)
                attacker.sent += 1
            if number % 25 == 24:
                await asyncio.sleep(0.5)
        attacker.begin()
        while attacker.goes_on:
            await asyncio.sleep(0.1)


async def founding(attacker: Attacker) -> None:
    """Make tables."""
    body = {"game": "old-west", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 5]}
    cookies = [cookie(guest) for guest in await attacker.guests()]
    attacker.begin()
    floods = (attacker.flood("POST", ["/api/tables"], body, each) for each in cookies)
    await asyncio.gather(*floods)


async def joining(attacker: Attacker) -> None:
    """Open WebSockets and close them again."""
    attacker.begin()
    while attacker.goes_on:
        with suppress(*GONE):
            (await Wire.connect(attacker.url, f"/api/tables/{ENDED}/ws")).close()
            attacker.sent += 1


async def guessing(attacker: Attacker) -> None:
    """Guess passwords, which are hashed slowly."""
    body = {"login": "somebody", "password": "correct horse"}
    attacker.begin()
    await asyncio.gather(*(attacker.flood("POST", ["/api/login"], body) for _ in range(20)))


async def thinking(attacker: Attacker) -> None:
    """Let many tables of six masters play, and watch them all."""
    guests = await attacker.guests()
    is_compiled = False
    async with AsyncExitStack() as stack:
        for guest in guests:
            for _ in range(2):
                table = await attacker.table(guest, "master")
                path = f"/api/tables/{table}/ws?views=false"
                wire = await Wire.connect(attacker.url, path, cookie(guest))
                stack.callback(wire.close)
                attacker.sent += 1
                if not is_compiled:
                    # Alone, because all tables of an address share the time of one thread.
                    await wire.next(b"update")
                    is_compiled = True
        attacker.begin()
        while attacker.goes_on:
            await asyncio.sleep(0.1)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        reading,
        asking,
        health,
        docs,
        export,
        hinting,
        messaging,
        gossiping,
        listening,
        founding,
        joining,
        guessing,
    )
}
WITH_BOTS = {"thinking": thinking}


async def _attack(name: str, url: str) -> None:
    """Be the attacker: this runs in a process of its own."""
    attacker = Attacker(url)
    await (ATTACKS | WITH_BOTS)[name](attacker)
    print(json.dumps({"sent": attacker.sent}))


class Honest:
    """Tables of two from another address, and how long their moves take."""

    def __init__(self, url: str) -> None:
        wishes = Wishes(PACE, "socket")
        self._tables = [Table(url, number, wishes, HONEST) for number in range(TABLES)]
        self._url = url

    async def sit(self, stack: AsyncExitStack) -> None:
        """Take seats."""
        for table in self._tables:
            await table.sit(stack)

    async def play(self, seconds: float) -> list[float]:
        """Play for some time; return the times of all moves, in milliseconds."""
        for table in self._tables:
            table.latencies.clear()
        until = time.monotonic() + seconds
        await asyncio.gather(*(table.play(until) for table in self._tables))
        return [latency * 1e3 for table in self._tables for latency in table.latencies]


async def _database(folder: Path, name: str) -> str:
    """Make a database with a table that has ended."""
    database = str(folder / f"{name}.db")
    log = long_log()
    async with opened(database, SCHEMA) as (_, store):
        assert await store.add(ENDED, log)
    return database


async def measure(folder: Path, name: str, seconds: float) -> dict[str, Any]:
    """Let others play without and with one kind of attack."""
    database = await _database(folder, name)
    program = ("-m", "benchmarks.serve_without_bots")
    server = Process(database, program, limits=True, log=folder / f"{name}.log")
    url = await server.start()
    process = psutil.Process(server.pid)
    async with AsyncExitStack() as stack:
        honest = Honest(url)
        await honest.sit(stack)
        await honest.play(1)
        before = await honest.play(2 * seconds)
        attack = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.hostile", "--be", name),
            *("--url", url),
            stdout=asyncio.subprocess.PIPE,
        )
        assert attack.stdout is not None
        assert await attack.stdout.readline() == b"ready\n"
        under: list[float] = []
        quiet: list[float] = []
        cores = [0.0, 0.0]
        for _ in range(ROUNDS):
            # Turn about, because other programs disturb both.
            for number, found in enumerate((under, quiet)):
                began, used = time.monotonic(), seconds_used(process)
                found.extend(await honest.play(seconds))
                took = time.monotonic() - began
                cores[number] += (seconds_used(process) - used) / took / ROUNDS
                attack.send_signal(signal.SIGCONT if found is quiet else signal.SIGSTOP)
        attack.send_signal(signal.SIGTERM)
        memory = process.memory_info().rss
        told, _ = await attack.communicate()
    await server.end(signal.SIGTERM)
    return {
        "attack": name,
        "median_ms_before": statistics.median(before),
        "median_ms_without": statistics.median(quiet),
        "median_ms_with": statistics.median(under),
        "ratio": statistics.median(under) / statistics.median(quiet),
        # What an attacker leaves behind, such as open streams, goes on between the attacks.
        "ratio_to_before": statistics.median(under) / statistics.median(before),
        "moves_without": len(quiet),
        "moves_with": len(under),
        "hostile_requests": json.loads(told)["sent"] if told else 0,
        "server_core_without": cores[1],
        "server_core_with": cores[0],
        "megabytes": memory / 1e6,
        "log_lines": (folder / f"{name}.log").read_text().count("\n"),
    }


async def _measure_all(folder: Path, names: Sequence[str], seconds: float) -> None:
    for name in names:
        found = await measure(folder, name, seconds)
        rounded = {
            key: round(value, 2) if isinstance(value, float) else value
            for key, value in found.items()
        }
        print(json.dumps(rounded), flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, after a line about the machine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = [*ATTACKS, *WITH_BOTS]
    parser.add_argument("attacks", nargs="*", metavar="attack", help=f"some of {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=2, help="for each of the rounds")
    parser.add_argument("--costs", action="store_true", help="compare costs with charges instead")
    parser.add_argument("--be", choices=known, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    wishes = parser.parse_args(argv)
    if wishes.be:
        asyncio.run(_attack(wishes.be, wishes.url))
        return 0
    unknown = sorted({*wishes.attacks} - {*known})
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}")
    print(json.dumps({"cores": os.cpu_count(), "load_before": os.getloadavg()[0]}), flush=True)
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        if wishes.costs:
            return 0 if asyncio.run(measure_costs(Path(folder))) else 1
        asyncio.run(_measure_all(Path(folder), wishes.attacks or known, wishes.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
