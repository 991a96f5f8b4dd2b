"""A real server on a free port, and clients that speak to it, in one event loop."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import ssl
import tempfile
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager, nullcontext
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec

import httpx
from sqlalchemy import create_engine
from websockets.asyncio.client import ClientConnection, connect

from fogline import Chance
from fogline.server.app import create_app
from fogline.server.services import Services
from fogline.server.support.settings import ServerSettings
from fogline.server.web.run import TableServer, listen
from fogline.server.wire.record_models import changes_type
from fogline.store.migrate import migrate
from fogline.table.fairness import bound_commitment_of

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Reading the usual ones takes a while, and nothing here is encrypted."""

_PATIENCE = 900
"""Seconds after which a test hangs; a machine with much else to do may need minutes."""

P = ParamSpec("P")
Body = dict[str, Any]


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(_PATIENCE):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


class HandTurned:
    """A clock that stands still until a test turns its hands."""

    def __init__(self, now: int = 1_000_000_000) -> None:
        self._now = now
        self._bells: list[tuple[int, int, _Bell]] = []
        self._order = itertools.count()

    def now(self) -> int:
        return self._now

    def ring_at(self, when: int, bell: Callable[[], None]) -> _Bell:
        alarm = _Bell(bell)
        if when <= self._now:
            asyncio.get_running_loop().call_soon(alarm.ring)
            return alarm
        heapq.heappush(self._bells, (when, next(self._order), alarm))
        return alarm

    def turn(self, milliseconds: int) -> None:
        self._now += milliseconds
        while self._bells and self._bells[0][0] <= self._now:
            heapq.heappop(self._bells)[2].ring()


class _Bell:
    def __init__(self, bell: Callable[[], None]) -> None:
        self._bell: Callable[[], None] | None = bell

    def cancel(self) -> None:
        self._bell = None

    def ring(self) -> None:
        if self._bell is not None:
            self._bell()


def counted(seed: str) -> Callable[[int], bytes]:
    """Secrets and ids that are the same on every run."""
    chance = Chance(seed)
    return lambda size: bytes(chance.below(256) for _ in range(size))


def settings_for(folder: Path, **changes: Any) -> ServerSettings:
    base = {"bot_delay": 0, "limits": False, "warm_up": False, "entropy": counted("server")}
    # A machine with much to do may stand still, which a test must not depend on.
    base["uptime"] = lambda: 0.0
    database = folder / "tables.db"
    if "database" not in changes and folder.is_dir() and not database.exists():
        database.write_bytes(_empty_database())
    return ServerSettings(**{"database": str(database), **base, **changes})


@cache
def _empty_database() -> bytes:
    """A new database. Migrating takes longer than most tests, so each of them gets a copy."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tables.db")
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return file.read_bytes()


class Serving:
    """A server that runs."""

    def __init__(self, port: int, services: Services, connections: Collection[object]) -> None:
        self.port = port
        self.services = services
        self.connections = connections
        self._clients: list[Client] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def guest(self, name: str) -> Client:
        """Somebody with a session."""
        client = self.stranger()
        client.user = (await client.post("/api/session", {"name": name}))["user"]["id"]
        return client

    def stranger(self) -> Client:
        """Somebody without one."""
        client = Client(self.url)
        self._clients.append(client)
        return client

    async def close(self) -> None:
        for client in self._clients:
            await client.http.aclose()


@asynccontextmanager
async def serving(settings: ServerSettings) -> AsyncIterator[Serving]:
    app = create_app(settings)
    listener = listen("127.0.0.1", 0)
    server = TableServer(app)
    # The signals belong to the test runner.
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve([listener]))
    while not server.started:
        await asyncio.sleep(0.005)
        if task.done():
            task.result()
            raise AssertionError("the server did not start")
    connections = server.server_state.connections
    running = Serving(listener.getsockname()[1], app.state.services, connections)
    try:
        yield running
    finally:
        await running.close()
        server.should_exit = True
        await task


class Client:
    """Somebody who asks by HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(
            base_url=url,
            headers={"X-Fogline": "1"},
            timeout=_PATIENCE,
            verify=NO_CERTIFICATES,
        )
        self.user = ""

    async def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self.http.request(method, path, json=body)

    async def get(self, path: str) -> Body:
        return ok(await self.call("GET", path))

    async def post(self, path: str, body: object = None) -> Body:
        return ok(await self.call("POST", path, body))

    async def refused(self, path: str, body: object = None, method: str = "POST") -> Body:
        response = await self.call(method, path, body)
        assert response.status_code >= 400, response.text
        return body_of(response)

    @asynccontextmanager
    async def watch(
        self, table: str, query: str = "", origin: str | None = None
    ) -> AsyncIterator[Watching]:
        cookies = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/ws?{query}"
        headers = {"Cookie": cookies} if cookies else {}
        headers |= {"Origin": origin} if origin else {}
        if "Authorization" in self.http.headers:
            headers["Authorization"] = self.http.headers["Authorization"]
        # On a busy machine a process may stand still for longer than the usual ten seconds, and
        # than the twenty after which a ping without an answer ends a connection.
        async with connect(
            address,
            additional_headers=headers,
            max_size=None,
            open_timeout=_PATIENCE,
            ping_interval=None,
        ) as socket_:
            yield Watching(socket_)


