"""An example of a call for each route of the server, with what must be there before it."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from tests.server.harness import ORIGIN, sealed
from tests.server.test_passkeys import Authenticator
from tests.server.wire_client import Wire

from benchmarks.server import HOST, ROUTE, long_log
from fogline.server.features.people.links import Links
from fogline.server.features.reviews.review_store import Reviews
from fogline.server.live.people import Link, LinkPurpose
from fogline.server.web.pages import STATIC
from fogline.store import Database, TableLog
from fogline.store.entry_text import read_entry, write_entry
from fogline.table.entries import Created, Logged

ENDED = "ended"
"""A table of 500 entries, whose game has ended."""
COLD = "cold"
"""Others of them begin with this, and are not in memory."""
OWN = 100
"""Tables of somebody who has played much."""
FEW = 10
HALF = 150
"""Entries of a game that goes on."""
ASSETS = sorted(
    (STATIC / "assets").glob("*.js"), key=lambda file: file.stat().st_size, reverse=True
)
"""The scripts of the client, the longest first; none if it was not built."""
AUDIENCE = 100
PASSWORD = "correct horse"  # noqa: S105 (of nobody)
_ME, _OPEN = {"kind": "me"}, {"kind": "open"}
_TWO = [_ME, {"kind": "me", "name": "Eve"}]

Values = dict[str, Any]


class Stage:
    """A server with some people and tables, for examples."""

    def __init__(self, url: str, database: Database, log: TableLog, stack: AsyncExitStack) -> None:
        self.url = url
        self.database = database
        self.log = log
        self.stack = stack
        self.numbers = itertools.count()
        self.ann: httpx.AsyncClient
        """A guest."""
        self.bea: httpx.AsyncClient
        """Another."""
        self.cem: httpx.AsyncClient
        """Somebody with an account, `cem`."""
        self.rich: httpx.AsyncClient
        """A guest with many tables."""
        self.long = long_log()
        self.table = ""
        """The table at which Ann plays against herself."""
        self.audience = 0
        """How many look at it."""

    async def prepare(self) -> None:
        """Let some people in, and fill the database."""
        self.ann, self.bea, self.rich = [await self.guest() for _ in range(3)]
        self.cem = await self.account("cem")
        self.table = await self.running_table(self.ann)
        for _ in range(OWN):
            await self.create(self.rich, [_ME, _OPEN])
        for _ in range(OWN // 3):
            guest = await self.guest()
            for _ in range(3):
                await self.create(guest, [_ME, _OPEN], listed=True)
        assert await self.log.add(ENDED, self.long)
        review = Reviews(self.database)
        now = int(time.time() * 1000)
        assert await review.claim(ENDED, "benchmark", now, again=False)
        await review.finish(ENDED, "benchmark", '{"about": "{0} and {1}"}')

    async def stranger(self) -> httpx.AsyncClient:
        """Return somebody without a session, whose browser has the page open."""
        origin = self.url.replace("127.0.0.1", "localhost")
        page = {"Origin": origin, "Host": origin.removeprefix("http://")}
        client = httpx.AsyncClient(base_url=self.url, headers=HOST | page, timeout=60)
        return await self.stack.enter_async_context(client)

    async def guest(self) -> httpx.AsyncClient:
        """Return a new guest."""
        client = await self.stranger()
        await self.post(client, "/api/session", {"name": f"Mallory {next(self.numbers)}"})
        return client

    async def account(self, login: str) -> httpx.AsyncClient:
        """Return somebody with a login."""
        client = await self.guest()
        await self.post(client, "/api/account", {"login": login, "password": PASSWORD})
        return client

    async def post(self, client: httpx.AsyncClient, path: str, body: object = None) -> Any:
        """Post something that must be accepted."""
        answer = await client.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def create(self, client: httpx.AsyncClient, seats: object, **wishes: object) -> str:
        """Create a table."""
        body = {"game": "old-west", "seats": seats, **wishes}
        table: str = (await self.post(client, "/api/tables", body))["table"]
        return table

    async def game(self, client: httpx.AsyncClient, seats: object) -> str:
        """Create a table and start it."""
        table = await self.create(client, seats)
        await self.post(client, f"/api/tables/{table}/start")
        return table

    async def running_table(self, client: httpx.AsyncClient) -> str:
        """Write half a game to the database, with one person on both seats."""
        user = (await client.get("/api/session")).json()["user"]["id"]
        name = f"{COLD}-{next(self.numbers)}"
        log = [_of_user(logged, user) for logged in self.long[:HALF]]
        assert await self.log.add(name, log)
        return name

    async def pair(self) -> str:
        """Let Ann create a table, and Bea join her."""
        table = await self.create(self.ann, [_ME, _OPEN])
        await self.post(self.bea, f"/api/tables/{table}/seats/1/sit", {})
        return table

    async def keep(self, table: str) -> int:
        """Let Ann choose her first tickets; return the version."""
        body = await self.act(table)
        done = await self.post(self.ann, f"/api/tables/{table}/actions", body)
        version: int = done["version"]
        return version

    async def act(self, table: str) -> Values:
        """Return an action that Ann may choose."""
        shown = (await self.ann.get(f"/api/tables/{table}")).json()
        seat = next(seat for seat in shown["you"]["seats"] if seat in shown["deciding"])
        shown = (await self.ann.get(f"/api/tables/{table}?seat={seat}")).json()
        action = shown["legal"][0]["action"]
        return {"id": "action-0", "version": shown["version"], "seat": seat, "action": action}

    async def link(self, purpose: LinkPurpose, value: str = "") -> str:
        """Make a link for a new account, and return its secret."""
        client = await self.account(f"user-{next(self.numbers)}")
        user = (await client.get("/api/session")).json()["user"]["id"]
        secret = os.urandom(24).hex()[:32]
        expires = int(time.time() * 1000) + 10**8
        await Links(self.database).add(secret, Link(user, purpose, expires, value))
        return secret


def _of_user(logged: Logged, user: str) -> Logged:
    """Give a player of the long game another id, and all the time in the world."""
    entry = read_entry(write_entry(logged.entry).replace("u_ann", user))
    if isinstance(entry, Created):
        entry = replace(entry, clock=None)
    return replace(logged, entry=entry)


async def _nothing(_: Stage) -> Values:
    return {}


@dataclass(frozen=True)
class Example:
    """A call: what differs from the plain call of its path by Ann, at the table where she plays."""

    name: str = ""
    ready: Callable[[Stage], Awaitable[Values]] = _nothing
    """Prepares one call; returns `client`, `body`, or values of the path."""
    values: Values = field(default_factory=dict)
    """The same for all calls."""
    query: str = ""
    status: int = 200
    call: Callable[[Stage, Values], Awaitable[None]] | None = None
    """What is not a plain HTTP call."""

    async def run(self, stage: Stage, route: str, values: Values) -> None:
        """Call the route once."""
        if self.call is not None:
            await self.call(stage, values)
            return
        methods, _, path = route.partition(" ")
        client: httpx.AsyncClient = values.get("client") or stage.ann
        url = path.replace(":path", "").format(**values) + self.query
        answer = await client.request(methods.partition(",")[0], url, json=values.get("body"))
        assert answer.status_code in (self.status, 201, 204), (url, answer.text)

    async def prepare(self, stage: Stage) -> Values:
        """Prepare one call."""
        return {"table": stage.table, "seat": 0} | self.values | await self.ready(stage)


def body(**fields: object) -> Values:
    """Return the values of a call with a body."""
    return {"body": fields}


async def _cold(stage: Stage) -> Values:
    name = f"{COLD}-{next(stage.numbers)}"
    assert await stage.log.add(name, stage.long)
    return {"table": name}


def _of(name: str) -> Callable[[Stage], Awaitable[Values]]:
    async def ready(stage: Stage) -> Values:
        return {"client": getattr(stage, name)}

    return ready


def _by_somebody(**fields: object) -> Callable[[Stage], Awaitable[Values]]:
    """Let a new account call."""

    async def ready(stage: Stage) -> Values:
        return {"client": await stage.account(f"user-{next(stage.numbers)}"), "body": fields}

    return ready


def _pair(
    then: Callable[[Stage, str], Awaitable[Values]] | None = None, *, start: bool = True
) -> Callable[[Stage], Awaitable[Values]]:
    """Let Ann and Bea sit down, and prepare a call at their table."""

    async def ready(stage: Stage) -> Values:
        table = await stage.pair()
        if start:
            await stage.post(stage.ann, f"/api/tables/{table}/start")
        return {"table": table} | (await then(stage, table) if then else {})

    return ready


async def _guest(stage: Stage) -> Values:
    return {"client": await stage.guest()}


async def _stranger(stage: Stage) -> Values:
    return {"client": await stage.stranger()}


async def _new_account(stage: Stage) -> Values:
    login = f"user-{next(stage.numbers)}"
    return {"client": await stage.guest(), "body": {"login": login, "password": PASSWORD}}


async def _signed_in_twice(stage: Stage) -> Values:
    login = f"user-{next(stage.numbers)}"
    client = await stage.account(login)
    await stage.post(await stage.stranger(), "/api/login", {"login": login, "password": PASSWORD})
    sessions = (await client.get("/api/sessions")).json()["sessions"]
    other = next(each["id"] for each in sessions if not each["current"])
    return {"client": client, "session": other}


async def _reset(stage: Stage) -> Values:
    secret = await stage.link("password")
    return {"client": await stage.stranger(), "body": {"secret": secret, "password": PASSWORD}}


async def _confirm(stage: Stage) -> Values:
    return {"body": {"secret": await stage.link("email", "en me@example.org")}}


async def _proof(stage: Stage, client: httpx.AsyncClient) -> Any:
    return await stage.post(client, "/api/account/proof", {"password": PASSWORD})


async def _new_token(stage: Stage) -> Values:
    proof = await _proof(stage, stage.cem)
    return {"client": stage.cem, "body": {"label": "bot", **proof}}


async def _token(stage: Stage) -> Values:
    made = await stage.post(stage.cem, "/api/tokens", (await _new_token(stage))["body"])
    return {"client": stage.cem, "token": made["id"]}


def _push(number: int) -> Values:
    endpoint = f"https://fcm.googleapis.com/{number}"
    return {"endpoint": endpoint, "key": "A" * 87, "auth": "A" * 22, "language": "en"}


async def _browser(stage: Stage) -> Values:
    client = await stage.guest()
    await stage.post(client, "/api/account/push", _push(next(stage.numbers)))
    found = (await client.get("/api/account/notifications")).json()["browsers"]
    return {"client": client, "browser": found[0]["id"]}


async def _passkey(
    stage: Stage, client: httpx.AsyncClient, proof: object = None
) -> tuple[Authenticator, Values]:
    device = Authenticator(client.headers["Origin"])
    device._id = os.urandom(32)  # noqa: SLF001 (else all devices have the same)
    asked = await stage.post(client, "/api/passkeys/new", proof)
    credential = device.create(asked["options"])
    return device, {"state": asked["state"], "credential": credential, "label": "phone"}


async def _new_passkey(stage: Stage) -> Values:
    client = await stage.guest()
    return {"client": client, "body": (await _passkey(stage, client))[1]}


async def _old_passkey(stage: Stage) -> Values:
    client = await stage.account(f"user-{next(stage.numbers)}")
    _, made = await _passkey(stage, client, await _proof(stage, client))
    await stage.post(client, "/api/passkeys", made)
    return {"client": client, "passkey": made["credential"]["id"]}


async def _passkey_login(stage: Stage) -> Values:
    client = await stage.guest()
    device, made = await _passkey(stage, client)
    await stage.post(client, "/api/passkeys", made)
    asked = await stage.post(client, "/api/passkeys/challenge")
    credential = device.get(asked["options"])
    return {
        "client": await stage.stranger(),
        "body": {"state": asked["state"], "credential": credential},
    }


async def _act(stage: Stage) -> Values:
    table = await stage.running_table(stage.ann)
    return {"table": table, "body": await stage.act(table)}


async def _in_memory(stage: Stage) -> Values:
    """Return a table at which nobody has asked for anything but a snapshot."""
    table = await stage.running_table(stage.ann)
    (await stage.ann.get(f"/api/tables/{table}")).raise_for_status()
    return {"table": table}


async def _undo(stage: Stage) -> Values:
    table = await stage.game(stage.ann, _TWO)
    return {"table": table, "body": {"move": await stage.keep(table)}}


async def _undo_answer(stage: Stage, table: str) -> Values:
    move = await stage.keep(table)
    asked = await stage.post(stage.ann, f"/api/tables/{table}/undo", {"move": move})
    return {"client": stage.bea, "body": {"request": asked["version"], "agree": True}}


async def _free_seat(stage: Stage) -> Values:
    return {"table": await stage.create(stage.bea, [_ME, _OPEN]), "seat": 1}


async def _own_free_seat(stage: Stage) -> Values:
    return {"table": await stage.create(stage.ann, [_ME, _OPEN]), "seat": 1}


async def _bot(stage: Stage) -> Values:
    table = await stage.create(stage.ann, [_ME, {"kind": "bot", "level": "random"}])
    return {"table": table, "seat": 1}


async def _left(stage: Stage, table: str) -> Values:
    await stage.post(stage.bea, f"/api/tables/{table}/seats/1/leave")
    return {"client": stage.bea, "seat": 1}


async def _resigned(stage: Stage, table: str) -> Values:
    await stage.post(stage.bea, f"/api/tables/{table}/seats/1/resign")
    return {}


async def _about_bea(stage: Stage, table: str) -> Values:
    shown = (await stage.ann.get(f"/api/tables/{table}")).json()
    return {"body": {"user": shown["seats"][1]["user"], "muted": True}}


async def _reveal(stage: Stage) -> Values:
    contribution = "contribution-0001"
    table = await stage.pair()
    for client in (stage.ann, stage.bea):
        await stage.post(client, f"/api/tables/{table}/commit", sealed(table, contribution))
    await stage.post(stage.ann, f"/api/tables/{table}/start")
    return {"table": table, "body": {"contribution": contribution}}


async def _cold_player(stage: Stage) -> Values:
    """Return somebody who plays at some tables that are not in memory."""
    client = await stage.guest()
    for _ in range(FEW):
        await stage.running_table(client)
    return {"client": client}


async def _talked(stage: Stage) -> Values:
    values = await _cold(stage)
    path = f"/api/tables/{values['table']}"
    (await stage.ann.get(f"{path}/log")).raise_for_status()
    await stage.post(stage.ann, f"{path}/chat", {"reaction": "hello"})
    return values


async def _watched(stage: Stage) -> Values:
    """Let many look at the table, each in another language."""
    while stage.audience < AUDIENCE:
        path = f"/api/tables/{stage.table}/ws?language=xx-{stage.audience:04}"
        stage.stack.callback((await Wire.connect(stage.url, path)).close)
        stage.audience += 1
    return body(reaction="hello")


def cookie(client: httpx.AsyncClient) -> str:
    """Return the header of a client's cookies."""
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


