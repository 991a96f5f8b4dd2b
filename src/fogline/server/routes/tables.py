"""Creating and finding tables, and who sits where."""

from __future__ import annotations

from fastapi import APIRouter

from fogline.core.messages import Seat
from fogline.server.commands import Asking, Command
from fogline.server.limits import NEW_TABLES
from fogline.server.live import LiveTable
from fogline.server.models import (
    Invite,
    Mute,
    NewTable,
    SeatBot,
    Sit,
    Snapshot,
    SummaryModel,
    TablesModel,
)
from fogline.server.problems import Code, Problem
from fogline.server.routes.common import (
    PROBLEMS,
    Member,
    Person,
    SeatPath,
    SeatQuery,
    TheHouse,
    TheTable,
    Visitor,
)

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=PROBLEMS)

_LISTED = 100


@router.get("")
async def list_tables(house: TheHouse, visitor: Visitor, *, mine: bool = False) -> TablesModel:
    """List the tables that wait for players, or one's own."""
    if not mine:
        found = await house.log.open_tables(_LISTED)
    elif visitor is None:
        found = []
    else:
        found = await house.log.tables_of(visitor, _LISTED)
    return TablesModel(tables=[SummaryModel.model_validate_json(line.text) for line in found])


@router.post("", status_code=201)
async def create(body: NewTable, person: Person, house: TheHouse) -> Snapshot:
    """Create a table."""
    house.limiter.spend(NEW_TABLES, person.id)
    live = await house.tables.create(person.id, person.name, body)
    return _told(live, person.id)


@router.get("/{table}")
async def look(live: TheTable, visitor: Visitor, seat: SeatQuery = None) -> Snapshot:
    """See a whole table."""
    return _told(live, visitor, seat)


@router.post("/{table}/seats/{seat}/sit")
async def sit(seat: SeatPath, live: TheTable, person: Person, body: Sit | None = None) -> Snapshot:
    """Take an open seat."""
    wish = body or Sit()
    command = Asking(person.id).sit(seat, wish.name or person.name, wish.contribution)
    return await _do(live, person.id, command)


@router.post("/{table}/seats/{seat}/leave")
async def leave(seat: SeatPath, live: TheTable, member: Member) -> Snapshot:
    """Leave one's seat."""
    return await _do(live, member, Asking(member).leave(seat))


@router.post("/{table}/seats/{seat}/return")
async def come_back(seat: SeatPath, live: TheTable, member: Member) -> Snapshot:
    """Come back to one's seat, and take it back from a bot."""
    return await _do(live, member, Asking(member).come_back(seat))


@router.post("/{table}/seats/{seat}/bot")
async def seat_bot(seat: SeatPath, body: SeatBot, live: TheTable, member: Member) -> Snapshot:
    """Give a seat to a bot."""
    away = seat in live.presence().away
    return await _do(live, member, Asking(member).seat_bot(seat, body.level, away=away))


@router.post("/{table}/seats/{seat}/open")
async def clear(seat: SeatPath, live: TheTable, member: Member) -> Snapshot:
    """Open a seat again."""
    return await _do(live, member, Asking(member).clear(seat))


@router.post("/{table}/seats/{seat}/invite")
async def invite(
    seat: SeatPath, body: Invite, live: TheTable, member: Member, house: TheHouse
) -> Snapshot:
    """Keep a seat for an account, and tell it."""
    guest = await house.people.find_login(body.login)
    if guest is None:
        raise Problem(Code.NOT_FOUND, "There is no account with that login.")
    return await _do(live, member, Asking(member).invite(seat, guest))


@router.post("/{table}/seats/{seat}/resign")
async def resign(seat: SeatPath, live: TheTable, member: Member) -> Snapshot:
    """Give up."""
    return await _do(live, member, Asking(member).resign(seat))


@router.post("/{table}/start")
async def start(live: TheTable, member: Member) -> Snapshot:
    """Deal."""
    return await _do(live, member, Asking(member).start())


@router.post("/{table}/rematch")
async def rematch(live: TheTable, person: Person, house: TheHouse) -> Snapshot:
    """Play the same again, at another table."""
    house.limiter.spend(NEW_TABLES, person.id)
    return _told(await house.tables.rematch(live, person.id, person.name), person.id)


@router.post("/{table}/mute")
async def mute(body: Mute, live: TheTable, member: Member) -> Snapshot:
    """Silence somebody at this table, or give the word back."""
    return await _do(live, member, Asking(member).mute(body.user, muted=body.muted))


async def _do(live: LiveTable, user: str, command: Command) -> Snapshot:
    await live.do(command)
    return _told(live, user)


def _told(live: LiveTable, user: str | None, seat: Seat | None = None) -> Snapshot:
    return live.snapshot(live.viewpoint(user, seat))
