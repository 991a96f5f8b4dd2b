"""What the handlers share: the services, who is asking, and the form of errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from fogline.core.codec import Json, decode
from fogline.core.errors import FoglineError
from fogline.core.notation import parse_action
from fogline.core.records import Action, Seat
from fogline.server.base_models import JsonObject
from fogline.server.commands import Actor
from fogline.server.identity import COOKIE, TOKEN_MARK
from fogline.server.limits import REMARKS, Limiter
from fogline.server.live import LiveTable
from fogline.server.models import Act, ProblemModel, Say
from fogline.server.problems import Code, Problem
from fogline.server.services import Services
from fogline.server.wording import ENGLISH
from fogline.store import User

PROBLEMS: dict[int | str, dict[str, object]] = {
    status: {"model": ProblemModel, "description": "Not done, and why."}
    for status in (401, 403, 404, 409, 413, 422, 429, 503)
}


def the_services(connection: HTTPConnection) -> Services:
    """Return what the server is made of."""
    return cast("Services", connection.app.state.services)


TheServices = Annotated[Services, Depends(the_services)]


def address_of(connection: HTTPConnection) -> str:
    """Return the address somebody asks from."""
    return connection.client.host if connection.client else ""


async def visitor_of(connection: HTTPConnection, services: TheServices) -> str | None:
    """Return the id of whoever asks; `None` is anybody."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        # Who shows a token relies on it alone: a cookie beside it would escape the origin check.
        user = await services.users.find_token(token) if token.startswith(TOKEN_MARK) else None
        if scheme.lower() != "bearer" or user is None:
            raise Problem(Code.UNAUTHORISED, "This token is not known.")
        return user.id
    return services.identity.user_of(connection.cookies.get(COOKIE, ""))


Address = Annotated[str, Depends(address_of)]
Visitor = Annotated[str | None, Depends(visitor_of)]


def member_of(visitor: Visitor) -> str:
    """Return the id of whoever asks, who must have a session."""
    if visitor is None:
        raise Problem(Code.UNAUTHORISED, "Say who you are first: POST /api/session.")
    return visitor


Member = Annotated[str, Depends(member_of)]


async def person_of(member: Member, services: TheServices) -> User:
    """Return whoever asks, with name and login."""
    user = await services.users.find(member)
    if user is None:
        raise Problem(Code.UNAUTHORISED, "There is no such session any more.")
    return user


Person = Annotated[User, Depends(person_of)]

TableId = Annotated[str, Path(max_length=32)]


async def live_table(table: TableId, services: TheServices) -> LiveTable:
    """Return the table that a path names."""
    return await services.tables.get(table)


TheTable = Annotated[LiveTable, Depends(live_table)]
SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
SeatPath = Annotated[int, Path(ge=0, le=9)]
Language = Annotated[str, Query(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$")]
"""The language of the sentences that rules bring; what a rule does not say in it is English."""


@dataclass(frozen=True)
class Eyes:
    """Through which seat's eyes, and in which language, somebody wants to look."""

    seat: Seat | None
    language: str


def eyes_of(seat: SeatQuery = None, language: Language = ENGLISH) -> Eyes:
    """Read how somebody wants to look."""
    return Eyes(seat, language)


TheEyes = Annotated[Eyes, Depends(eyes_of)]


@dataclass(frozen=True)
class Watch:
    """How somebody wants to watch a table."""

    eyes: Eyes
    since: int | None
    views: bool


def watch_of(
    eyes: TheEyes,
    since: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    *,
    views: bool = True,
) -> Watch:
    """Read how somebody wants to watch a table."""
    return Watch(eyes, since, views)


TheWatch = Annotated[Watch, Depends(watch_of)]


async def act(live: LiveTable, user: str, body: Act) -> int:
    """Act, once for each id, and return the version when it is on disk."""
    # The id is the sender's own: nobody can spoil or ask for that of another.
    request = f"{user}.{body.id}"
    command = Actor(user).act(body.seat, read_action(body.action), body.version)
    return await live.do(command, request)


def read_action(data: JsonObject | str) -> Action:
    """Read an action: its JSON, or its text."""
    try:
        if isinstance(data, str):
            return parse_action(data)
        return decode(Action, cast("Json", data))
    except (FoglineError, RecursionError, OverflowError) as error:
        raise Problem(Code.MALFORMED, f"action: {error}") from None


async def say(live: LiveTable, limiter: Limiter, user: User, body: Say) -> int:
    """Say something, or react; return the version."""
    if (body.text is None) == (body.reaction is None):
        raise Problem(Code.MALFORMED, "Say either a text or a reaction.")
    limiter.spend(REMARKS, user.id)
    return await live.do(Actor(user.id).say(user.name, body.text, body.reaction))