async def _socket(stage: Stage, values: Values) -> None:
    path = f"/api/tables/{values['table']}/ws"
    wire = await Wire.connect(stage.url, path, cookie(stage.ann))
    await wire.next(b"view")
    wire.close()


def _stream(path: str) -> Callable[[Stage, Values], Awaitable[None]]:
    async def call(stage: Stage, values: Values) -> None:
        client = values.get("client", stage.ann)
        async with client.stream("GET", path.format(**values)) as answer:
            await anext(answer.aiter_lines())

    return call


_LONG = {"table": ENDED}
_PAST = Example(values=_LONG)
_COLD = Example("not in memory", _cold)

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "GET /api/tables/{table}/hints": (
        Example(),
        Example("after a change", _in_memory),
        Example("one route", query=f"?route={ROUTE}"),
    ),
    "POST /api/tables/{table}/actions": (Example(ready=_act),),
    "GET /api/tables/{table}/entries": (_PAST, _COLD, Example("running")),
    "POST /api/tables/{table}/chat": (
        Example(values=body(reaction="hello")),
        Example(f"{AUDIENCE} listen", _watched),
    ),
    "POST /api/tables/{table}/undo": (Example(ready=_undo),),
    "POST /api/tables/{table}/undo/answer": (Example(ready=_pair(_undo_answer)),),
    "GET /api/tables/{table}/log": (_PAST, _COLD, Example("after a change", _talked)),
    "GET /api/tables/{table}/replay": (_PAST, _COLD, Example("after a change", _talked)),
    "GET /api/tables": (
        Example(),
        Example("own", _of("rich"), query="?mine=true"),
        Example("running", query="?running=true"),
    ),
    "GET /api/results": (Example(), Example("most at once", query="?limit=100")),
    "POST /api/tables": (
        Example(values=body(game="old-west", seats=[_ME, *[_OPEN] * 5])),
        Example("listed", _guest, body(game="old-west", seats=[_ME, _OPEN], listed=True)),
    ),
    "GET /api/tables/{table}": (Example(), Example("ended", values=_LONG), _COLD),
    "POST /api/tables/{table}/seats/{seat}/sit": (Example(ready=_free_seat),),
    "POST /api/tables/{table}/seats/{seat}/leave": (Example(ready=_pair()),),
    "POST /api/tables/{table}/seats/{seat}/return": (Example(ready=_pair(_left)),),
    "POST /api/tables/{table}/seats/{seat}/bot": (
        Example(ready=_own_free_seat, values=body(level="random")),
    ),
    "POST /api/tables/{table}/seats/{seat}/open": (Example(ready=_bot),),
    "POST /api/tables/{table}/seats/{seat}/invite": (
        Example(ready=_own_free_seat, values=body(login="cem")),
    ),
    "POST /api/tables/{table}/seats/{seat}/resign": (Example(ready=_pair()),),
    "POST /api/tables/{table}/start": (Example(ready=_pair(start=False)),),
    "POST /api/tables/{table}/commit": (
        Example(ready=_pair(start=False), values=body(commitment="5e" * 32, origin=ORIGIN)),
    ),
    "POST /api/tables/{table}/reveal": (Example(ready=_reveal),),
    "POST /api/tables/{table}/rematch": (Example(ready=_pair(_resigned)),),
    "POST /api/tables/{table}/mute": (Example(ready=_pair(_about_bea)),),
    "GET /api/session": (Example(),),
    "POST /api/session": (
        Example(ready=_stranger, values=body(name="Mallory")),
        Example("known", values=body(name="Ann")),
    ),
    "POST /api/session/end": (Example(ready=_guest),),
    "POST /api/account": (Example(ready=_new_account),),
    "POST /api/login": (Example(ready=_stranger, values=body(login="cem", password=PASSWORD)),),
    "GET /api/tokens": (Example(ready=_of("cem")),),
    "POST /api/tokens": (Example(ready=_new_token),),
    "DELETE /api/tokens/{token}": (Example(ready=_token),),
    "GET /api/sessions": (Example(),),
    "DELETE /api/sessions": (Example(ready=_signed_in_twice),),
    "DELETE /api/sessions/{session}": (Example(ready=_signed_in_twice),),
    "POST /api/account/password": (Example(ready=_by_somebody(old=PASSWORD, new="better horse")),),
    "POST /api/account/proof": (Example(ready=_by_somebody(password=PASSWORD)),),
    "POST /api/account/reset": (Example(ready=_reset),),
    "GET /api/account/data": (
        Example(ready=_guest),
        Example("long tables", _cold_player),
        Example(f"{OWN} short tables", _of("rich")),
    ),
    "POST /api/account/delete": (
        Example(ready=_by_somebody(password=PASSWORD)),
        Example("tables not in memory", _cold_player, body()),
    ),
    "GET /api/passkeys": (Example(ready=_of("cem")),),
    "DELETE /api/passkeys/{passkey}": (Example(ready=_old_passkey),),
    "POST /api/passkeys/new": (Example(),),
    "POST /api/passkeys": (Example(ready=_new_passkey),),
    "POST /api/passkeys/challenge": (Example(),),
    "POST /api/passkeys/login": (Example(ready=_passkey_login),),
    "GET /api/games": (Example(),),
    "GET /api/boards/{game}": (
        Example(values={"game": "old-west"}),
        Example("unknown", values={"game": "old-west"}, query="?digest=0", status=404),
    ),
    "GET /api/boards/{game}/picture.svg": (
        Example(values={"game": "old-west"}),
        Example("unknown", values={"game": "nowhere"}, status=404),
    ),
    "GET /api/tutorial/{game}": (Example(values={"game": "old-west"}),),
    "GET /api/tables/{table}/review": (_PAST,),
    "POST /api/tables/{table}/review": (_PAST,),
    "GET /api/tables/{table}/stream": (Example(call=_stream("/api/tables/{table}/stream")),),
    "GET /api/stream": (
        Example(call=_stream("/api/stream")),
        Example("tables not in memory", _cold_player, call=_stream("/api/stream")),
    ),
    "WS /api/tables/{table}/ws": (
        Example(call=_socket),
        Example("not in memory", _cold, call=_socket),
    ),
    "GET /api/account/notifications": (Example(),),
    "POST /api/account/email": (
        Example(ready=_of("cem"), values=body(email="me@example.org", language="en")),
    ),
    "POST /api/account/email/confirm": (Example(ready=_confirm),),
    "DELETE /api/account/email": (Example(),),
    "POST /api/account/push": (Example(values=body(**_push(0))),),
    "DELETE /api/account/push/{browser}": (Example(ready=_browser),),
    "POST /api/tables/{table}/report": (
        Example(ready=_pair(), values=body(kind="name", number=1)),
    ),
    "GET /healthz": (Example(),),
    "HEAD /healthz": (Example(),),
    "GET /metrics": (Example(),),
    "GET /openapi.json": (Example(),),
    "GET /docs": (Example(),),
    "GET,HEAD /{path:path}": (
        Example(values={"path": ""}),
        *(Example("a script", values={"path": f"assets/{file.name}"}) for file in ASSETS[:1]),
        Example("unknown", values={"path": "nothing"}, status=404),
    ),
}
"""By the methods and the path of each route."""
