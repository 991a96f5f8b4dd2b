"""Tables and their seats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Annotated

import orjson
from fastapi import Depends, Response
from pydantic import TypeAdapter, ValidationError

from fogline.core.text.words import ENGLISH
from fogline.server.features.lobby.index import TableFinder
from fogline.server.features.lobby.models import (
    Commit,
    Invite,
    Mute,
    Reveal,
    SeatBot,
    Sit,
    TablesModel,
)
from fogline.server.features.lobby.projections import ListedTable
from fogline.server.live.levels import find_level, find_stand_in
from fogline.server.live.live_table import LiveTable
from fogline.server.live.people import User
from fogline.server.live.table_index import Summary
from fogline.server.web.costs import ChargedRouter, costs
from fogline.server.web.limits import INVITATIONS, LISTED_TABLES, NEW_TABLES, NEW_TABLES_OF_ADDRESS
from fogline.server.web.requests import (
    Address,
    CurrentUser,
    Language,
    SeatPath,
    TheServices,
    TheTable,
    TheViewQuery,
    UserId,
    Visitor,
    save,
    viewer_of,
    written,
)
from fogline.server.wire.base_models import Saved
from fogline.server.wire.record_models import SnapshotJson
from fogline.server.wire.table_models import NewTable
from fogline.table import commands
from fogline.table.problems import Code, Problem

router = ChargedRouter(prefix="/api/tables", tags=["tables"])

_LISTED = 100
_LISTED_OF_ONE = 3
"""How many tables of the lobby one user may wait at."""
_INVITED = 20
_LINE = TypeAdapter(ListedTable)
_WAITS = 86_400_000
"""Milliseconds for which the lobby shows a table at which nothing happens."""


@router.get("", response_model=TablesModel)
@costs(3)
async def list_tables(
    services: TheServices, visitor: Visitor, *, mine: bool = False, running: bool = False
) -> Response:
    """List the tables that wait for players, those to watch, or the tables of the user."""
    finder = services.of(TableFinder)
    found: list[Summary] = []
    invited: list[Summary] = []
    if running and not mine:
        found = await finder.running_tables(_LISTED)
    elif not mine:
        fresh = services.settings.timing.now() - _WAITS
        found = await finder.open_tables(_LISTED, fresh)
    elif visitor is not None:
        found = await finder.tables_of(visitor, _LISTED)
        invited = await finder.invitations_of(visitor, _INVITED)
    return written(orjson.dumps({"tables": _lines(found), "invitations": _lines(invited)}))


def _lines(found: Iterable[Summary]) -> list[orjson.Fragment]:
    lines = (_line(summary.text) for summary in found)
    return [line for line in lines if line is not None]


@lru_cache(maxsize=1024)
def _line(text: str) -> orjson.Fragment | None:
    """Write what a list shows of a table; the same tables are listed again and again."""
    try:
        return orjson.Fragment(_LINE.dump_json(_LINE.validate_json(text)))
    except ValidationError:
        return None  # a newer server may have written a summary that this one does not know


@router.post("", status_code=201, response_model=SnapshotJson)
@costs(3)
async def create(
    body: NewTable,
    person: CurrentUser,
    address: Address,
    services: TheServices,
    language: Language = ENGLISH,
) -> Response:
    """Create a table."""
    services.limiter.spend(NEW_TABLES, person.id)
    services.limiter.spend(NEW_TABLES_OF_ADDRESS, address)
    if body.listed:
        own = await services.index.tables_of(person.id)
        if sum(each.listed and each.status == "open" for each in own) >= _LISTED_OF_ONE:
            raise Problem(
                Code.FORBIDDEN, f"You already wait at {_LISTED_OF_ONE} tables of the lobby."
            )
        services.limiter.spend(LISTED_TABLES, address)
    live = await services.tables.create(person.id, person.name, body)
    return _shown(live, person.id, language, status=201)


@router.get("/{table}", response_model=SnapshotJson)
@costs(3)
async def look(live: TheTable, visitor: Visitor, query: TheViewQuery) -> Response:
    """Get a whole table."""
    return written(live.snapshot(viewer_of(live, visitor, query)))


@router.post("/{table}/seats/{seat}/sit")
@costs(3)
async def sit(
    seat: SeatPath,
    live: TheTable,
    person: CurrentUser,
    body: Sit | None = None,
) -> Saved:
    """Take an open seat."""
    wish = body or Sit()
    command = partial(
        commands.sit,
        user=person.id,
        seat=seat,
        name=wish.name or person.name,
        commitment=wish.commitment,
        origin=wish.origin,
    )
    return await save(live, command)


@router.post("/{table}/seats/{seat}/leave")
@costs(3)
async def leave(seat: SeatPath, live: TheTable, user: UserId) -> Saved:
    """Leave a seat."""
    return await save(live, partial(commands.leave, user=user, seat=seat))


@router.post("/{table}/seats/{seat}/return")
@costs(3)
async def come_back(seat: SeatPath, live: TheTable, user: UserId) -> Saved:
    """Return to a seat, and take it back from a bot."""
    return await save(live, partial(commands.come_back, user=user, seat=seat))


@router.post("/{table}/seats/{seat}/bot")
@costs(3)
async def seat_bot(seat: SeatPath, body: SeatBot, live: TheTable, user: UserId) -> Saved:
    """Give a seat to a bot: before the start of any level, later always of the same."""
    if live.table.status == "open":
        level = await find_level(live.table.game, body.level or "")
    else:
        level = await find_stand_in(live.table.game)
    away = seat in live.presence.seats().away
    command = partial(
        commands.seat_bot,
        user=user,
        seat=seat,
        level=level.name,
        level_version=level.version,
        away=away,
    )
    return await save(live, command)


@router.post("/{table}/seats/{seat}/open")
@costs(3)
async def clear(seat: SeatPath, live: TheTable, user: UserId) -> Saved:
    """Open a seat again."""
    return await save(live, partial(commands.clear, user=user, seat=seat))


async def guest_of(body: Invite, user: UserId, services: TheServices) -> User:
    """Return the account that is invited."""
    services.limiter.spend(INVITATIONS, user)
    return await services.people.invitee(body.login)


Guest = Annotated[User, Depends(guest_of)]


@router.post("/{table}/seats/{seat}/invite")
@costs(3)
async def invite(seat: SeatPath, guest: Guest, live: TheTable, user: UserId) -> Saved:
    """Reserve a seat for an account, and invite it."""
    command = partial(commands.invite, user=user, seat=seat, guest=guest.id, name=guest.name)
    return await save(live, command)


@router.post("/{table}/seats/{seat}/resign")
@costs(3)
async def resign(seat: SeatPath, live: TheTable, user: UserId) -> Saved:
    """Resign."""
    level = await find_stand_in(live.table.game)
    command = partial(commands.resign, user=user, seat=seat, stand_in=level.name)
    return await save(live, command)


@router.post("/{table}/start")
@costs(3)
async def start(live: TheTable, user: UserId) -> Saved:
    """Start the game; if players contribute to the deal, it begins once all have revealed."""
    return await save(live, partial(commands.start, user=user))


@router.post("/{table}/commit")
@costs(3)
async def commit(body: Commit, live: TheTable, user: UserId) -> Saved:
    """Commit to a contribution to the deal."""
    command = partial(commands.commit, user=user, commitment=body.commitment, origin=body.origin)
    return await save(live, command)


@router.post("/{table}/reveal")
@costs(3)
async def reveal(body: Reveal, live: TheTable, user: UserId) -> Saved:
    """Reveal a contribution, once the start has fixed all commitments."""
    command = partial(commands.reveal, user=user, contribution=body.contribution)
    return await save(live, command)


@router.post("/{table}/rematch", response_model=SnapshotJson)
@costs(3)
async def rematch(
    live: TheTable,
    person: CurrentUser,
    address: Address,
    services: TheServices,
    language: Language = ENGLISH,
) -> Response:
    """Create the same table again."""
    services.limiter.spend(NEW_TABLES, person.id)
    services.limiter.spend(NEW_TABLES_OF_ADDRESS, address)
    return _shown(await services.tables.rematch(live, person.id, person.name), person.id, language)


@router.post("/{table}/mute")
@costs(3)
async def mute(body: Mute, live: TheTable, user: UserId) -> Saved:
    """Mute a user at this table, or lift the mute."""
    command = partial(commands.mute, user=user, whom=body.user, muted=body.muted)
    return await save(live, command)


def _shown(live: LiveTable, user: str, language: str, status: int = 200) -> Response:
    return written(live.snapshot(live.viewer(user, None, language)), status)
