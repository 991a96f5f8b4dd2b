"""What the handlers share: dependencies, and commands that arrive by HTTP and by WebSocket."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, cast

from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from fogline.core.codec import Json, decode
from fogline.core.errors import FoglineError
from fogline.core.messages import Action, Seat
from fogline.core.text.notation import parse_action
from fogline.core.text.words import ENGLISH
from fogline.server.live.live_table import LiveTable
from fogline.server.live.people import COOKIE, TOKEN_MARK, Session, User
from fogline.server.services import Services
from fogline.server.web.addresses import address_of
from fogline.server.web.cached_response import CachedResponse
from fogline.server.web.limits import LOAD_COST, PAST_COST, REMARKS, SENT_FOR_ONE, WORK, Limiter
from fogline.server.wire.base_models import JsonObject
from fogline.server.wire.table_models import Act, ProblemModel, Say
from fogline.table import commands
from fogline.table.commands import Command
from fogline.table.problems import Code, Problem
from fogline.table.viewers import Viewer

PROBLEMS: dict[int | str, dict[str, object]] = {
    "default": {"model": ProblemModel, "description": "Refused, with the reason."}
}

JSON_LINES = "application/x-ndjson"
"""The media type of streams: a JSON value on each line."""


# All dependencies are asynchronous: FastAPI hands every other to a thread, which takes longer than
# what most of them do. Those of most requests do not depend on others, but read the connection:
# FastAPI resolves others again for each that needs them.


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server."""
    return cast("Services", connection.app.state.services)


async def _services_of(connection: HTTPConnection) -> Services:
    return services_of(connection)


TheServices = Annotated[Services, Depends(_services_of)]


async def _address_of(connection: HTTPConnection) -> str:
    return address_of(connection)


Address = Annotated[str, Depends(_address_of)]


@dataclass(frozen=True)
class Caller:
    """Who sent a request, and by what it is known."""

    user: str | None = None
    credential: str | None = None
    """The id of the session or token."""
    session: Session | None = None

    @property
    def is_token(self) -> bool:
        """Whether it is a program with a token, which can play and nothing else."""
        return self.credential is not None and self.session is None


_CALLER = "fogline.caller"
"""The key of the caller in the scope of a request."""


async def caller_of(connection: HTTPConnection) -> Caller:
    """Find the session or the token of a request, once for each."""
    if _CALLER not in connection.scope:
        connection.scope[_CALLER] = await _find_caller(connection)
    return cast("Caller", connection.scope[_CALLER])


async def _find_caller(connection: HTTPConnection) -> Caller:
    services = services_of(connection)
    if "authorization" in connection.headers:
        scheme, _, token = connection.headers["authorization"].partition(" ")
        # A request with a token must not use the cookie, because it skips the check of the origin.
        found = await services.people.find_token(token) if token.startswith(TOKEN_MARK) else None
        if scheme.lower() != "bearer" or found is None:
            raise Problem(Code.UNAUTHORISED, "This token is not valid.")
        return Caller(found[1], found[0])
    session = await services.people.session_of(connection.cookies.get(COOKIE, ""))
    return Caller() if session is None else Caller(session.user, session.id, session)


TheCaller = Annotated[Caller, Depends(caller_of)]


async def visitor_of(connection: HTTPConnection) -> str | None:
    """Return the id of the user; `None` without a session."""
    return (await caller_of(connection)).user


Visitor = Annotated[str | None, Depends(visitor_of)]


async def user_id_of(connection: HTTPConnection) -> str:
    """Return the id of the user, who must have a session or a token."""
    visitor = await visitor_of(connection)
    if visitor is None:
        raise Problem(Code.UNAUTHORISED, "Sign in first: POST /api/session.")
    return visitor


UserId = Annotated[str, Depends(user_id_of)]


async def session_user_id_of(connection: HTTPConnection) -> str:
    """Return the id of the user, who must have a session: a token can play, and nothing else."""
    user = await user_id_of(connection)
    if (await caller_of(connection)).is_token:
        raise Problem(Code.FORBIDDEN, "A token can play, and nothing else: sign in.")
    return user


SessionUserId = Annotated[str, Depends(session_user_id_of)]


async def find_user(user: str, services: Services) -> User:
    """Return a user with name and login."""
    found = await services.people.find(user)
    if found is None:
        raise Problem(Code.UNAUTHORISED, "This session no longer exists: sign in again.")
    return found


async def current_user_of(connection: HTTPConnection) -> User:
    """Return the user with name and login."""
    return await find_user(await user_id_of(connection), services_of(connection))


CurrentUser = Annotated[User, Depends(current_user_of)]


