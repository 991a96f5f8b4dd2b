"""What the handlers share: the house, who is asking, and the form of errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from fogline.core.messages import Seat
from fogline.server.house import House
from fogline.server.identity import COOKIE, TOKEN_MARK
from fogline.server.live import LiveTable
from fogline.server.models import ProblemModel
from fogline.server.problems import Code, Problem
from fogline.store import User

PROBLEMS: dict[int | str, dict[str, object]] = {
    status: {"model": ProblemModel, "description": "Not done, and why."}
    for status in (401, 403, 404, 409, 413, 422, 429, 503)
}


def the_house(connection: HTTPConnection) -> House:
    """Return what the server is made of."""
    return cast("House", connection.app.state.house)


TheHouse = Annotated[House, Depends(the_house)]


def address_of(connection: HTTPConnection) -> str:
    """Return the address somebody asks from."""
    return connection.client.host if connection.client else ""


async def visitor_of(connection: HTTPConnection, house: TheHouse) -> str | None:
    """Return the id of whoever asks; `None` is anybody."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        # Who shows a token relies on it alone: a cookie beside it would escape the origin check.
        user = await house.people.find_token(token) if token.startswith(TOKEN_MARK) else None
        if scheme.lower() != "bearer" or user is None:
            raise Problem(Code.UNAUTHORISED, "This token is not known.")
        return user.id
    return house.identity.user_of(connection.cookies.get(COOKIE, ""))


Address = Annotated[str, Depends(address_of)]
Visitor = Annotated[str | None, Depends(visitor_of)]


def member_of(visitor: Visitor) -> str:
    """Return the id of whoever asks, who must have a session."""
    if visitor is None:
        raise Problem(Code.UNAUTHORISED, "Say who you are first: POST /api/session.")
    return visitor


Member = Annotated[str, Depends(member_of)]


async def person_of(member: Member, house: TheHouse) -> User:
    """Return whoever asks, with name and login."""
    user = await house.people.find(member)
    if user is None:
        raise Problem(Code.UNAUTHORISED, "There is no such session any more.")
    return user


Person = Annotated[User, Depends(person_of)]

TableId = Annotated[str, Path(max_length=32)]


async def live_table(table: TableId, house: TheHouse) -> LiveTable:
    """Return the table that a path names."""
    return await house.tables.get(table)


TheTable = Annotated[LiveTable, Depends(live_table)]
SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
SeatPath = Annotated[int, Path(ge=0, le=9)]


@dataclass(frozen=True)
class Watch:
    """How somebody wants to watch a table."""

    seat: Seat | None
    since: int | None
    views: bool


def watch_of(
    seat: SeatQuery = None,
    since: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    *,
    views: bool = True,
) -> Watch:
    """Read how somebody wants to watch a table."""
    return Watch(seat, since, views)


TheWatch = Annotated[Watch, Depends(watch_of)]
