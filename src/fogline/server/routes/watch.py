"""Tables in real time, over WebSockets."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from fogline.server.errors import problem_model
from fogline.server.guards import LARGEST_BODY, is_own_origin
from fogline.server.limits import (
    ACT_COST,
    CHAT_COST,
    HINTS_COST,
    LOOK_COST,
    MESSAGE_COST,
    MESSAGES,
    WORK,
    TooMany,
)
from fogline.server.live import LiveTable
from fogline.server.messages import Viewpoint
from fogline.server.models import (
    ActMessage,
    ChatMessage,
    ClientMessage,
    Done,
    HintsAnswer,
    HintsMessage,
    LookMessage,
    PaceMessage,
    PingMessage,
    Pong,
    Refused,
    SnapshotMessage,
)
from fogline.server.problems import Code, Problem
from fogline.server.routes import common
from fogline.server.routes.common import TableId, TheServices, TheWatch, address_of, caller_of
from fogline.server.services import Services
from fogline.server.subscribers import Subscriber
from fogline.server.wire import EXTENSION

router = APIRouter()

_Message = (
    ActMessage
    | ChatMessage
    | HintsMessage
    | LookMessage
    | PaceMessage
    | PingMessage
    | SnapshotMessage
)
_MESSAGE: TypeAdapter[_Message] = TypeAdapter(ClientMessage)

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
        services.limiter.charge(address, socket.url.path)
        caller = await caller_of(socket, services)
        user = caller.user
        services.limiter.expect_room(address, user)
        live = await services.tables.get(table)
        if user is not None:
            live.seen(user, address)
        viewpoint = live.viewpoint(user, watch.eyes.seat, watch.eyes.language)
        subscriber = Subscriber(
            viewpoint,
            services.settings.queue,
            views=watch.views,
            changes=watch.changes,
            wire=socket.scope.get("extensions", {}).get(EXTENSION),
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


def _reason(problem: Problem) -> str:
    return problem.message.encode()[:_LONGEST_REASON].decode(errors="ignore")


class _Connection:
    """One WebSocket connection."""

    def __init__(
        self, socket: WebSocket, services: Services, live: LiveTable, subscriber: Subscriber
    ) -> None:
        self._socket = socket
        self._services = services
        self._live = live
        self._subscriber = subscriber
        self._address = address_of(socket)
        self._name = f"socket {next(_SOCKETS)}"

    async def run(self, since: int | None) -> None:
        """Send and receive until either ends."""
        try:
            await self._live.attach(self._subscriber, since)
        except Problem as problem:
            await self._socket.close(NO_SUCH_TABLE, _reason(problem))
            return
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.detach(self._subscriber)
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
        while True:
            try:
                text = await self._socket.receive_text()
            except WebSocketDisconnect:
                return None
            except (KeyError, RuntimeError):  # bytes instead of text
                return NOT_A_MESSAGE
            if len(text) > LARGEST_BODY:
                return TOO_LONG
            try:
                self._services.limiter.spend(MESSAGES, self._name)
                message = _MESSAGE.validate_json(text)
            except TooMany:
                return TOO_MANY
            except (ValidationError, RecursionError):
                return NOT_A_MESSAGE
            await self._hear(message)

    async def _hear(self, message: _Message) -> None:
        request = message.id if isinstance(message, ActMessage) else None
        try:
            await self._answer(message)
        except Problem as problem:
            if problem.code is Code.TOO_MANY:
                await self._services.limiter.slow_down(self._address)
            self._services.metrics.problems.labels(problem.code).inc()
            refused = Refused(id=request, problem=problem_model(problem))
            self._subscriber.send(refused.model_dump_json().encode())

    async def _answer(self, message: _Message) -> None:
        subscriber, live = self._subscriber, self._live
        cost = _COSTS.get(type(message), MESSAGE_COST)
        self._services.limiter.spend(WORK, self._address, cost)
        match message:
            case PingMessage():
                pong = Pong(now=self._services.settings.timing.now())
                subscriber.send(pong.model_dump_json().encode())
            case LookMessage(seat=None):
                self._look(subscriber.viewpoint._replace(seat=None))
            case LookMessage(seat=seat):
                mine = live.viewpoint(subscriber.viewpoint.user, seat)
                self._look(subscriber.viewpoint._replace(seat=mine.seat))
            case HintsMessage(routes=routes, tickets=tickets):
                found = live.hints(subscriber.viewpoint, routes, tickets=tickets)
                answer = HintsAnswer(
                    seat=subscriber.viewpoint.seat,
                    version=found.version,
                    routes=found.routes,
                    tickets=found.tickets if tickets else None,
                )
                subscriber.send(answer.model_dump_json().encode())
            case SnapshotMessage():
                live.show(subscriber)
            case PaceMessage(pace=pace):
                live.set_pace(self._user, pace)
            case ActMessage():
                version = await common.act(live, self._user, message)
                subscriber.send(Done(id=message.id, version=version).model_dump_json().encode())
            case ChatMessage():
                user = await self._services.users.find(self._user)
                if user is None:
                    raise Problem(
                        Code.UNAUTHORISED, "This session no longer exists: sign in again."
                    )
                limiter = self._services.limiter
                await common.say(live, limiter, self._address, user, message)

    def _look(self, viewpoint: Viewpoint) -> None:
        self._subscriber.viewpoint = viewpoint
        self._subscriber.follows = viewpoint.seat is not None
        self._live.show(self._subscriber)

    @property
    def _user(self) -> str:
        user = self._subscriber.viewpoint.user
        if user is None:
            raise Problem(Code.UNAUTHORISED, "Sign in first: POST /api/session.")
        return user
