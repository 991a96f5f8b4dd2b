"""All data of a user: export it as a file, and delete it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from fogline.server.features.people.identity import Identity
from fogline.server.live.levels import find_stand_in
from fogline.server.live.message_writer import write_entry
from fogline.server.live.rewriting import hidden, rewrite
from fogline.server.services import Services
from fogline.server.web.limits import DELETE_COST, EXPORTED_FOR_ONE, WORK
from fogline.store import StoreError, TableLog
from fogline.store.ownership import export_rows, ownership_of, tables_of_user
from fogline.store.table_log import LogRow, read_rows
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.entries import Logged, former_user
from fogline.table.problems import Problem
from fogline.table.table_state import TableState
from fogline.table.wording import wording_at

_SLICE = 100
"""How many entries are exported before others have a turn."""
FORMER_PLAYER = "Former player"
"""The name of everybody whose account was deleted."""


async def export_data(services: Services, user: str, address: str) -> AsyncIterator[str]:
    """Write all data of a user as JSON, one table at a time, as fast as the address may have it.

    The logs of tables are what the user may see: cards of running games stay hidden.
    """
    log, tables = services.log, services.log.schema.tables
    async with services.database.engine.connect() as connection:
        about = await export_rows(connection, tables, user)
        whole = [table for table in tables if ownership_of(table).exports_tables]
        own = await tables_of_user(connection, whole, user)
    yield json.dumps(about, ensure_ascii=False)[:-1] + ', "tables": ['
    separator = "\n"
    for table in own:
        # If the database fails here, the file ends in the middle, and nobody takes it for whole.
        rows = await log.rows(table)
        await services.limiter.save_up(WORK, address, 1 + len(rows) // EXPORTED_FOR_ONE)
        try:
            text = await _export_table(table, rows, user)
        except ValueError:
            continue  # a table that cannot be read, or is gone, must not hide the others
        yield separator + text
        separator = ",\n"
    yield "\n]}\n"


async def _export_table(table_id: str, rows: Sequence[LogRow], user: str) -> str:
    """Write a table in slices."""
    log = await read_rows(rows)
    table = await asyncio.to_thread(TableState.of, table_id, log)
    about = {"table": table.id, "seats": table.seats_of(user), "entries": []}
    slices = [
        await asyncio.to_thread(_entries_json, table, log[first : first + _SLICE], user)
        for first in range(0, len(log), _SLICE)
    ]
    return f"{json.dumps(about, ensure_ascii=False)[:-2]}{', '.join(slices)}]}}"


def _entries_json(table: TableState, entries: Sequence[Logged], user: str) -> str:
    """Write entries as the user may know them, separated by commas."""
    seat, wording = next(iter(table.seats_of(user)), None), wording_at(table)
    texts = [write_entry(logged, seat, wording, is_public=table.is_public) for logged in entries]
    return b", ".join(texts).decode()


async def delete_account(services: Services, user: str, address: str) -> None:
    """Delete a user. Games keep the moves, and lose the name and what the user wrote."""
    async with services.database.engine.connect() as connection:
        tables = await tables_of_user(connection, services.log.schema.tables, user)
    await services.limiter.save_up(WORK, address, DELETE_COST * len(tables))
    for table in tables:
        with suppress(Problem):  # whatever cannot be left is at least no longer named
            await _leave(services, table, user)
    for table in tables:
        with suppress(ValueError, StoreError):
            await forget_user(services.log, table, user)
        services.tables.unload(table)
    identity = services.of(Identity)
    ended = await identity.end_sessions(user)
    tokens = [token.id for token in await identity.users.tokens_of(user)]
    await identity.users.delete(user, services.log.schema.tables)
    services.connections.end([*ended, *tokens])


async def _leave(services: Services, table_id: str, user: str) -> None:
    """Give up the seats of a user: a bot continues to play in running games."""
    live = await services.tables.get(table_id)
    for seat in live.table.seats_of(user):
        if live.table.status == "open":
            await live.do(partial(commands.leave, user=user, seat=seat))
        elif live.table.status == "playing" and not live.table.chairs[seat].resigned:
            stand_in = await find_stand_in(live.table.game)
            level = stand_in.name
            await live.do(partial(commands.resign, user=user, seat=seat, stand_in=level))


async def forget_user(log: TableLog, table: str, user: str) -> None:
    """Rewrite the log of a table so that nothing in it leads to a user."""
    former = former_user(table, user)

    def forget(logged: Logged) -> Logged:
        request = logged.request
        if request is not None and request.startswith(f"{user}."):
            request = former + request.removeprefix(user)
        return replace(logged, entry=_nameless(logged.entry, user, former), request=request)

    await rewrite(log, table, forget)


def _nameless(entry: e.Entry, user: str, former: str) -> e.Entry:
    match entry:
        case e.Created() if entry.owner == user:
            # Nobody is left who could start the game.
            return replace(entry, owner=former, listed=False)
        case e.Seated() | e.Invited() if entry.user == user:
            return replace(entry, user=former, name=FORMER_PLAYER)
        case e.Said() if entry.user == user:
            return replace(hidden(entry), user=former, name=FORMER_PLAYER)
        case e.Muted() if entry.user == user:
            return replace(entry, user=former)
        case _:
            return entry
