"""What every route costs the server's processor, and what it is charged.

`python -m benchmarks.hostile --costs` runs it. It goes through the routes that the application
declares; a route without an example is an error. Times are processor time of the server's process,
so that other programs disturb them little, and the median of some rounds is taken.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import orjson
import psutil  # type: ignore[import-untyped]
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import BaseRoute
from tests.server.processes import Process
from tests.server.test_notifications import PostOffice
from tests.server.wire_client import Wire

from benchmarks.cost_examples import EXAMPLES, Example, Stage, cookie
from benchmarks.serve_and_count_charges import FILE, NUMBER
from benchmarks.server import ROUTE, seconds_used
from fogline.server.app import create_app
from fogline.server.features import SCHEMA
from fogline.server.support.settings import ServerSettings
from fogline.server.web.limits import WORK
from fogline.store.transfer import opened

Call = Callable[[], Awaitable[None]]
MOST = 3
"""How many times more than its charge a call may cost."""
ROUNDS = 5
TIMES = 6
"""Calls of a round."""
MESSAGES: dict[str, tuple[object, bytes]] = {
    "ping": ({"type": "ping"}, b"pong"),
    "hints": ({"type": "hints", "routes": [], "tickets": True}, b"hints"),
    "hints of a route": ({"type": "hints", "routes": [ROUTE], "tickets": True}, b"hints"),
    "look": ({"type": "look", "seat": 1}, b"view"),
    "snapshot": ({"type": "snapshot"}, b"view"),
}
"""Messages through a WebSocket, and the kinds of their answers."""


def route_name(route: BaseRoute) -> str:
    """Return the methods and the path of a route."""
    if isinstance(route, APIWebSocketRoute):
        return f"WS {route.path}"
    assert isinstance(route, APIRoute), route
    return f"{','.join(sorted(route.methods or ()))} {route.path}"


def declared_routes() -> list[str]:
    """Name all routes of the application."""
    return [route_name(route) for route in create_app(ServerSettings(database=":memory:")).routes]


class Meter:
    """Measures what calls cost, and what the server charges for them."""

    def __init__(self, process: psutil.Process, charges: Path) -> None:
        self._process = process
        self._charges = charges
        self.is_fair = True
        """Whether nothing costs much more than its charge."""

    async def report(self, name: str, prepare: Callable[[], Awaitable[Call]]) -> None:
        """Print what a call costs and is charged."""
        await (await prepare())()
        found: list[tuple[float, float]] = []
        for _ in range(ROUNDS):
            calls = [await prepare() for _ in range(TIMES)]
            used, charged = seconds_used(self._process), self._charged
            for call in calls:
                await call()
            spent = (seconds_used(self._process) - used) * 1e3
            found.append((spent / TIMES, (self._charged - charged) / TIMES))
        cost = statistics.median(each for each, _ in found)
        charge = statistics.median(each for _, each in found)
        ratio = cost / max(charge, 0.01)
        self.is_fair &= ratio <= MOST
        line = {
            "request": name,
            "cpu_ms": round(cost, 2),
            "charged": round(charge, 1),
            "core": round(ratio * WORK.per_second / 1e3, 3),
            **({"too_cheap": round(ratio, 1)} if ratio > MOST else {}),
        }
        print(json.dumps(line), flush=True)

    @property
    def _charged(self) -> int:
        number: int = NUMBER.unpack(self._charges.read_bytes())[0]
        return number


async def measure_costs(folder: Path) -> bool:
    """Compare what each route costs with what it is charged; return whether none is too cheap.

    An address may use 150 charged milliseconds a second: the share of a core that it can take with
    each kind of call is printed, too.
    """
    names = declared_routes()
    if {*names} != {*EXAMPLES}:
        differ = sorted({*names} ^ {*EXAMPLES})
        raise SystemExit(f"routes without examples, or examples without routes: {differ}")
    charges, database = folder / "charges", str(folder / "costs.db")
    charges.write_bytes(bytes(NUMBER.size))
    async with AsyncExitStack() as stack:
        office = PostOffice()
        office.start()
        stack.callback(office.stop)
        mail = office.mail.server
        os.environ |= {
            FILE: str(charges),
            "FOGLINE_URL": "https://games.example.org/",
            "FOGLINE_SMTP": f"smtp://{mail.host}:{mail.port}",
            "FOGLINE_MAIL_FROM": office.mail.sender,
        }
        server = Process(database, ("-m", "benchmarks.serve_and_count_charges"))
        url = await server.start()
        stack.push_async_callback(server.end, signal.SIGTERM)
        meter = Meter(psutil.Process(server.pid), charges)
        stage = Stage(url, *await stack.enter_async_context(opened(database, SCHEMA)), stack)
        await stage.prepare()
        for name in names:
            for example in EXAMPLES[name]:
                title = f"{name}, {example.name}" if example.name else name
                await meter.report(title, partial(_ready, stage, name, example))
        wire = await Wire.connect(url, f"/api/tables/{stage.table}/ws", cookie(stage.ann))
        stack.callback(wire.close)
        await wire.next(b"view")
        for name, (message, answer) in MESSAGES.items():
            await meter.report(f"message: {name}", partial(_ready_to_send, wire, message, answer))
    return meter.is_fair


async def _ready(stage: Stage, route: str, example: Example) -> Call:
    return partial(example.run, stage, route, await example.prepare(stage))


async def _ready_to_send(wire: Wire, message: object, answer: bytes) -> Call:
    async def send() -> None:
        wire.send(orjson.dumps(message))
        await wire.next(answer)

    return send
