"""All data of a user: export it as a file, and delete it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace

from fogline.server.commands import Actor
from fogline.server.levels import find_stand_in
from fogline.server.messages import tell_entry, wording_at
from fogline.server.moderation import hidden, rewrite
from fogline.server.problems import Problem
from fogline.server.services import Services
from fogline.server.table_state import TableState
from fogline.store import StoreError
from fogline.store import entries as e
from fogline.store.log import Logged

FORMER_PLAYER = "Former player"
"""The name of everybody whose account was deleted."""


async def export_data(services: Services, user: str) -> AsyncIterator[str]:
    """Write all data of a user as JSON, one table at a time.

    The logs of tables are those that the user may see: nobody's cards are told who still plays.
    """
    log = services.log
    found = await services.users.find(user)
    sessions = await services.identity.sessions.of(user)
    passkeys = await services.identity.passkeys.of(user)
    contacts = services.notifier.contacts
    address = await contacts.address_of(user)
    about = {
        "user": None if found is None else {"id": user, "name": found.name, "login": found.login},
        "sessions": [asdict(session) for session in sessions],
        "passkeys": [{"label": each.label, "created": each.created} for each in passkeys],
        "tokens": [asdict(token) for token in await services.users.tokens_of(user)],
        "email": None if address is None else asdict(address),
        "browsers": [asdict(browser) for browser in await contacts.browsers_of(user)],
        "reports": [asdict(report) for report in await services.reports.of(user)],
        "invitations": [each.table for each in await log.invitations_of(user)],
    }
    yield json.dumps(about, ensure_ascii=False)[:-1] + ', "tables": ['
    separator = "\n"
    for table in dict.fromkeys([*await _own_tables(services, user), *await log.spoken_at(user)]):
        with suppress(Problem, ValueError):  # a table that cannot be read must not hide the others
            entries = await log.read(table)
            yield separator + _table(TableState.of(table, entries), entries, user)
            separator = ",\n"
    yield "\n]}\n"


async def _own_tables(services: Services, user: str) -> list[str]:
    return [summary.table for summary in await services.log.tables_of(user)]


def _table(table: TableState, log: Sequence[Logged], user: str) -> str:
    seats, is_open = table.seats_of(user), table.status == "ended"
    wording = wording_at(table)
    told = [
        tell_entry(logged, next(iter(seats), None), wording, is_open=is_open).model_dump(
            mode="json"
        )
        for logged in log
    ]
    return json.dumps({"table": table.id, "seats": seats, "entries": told}, ensure_ascii=False)


async def delete_account(services: Services, user: str) -> None:
    """Delete a user. Games keep the moves, and lose the name and what the user wrote."""
    log = services.log
    invited = [summary.table for summary in await log.invitations_of(user)]
    own = await _own_tables(services, user)
    tables = list(dict.fromkeys([*own, *invited, *await log.spoken_at(user)]))
    for table in tables:
        with suppress(Problem):  # whatever cannot be left is at least no longer named
            await _leave(services, table, user)
    for table in tables:
        with suppress(ValueError, StoreError):
            await _forget(services, table, user)
        services.tables.unload(table)
    ended = await services.identity.end_sessions(user)
    tokens = [token.id for token in await services.users.tokens_of(user)]
    await services.users.delete(user)
    services.connections.end([*ended, *tokens])


async def _leave(services: Services, table_id: str, user: str) -> None:
    """Give up the seats of a user: a bot goes on to play in games that are running."""
    live = await services.tables.get(table_id)
    actor = Actor(user)
    for seat in live.table.seats_of(user):
        if live.table.status == "open":
            await live.do(actor.leave(seat))
        elif live.table.status == "playing" and not live.table.chairs[seat].resigned:
            await live.do(actor.resign(seat, await find_stand_in(live.table.game)))


async def _forget(services: Services, table_id: str, user: str) -> None:
    await rewrite(
        services.log,
        table_id,
        lambda logged: _nameless(logged.entry, user),
        unlist=lambda table: table.created.owner == user,  # nobody is left who could start it
    )


def _nameless(entry: e.Entry, user: str) -> e.Entry:
    match entry:
        case e.Seated() | e.Invited() if entry.user == user:
            return replace(entry, name=FORMER_PLAYER)
        case e.Said() if entry.user == user:
            return replace(hidden(entry), name=FORMER_PLAYER)
        case _:
            return entry
