"""Tables and their seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import ValidationError

from fogline.core.messages import Seat
from fogline.core.words import ENGLISH
from fogline.server.commands import Actor, Command, CommandOfMany
from fogline.server.levels import find_level, find_stand_in
from fogline.server.limits import INVITATIONS, LISTED_TABLES, NEW_TABLES, NEW_TABLES_OF_ADDRESS
from fogline.server.live import LiveTable
from fogline.server.models import (
    Commit,
    Invite,
    Mute,
    NewTable,
    Reveal,
    SeatBot,
    Sit,
    Snapshot,
    SummaryModel,
    TablesModel,
)
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import (
    PROBLEMS,
    Address,
    Language,
    Member,
    Person,
    SeatPath,
    TheEyes,
    TheServices,
    TheTable,
    Visitor,
)
from fogline.store import Summary, User

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

_LISTED = 100
_LISTED_OF_ONE = 3
"""How many tables of the lobby one user may wait at."""
_INVITED = 20
_WAITS = 86_400_000
"""Milliseconds for which the lobby shows a table at which nothing happens."""


@router.get("")
async def list_tables(
    services: TheServices, visitor: Visitor, *, mine: bool = False, running: bool = False
) -> TablesModel:
    """List the tables that wait for players, those to watch, or the tables of the user."""
    found: list[Summary] = []
    invited: list[Summary] = []
    if running and not mine:
        found = await services.log.running_tables(_LISTED)
    elif not mine:
        fresh = services.settings.timing.now() - _WAITS
        found = await services.log.open_tables(_LISTED, fresh)
    elif visitor is not None:
        found = await services.log.tables_of(visitor, _LISTED)
        invited = await services.log.invitations_of(visitor, _INVITED)
    return TablesModel(tables=list(_summaries(found)), invitations=list(_summaries(invited)))


def _summaries(found: Iterable[Summary]) -> Iterator[SummaryModel]:
    for line in found:
        # A newer server may have written a summary that this one does not know.
        with suppress(ValidationError):
            yield SummaryModel.model_validate_json(line.text)


@router.post("", status_code=201)
async def create(
    body: NewTable,
    person: Person,
    address: Address,
    services: TheServices,
    language: Language = ENGLISH,
) -> Snapshot:
    """Create a table."""
    services.limiter.spend(NEW_TABLES, person.id)
    services.limiter.spend(NEW_TABLES_OF_ADDRESS, address)
    if body.listed:
        own = await services.log.tables_of(person.id)
        if sum(each.listed and each.status == "open" for each in own) >= _LISTED_OF_ONE:
            raise Problem(
                Code.FORBIDDEN, f"You already wait at {_LISTED_OF_ONE} tables of the lobby."
            )
        services.limiter.spend(LISTED_TABLES, address)
    live = await services.tables.create(person.id, person.name, body)
    return _told(live, person.id, language)


@router.get("/{table}")
async def look(live: TheTable, visitor: Visitor, eyes: TheEyes) -> Snapshot:
    """Get a whole table."""
    return _told(live, visitor, eyes.language, eyes.seat)


@router.post("/{table}/seats/{seat}/sit")
async def sit(
    seat: SeatPath,
    live: TheTable,
    person: Person,
    body: Sit | None = None,
    language: Language = ENGLISH,
) -> Snapshot:
    """Take an open seat."""
    wish = body or Sit()
    command = Actor(person.id).sit(seat, wish.name or person.name, wish.commitment)
    return await _do(live, person.id, command, language)


@router.post("/{table}/seats/{seat}/leave")
async def leave(
    seat: SeatPath, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Leave a seat."""
    return await _do(live, member, Actor(member).leave(seat), language)


@router.post("/{table}/seats/{seat}/return")
async def come_back(
    seat: SeatPath, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Return to a seat, and take it back from a bot."""
    return await _do(live, member, Actor(member).come_back(seat), language)


@router.post("/{table}/seats/{seat}/bot")
async def seat_bot(
    seat: SeatPath, body: SeatBot, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Give a seat to a bot: before the start of any level, later always of the same."""
    if live.table.status == "open":
        level = await find_level(live.table.game, body.level or "")
    else:
        level = await find_stand_in(live.table.game)
    away = seat in live.presence().away
    return await _do(live, member, Actor(member).seat_bot(seat, level, away=away), language)


@router.post("/{table}/seats/{seat}/open")
async def clear(
    seat: SeatPath, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Open a seat again."""
    return await _do(live, member, Actor(member).clear(seat), language)


async def guest_of(body: Invite, member: Member, services: TheServices) -> User:
    """Return the account that is invited."""
    services.limiter.spend(INVITATIONS, member)
    return await services.identity.invitee(body.login)


Guest = Annotated[User, Depends(guest_of)]


@router.post("/{table}/seats/{seat}/invite")
async def invite(
    seat: SeatPath, guest: Guest, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Reserve a seat for an account, and invite it."""
    return await _do(live, member, Actor(member).invite(seat, guest), language)


@router.post("/{table}/seats/{seat}/resign")
async def resign(
    seat: SeatPath, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Resign."""
    level = await find_stand_in(live.table.game)
    return await _do(live, member, Actor(member).resign(seat, level), language)


@router.post("/{table}/start")
async def start(live: TheTable, member: Member, language: Language = ENGLISH) -> Snapshot:
    """Start the game; if players contribute to the deal, it begins once all have revealed."""
    return await _do(live, member, Actor(member).start(), language)


@router.post("/{table}/commit")
async def commit(
    body: Commit, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Commit to a contribution to the deal."""
    return await _do(live, member, Actor(member).commit(body.commitment), language)


@router.post("/{table}/reveal")
async def reveal(
    body: Reveal, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Reveal a contribution, once the start has fixed all commitments."""
    return await _do(live, member, Actor(member).reveal(body.contribution), language)


@router.post("/{table}/rematch")
async def rematch(
    live: TheTable,
    person: Person,
    address: Address,
    services: TheServices,
    language: Language = ENGLISH,
) -> Snapshot:
    """Create the same table again."""
    services.limiter.spend(NEW_TABLES, person.id)
    services.limiter.spend(NEW_TABLES_OF_ADDRESS, address)
    return _told(await services.tables.rematch(live, person.id, person.name), person.id, language)


@router.post("/{table}/mute")
async def mute(
    body: Mute, live: TheTable, member: Member, language: Language = ENGLISH
) -> Snapshot:
    """Mute a user at this table, or lift the mute."""
    return await _do(live, member, Actor(member).mute(body.user, muted=body.muted), language)


async def _do(
    live: LiveTable, user: str, command: Command | CommandOfMany, language: str
) -> Snapshot:
    await live.do(command)
    return _told(live, user, language)


def _told(live: LiveTable, user: str | None, language: str, seat: Seat | None = None) -> Snapshot:
    return live.snapshot(live.viewpoint(user, seat, language))