async def session_user_of(connection: HTTPConnection) -> User:
    """Return the user with name and login, who must have a session."""
    return await find_user(await session_user_id_of(connection), services_of(connection))


SessionUser = Annotated[User, Depends(session_user_of)]
"""The current user, and not a token."""

TableId = Annotated[str, Path(max_length=32)]


async def live_table(table: TableId, connection: HTTPConnection) -> LiveTable:
    """Return the table that a path names."""
    visitor, address = await visitor_of(connection), address_of(connection)
    live = await load(table, services_of(connection), address)
    note_request(live, visitor, address)
    return live


def note_request(live: LiveTable, user: str | None, address: str) -> None:
    """Note that somebody has sent a request about a table, from an address."""
    if user is not None and live.table.seats_of(user):
        live.presence.note_request(user)
    if user == live.table.created.owner:
        live.payer = address


async def load(table: str, services: Services, address: str) -> LiveTable:
    """Return a table; loading one into memory is charged by its log."""
    if not services.tables.is_loaded(table):
        services.limiter.spend(WORK, address, LOAD_COST)
    return await services.tables.get(table)


TheTable = Annotated[LiveTable, Depends(live_table)]


async def past_table(table: TableId, connection: HTTPConnection) -> LiveTable:
    """Return the table that a path names, whose past is asked for if it has ended."""
    live = await live_table(table, connection)
    if live.table.is_public and not live.past.knows(live.table):
        services_of(connection).limiter.spend(WORK, address_of(connection), PAST_COST)
    return live


ThePastTable = Annotated[LiveTable, Depends(past_table)]
SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
SeatPath = Annotated[int, Path(ge=0, le=9)]
Language = Annotated[str, Query(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$")]
"""The language of the sentences of rules; a rule that does not have it answers in English."""


@dataclass(frozen=True)
class ViewQuery:
    """The seat whose view a client wants, and the language."""

    seat: Seat | None
    language: str
    words: bool
    """Whether it wants sentences for the rules that come with Fogline."""


async def view_query(
    seat: SeatQuery = None, language: Language = ENGLISH, *, words: bool = True
) -> ViewQuery:
    """Read from the query what a client wants to see."""
    return ViewQuery(seat, language, words)


TheViewQuery = Annotated[ViewQuery, Depends(view_query)]


def viewer_of(live: LiveTable, user: str | None, query: ViewQuery) -> Viewer:
    """Return how a user sees a table."""
    return live.viewer(user, query.seat, query.language, words=query.words)


@dataclass(frozen=True)
class Watch:
    """How a client wants to subscribe to a table."""

    query: ViewQuery
    since: int | None
    views: bool
    changes: bool


async def watch_of(
    query: TheViewQuery,
    since: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    *,
    views: bool = True,
    changes: bool = False,
) -> Watch:
    """Read the parameters of a subscription from the query."""
    return Watch(query, since, views, changes)


TheWatch = Annotated[Watch, Depends(watch_of)]


async def answer_cached(
    request: Request, key: Hashable, make: Callable[[], CachedResponse]
) -> Response:
    """Answer with a response that is the same for everybody, and made once."""
    return (await services_of(request).responses.get(key, make)).answer(request)


def written(body: bytes | str, status: int = 200) -> Response:
    """Answer with JSON that is written already."""
    return Response(body, status, media_type="application/json")


def act(user: str, body: Act) -> tuple[Command, str]:
    """Return the command of an action, and its request id: it is executed once for each."""
    # Ids are separate for each user: nobody can use up or query the ids of others.
    request = f"{user}.{body.id}"
    action = read_action(body.action)
    command = partial(commands.act, user=user, seat=body.seat, action=action, version=body.version)
    return command, request


def read_action(data: JsonObject | str) -> Action:
    """Read an action: its JSON, or its text."""
    try:
        if isinstance(data, str):
            return parse_action(data)
        return decode(Action, cast("Json", data))
    except (FoglineError, RecursionError, OverflowError) as error:
        raise Problem(Code.MALFORMED, f"action: {error}") from None


async def say(live: LiveTable, limiter: Limiter, address: str, user: User, body: Say) -> int:
    """Write to the chat, or react; return the version."""
    if (body.text is None) == (body.reaction is None):
        raise Problem(Code.MALFORMED, "Send either a text or a reaction.")
    limiter.spend(REMARKS, user.id)
    # It is sent to everybody at the table.
    limiter.spend(WORK, address, len(live.subscribers) // SENT_FOR_ONE)
    remark = partial(
        commands.say, user=user.id, name=user.name, text=body.text, reaction=body.reaction
    )
    return (await live.do(remark)).version
