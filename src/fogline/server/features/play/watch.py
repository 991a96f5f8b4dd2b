"""Tables in real time, over WebSockets."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from fogline.server.live.live_table import LiveTable
from fogline.server.live.subscribers import Subscriber
from fogline.server.services import Services
from fogline.server.web import requests as common
from fogline.server.web.addresses import address_of
from fogline.server.web.costs import charge, costs
from fogline.server.web.direct_socket import EXTENSION, DirectWebSocket
from fogline.server.web.error_responses import problem_model
from fogline.server.web.guards import LARGEST_BODY, is_own_origin
from fogline.server.web.limits import (
    ACT_COST,
    CALLS,
    CHAT_COST,
    HINTS_COST,
    LOOK_COST,
    MESSAGE_COST,
    MESSAGES,
    WORK,
    TooMany,
)
from fogline.server.web.requests import TableId, TheServices, TheWatch, caller_of
from fogline.server.wire.message_models import (
    ActMessage,
    ChatMessage,
    ClientMessage,
    Done,
    HintsMessage,
    LookMessage,
    PaceMessage,
    PingMessage,
    Pong,
    Refused,
    SnapshotMessage,
)
from fogline.table.commands import Command
from fogline.table.problems import Code, Problem
from fogline.table.viewers import Viewer

router = APIRouter()

_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

_COSTS: dict[type, int] = {
    ActMessage: ACT_COST,
    ChatMessage: CHAT_COST,
    HintsMessage: HINTS_COST,
    LookMessage: LOOK_COST,
    SnapshotMessage: LOOK_COST,
}
NOT_A_MESSAGE, WRONG_ORIGIN, NO_SUCH_TABLE = 4400, 4403, 4404
TOO_SLOW, TOO_MANY, TOO_LONG, STOPPING = 4408, 4429, 1009, 1001
_CLOSE_SECONDS = 5.0
_LONGEST_REASON = 123
"""The most bytes of the reason in a close frame."""
_SOCKETS = itertools.count()


@router.websocket("/api/tables/{table}/ws")
@costs(5)
async def watch_table(
    socket: WebSocket, services: TheServices, table: TableId, watch: TheWatch
) -> None:
    """Subscribe to a table, and act at it."""
    await socket.accept()
    if "origin" in socket.headers and not is_own_origin(socket, services):
        await socket.close(WRONG_ORIGIN, "This page does not belong to the server.")
        return
    address = address_of(socket)
    try:
        services.limiter.spend(CALLS, address)
        charge(socket)
        caller = await caller_of(socket)
        user = caller.user
        services.limiter.expect_room(address, user)
        live = await common.load(table, services, address)
        common.note_request(live, user, address)
        viewer = common.viewer_of(live, user, watch.query)
        subscriber = Subscriber(
            viewer,
            services.settings.queue,
            views=watch.views,
            changes=watch.changes,
            wire=_wire(socket),
        )
    except Problem as problem:
        code = TOO_MANY if problem.code is Code.TOO_MANY else NO_SUCH_TABLE
        await socket.close(code, _reason(problem))
        return
    with (
        services.limiter.hold(address, user),
        services.connections.hold(caller.credential, subscriber.end),
    ):
        await _Connection(socket, services, live, subscriber).run(watch.since)


def _wire(socket: WebSocket) -> DirectWebSocket | None:
    wire: DirectWebSocket | None = socket.scope.get("extensions", {}).get(EXTENSION)
    return wire


def _reason(problem: Problem) -> str:
    return problem.message.encode()[:_LONGEST_REASON].decode(errors="ignore")


class _Connection:
    """One WebSocket connection. It handles one message after the other."""

    def __init__(
        self, socket: WebSocket, services: Services, live: LiveTable, subscriber: Subscriber
    ) -> None:
        self._socket = socket
        self._services = services
        self._live = live
        self._subscriber = subscriber
        self._wire = _wire(socket)
        self._address = address_of(socket)
        self._name = f"socket {next(_SOCKETS)}"
        self._waiting: deque[str] = deque()
        """Messages that arrived while another was handled."""
        self._busy: asyncio.Task[None] | None = None
        """What handles a message that takes a while."""
        self._is_paused = False
        """Whether nothing is read because messages wait."""
        self._end: asyncio.Future[int | None]
        """The code with which the connection must be closed."""

    async def run(self, since: int | None) -> None:
        """Send and receive until either ends."""
        try:
            await self._live.attach(self._subscriber, since)
        except Problem as problem:
            await self._socket.close(NO_SUCH_TABLE, _reason(problem))
            return
        self._end = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        if self._wire is not None:
            self._wire.listen(self.take)
        try:
            done, _ = await asyncio.wait([*tasks, self._end], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.detach(self._subscriber)
            self._end.cancel()
            if self._is_paused and self._wire is not None:
                self._wire.resume()  # the client may have said good-bye
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        code = next(iter(done)).result()
        if code is not None:
            # A client that reads nothing may not read this either.
            with suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._socket.close(code)

    async def _send(self) -> int | None:
        while True:
            message = await self._subscriber.next()
            if message is None:
                return TOO_SLOW if self._subscriber.too_slow else STOPPING
            try:
                await self._socket.send_text(message.decode())
            except (WebSocketDisconnect, RuntimeError):
                return None

    async def _receive(self) -> int | None:
        """Wait for the end, and for messages where there is no wire."""
        while True:
            try:
                text = await self._socket.receive_text()
            except WebSocketDisconnect:
                return None
            except (KeyError, RuntimeError):  # bytes instead of text
                return NOT_A_MESSAGE
            self.take(text)
            if self._busy is not None:
                await asyncio.wait([self._busy])

    def take(self, text: str) -> None:
        """Handle a message, or let it wait for those before it."""
        self._waiting.append(text)
        if len(self._waiting) == 1 and self._busy is None:
            self._handle_next()
        elif self._wire is not None and not self._is_paused:
            self._is_paused = True
            self._wire.pause()

    def _handle_next(self) -> None:
        """Handle the next message; schedule those that wait, so that others have a turn first."""
        if self._waiting and self._busy is None and not self._end.done():
            try:
                self._handle(self._waiting[0])
            except Exception as error:  # noqa: BLE001 (it ends the connection, and is logged)
                self._fail(error)
            self._waiting.popleft()
            if self._waiting and not self._is_busy:
                asyncio.get_running_loop().call_soon(self._handle_next)
        if self._is_paused and self._wire is not None and not (self._waiting or self._is_busy):
            self._is_paused = False
            self._wire.resume()

    def _handle(self, text: str) -> None:
        try:
            if len(text) > LARGEST_BODY:
                self._end.set_result(TOO_LONG)
                return
            self._services.limiter.spend(MESSAGES, self._name)
            message = _MESSAGE.validate_json(text)
        except TooMany:
            self._end.set_result(TOO_MANY)
        except (ValidationError, RecursionError):
            self._end.set_result(NOT_A_MESSAGE)
        else:
            request = message.id if isinstance(message, ActMessage) else None
            try:
                self._answer(message)
            except TooMany as problem:
                self._busy = self._live.spawn(self._refuse_slowly(problem, request))
            except Problem as problem:
                self._refuse(problem, request)

    async def _refuse_slowly(self, problem: TooMany, request: str | None) -> None:
        await self._services.limiter.slow_down(self._address)
        self._refuse(problem, request)
        self._is_free()

    def _refuse(self, problem: Problem, request: str | None) -> None:
        self._services.metrics.problems.labels(problem.code).inc()
        refused = Refused(id=request, problem=problem_model(problem))
        self._subscriber.send(orjson.dumps(refused))

    def _answer(self, message: ClientMessage) -> None:
        subscriber, live = self._subscriber, self._live
        cost = _COSTS.get(type(message), MESSAGE_COST)
        self._services.limiter.spend(WORK, self._address, cost)
        match message:
            case ActMessage():
                command, request = common.act(self._user, message)
                # It is completed even if the client disconnects.
                acting = self._act(command, request, message.id)
                self._busy = live.spawn(self._complete(acting, message.id))
            case HintsMessage(routes=routes, tickets=tickets):
                found = live.advisor.hints(live.table, subscriber.viewer, routes, tickets=tickets)
                # As `HintsAnswer` describes it.
                answer = {
                    "type": "hints",
                    "seat": subscriber.viewer.seat,
                    "version": found.version,
                    "routes": found.routes,
                    "tickets": found.tickets if tickets else None,
                }
                subscriber.send(orjson.dumps(answer))
            case PingMessage():
                pong = Pong(now=self._services.settings.timing.now())
                subscriber.send(orjson.dumps(pong))
            case LookMessage(seat=None):
                self._look(subscriber.viewer._replace(seat=None))
            case LookMessage(seat=seat):
                mine = live.viewer(subscriber.viewer.user, seat)
                self._look(subscriber.viewer._replace(seat=mine.seat))
            case SnapshotMessage():
                live.show(subscriber)
            case PaceMessage(pace=pace):
                live.bots.set_pace(self._user, pace)
            case ChatMessage():
                self._busy = live.spawn(self._complete(self._say(self._user, message), None))

    async def _act(self, command: Command, request: str, message_id: str) -> None:
        logged = await self._live.execute(command, request)
        self._subscriber.send(orjson.dumps(Done(id=message_id, version=logged.version)))

    async def _say(self, user: str, message: ChatMessage) -> None:
        person = await common.find_user(user, self._services)
        await common.say(self._live, self._services.limiter, self._address, person, message)

    async def _complete(self, work: Coroutine[object, object, None], request: str | None) -> None:
        """Complete what a message asks for, then handle the messages that waited."""
        try:
            await work
        except Problem as problem:
            if isinstance(problem, TooMany):
                await self._services.limiter.slow_down(self._address)
            self._refuse(problem, request)
        except Exception as error:  # noqa: BLE001 (it ends the connection, and is logged)
            self._fail(error)
        self._is_free()

    def _fail(self, error: Exception) -> None:
        if not self._end.done():
            self._end.set_exception(error)

    def _is_free(self) -> None:
        """Handle the messages that waited."""
        self._busy = None
        self._handle_next()

    @property
    def _is_busy(self) -> bool:
        return self._busy is not None

    def _look(self, viewer: Viewer) -> None:
        self._subscriber.viewer = viewer
        self._subscriber.follows = viewer.seat is not None
        self._live.show(self._subscriber)

    @property
    def _user(self) -> str:
        user = self._subscriber.viewer.user
        if user is None:
            raise Problem(Code.UNAUTHORISED, "Sign in first: POST /api/session.")
        return user