class Watching:
    """A WebSocket to a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.socket = connection

    async def send(self, **message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, *kinds: str) -> Body:
        """The next message, or the next of these kinds."""
        while True:
            message: Body = json.loads(await self.socket.recv())
            if not kinds or message["type"] in kinds:
                return message


def ok(response: httpx.Response) -> Body:
    assert response.status_code < 300, response.text
    return body_of(response)


def body_of(response: httpx.Response) -> Body:
    found: Body = response.json() if response.content else {}
    return found


PASSWORD = "correct horse"  # noqa: S105 (of accounts in tests)


async def proof_of(client: Client, password: str = PASSWORD) -> Body:
    """The proof that the owner of an account uses this session, as requests carry it."""
    return await client.post("/api/account/proof", {"password": password})


async def new_token(client: Client, label: str) -> Body:
    """Create a token of an account with the usual password."""
    return await client.post("/api/tokens", {"label": label, **await proof_of(client)})


ME: Body = {"kind": "me"}
OPEN: Body = {"kind": "open"}
RANDOM: Body = {"kind": "bot", "level": "random"}


async def new_table(client: Client, *seats: Body, **wishes: object) -> str:
    """Create a table and return its id."""
    body = {"game": "san-francisco", "seats": list(seats), **wishes}
    table: str = (await client.post("/api/tables", body))["table"]
    return table


def applied(before: Body, update: Body) -> Body:
    """The snapshot after an update, as a client computes it."""
    if update["view"] is not None:
        assert update["since"] is update["changes"] is None
        whole: Body = update["view"]
        return whole
    assert update["since"] == before["version"]
    assert update["changes"].keys() <= changes_type().model_fields.keys()
    changes = dict(update["changes"])
    chat = [*before["chat"], *changes.pop("chat", [])][-200:]
    view = before["view"]
    if "view" in changes:
        fields = changes.pop("view")
        players = fields.pop("players", {})
        view = {**view, **fields}
        view["players"] = [
            players.get(str(seat), player) for seat, player in enumerate(before["view"]["players"])
        ]
    return {**before, **changes, "chat": chat, "view": view}


async def replay_of(client: Client, table: str, query: str = "") -> tuple[list[Body], list[Body]]:
    """The snapshots of a replay by version, and its entries after the first."""
    response = await client.call("GET", f"/api/tables/{table}/replay?{query}")
    assert response.status_code == 200, response.text
    first, *updates = map(json.loads, response.text.splitlines())
    snapshots, entries = [first], []
    for update in updates:
        snapshots.append(applied(snapshots[-1], update))
        entries += update["entries"]
    return snapshots, entries


ORIGIN = "https://fogline.example"
"""Where the clients of these tests say that they found the server."""


def sealed(table: str, contribution: str, attempt: int = 0) -> Body:
    """A commitment to a contribution, as a client sends it."""
    commitment = bound_commitment_of(contribution, ORIGIN, table, attempt)
    return {"commitment": commitment, "origin": ORIGIN}


async def play_on(client: Client, table: str, seat: int, choose: Chance, nth: int) -> Body:
    """Let a seat act by HTTP, and return the answer."""
    shown = await client.get(f"/api/tables/{table}?seat={seat}")
    action = shown["legal"][choose.below(len(shown["legal"]))]["action"]
    body = {"id": f"action-{nth}", "version": shown["version"], "seat": seat, "action": action}
    return await client.post(f"/api/tables/{table}/actions", body)
