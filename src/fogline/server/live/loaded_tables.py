"""All tables: finds, creates and loads them, and unloads idle ones."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial

import structlog

from fogline.core import engine
from fogline.core.chance import Chance
from fogline.core.definition import GameDefinition
from fogline.core.errors import FoglineError
from fogline.core.messages import Seat
from fogline.games import define, game_names
from fogline.server.live.levels import find_level
from fogline.server.live.live_table import LiveTable
from fogline.server.live.past import Past
from fogline.server.live.people import User
from fogline.server.live.table_services import TableServices
from fogline.server.support.logs import log_id
from fogline.server.wire.base_models import ClockModel
from fogline.server.wire.table_models import NewTable, SeatWish
from fogline.store.table_log import read_rows
from fogline.store.writer import REWRITTEN
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.commands import Command
from fogline.table.entries import Logged
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState

_log = structlog.get_logger("fogline.tables")

_IDLE = 120_000
"""Milliseconds after which an idle table is unloaded."""


_NOBODY: Mapping[Seat, User] = {}


class Tables:
    """The tables in memory, by id."""

    def __init__(self, services: TableServices) -> None:
        self._services = services
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._unreadable: set[str] = set()
        """Tables that were refused, such as those of a newer server."""

    async def get(self, table_id: str) -> LiveTable:
        """Return a table; load it from the log if it is not in memory."""
        live = self._live.get(table_id)
        if live is not None and live.is_unreadable:
            del self._live[table_id]
            await live.close()
            live = None
        if live is None:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
                self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id))
            live = await asyncio.shield(self._loading[table_id])
        was_paused, live.touched = live.is_paused, self._services.timing.now()
        if was_paused:
            live.advance()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        table, past, log = await self._read(table_id)
        live = self._enter(table, log)
        if table.status == "ended":
            live.past.keep(past)
        return live

    async def _read(self, table_id: str) -> tuple[TableState, Past, list[Logged]]:
        try:
            rows = await self._services.log.rows(table_id)
            log = await read_rows(rows)
            if not log or isinstance(log[0].entry, e.Closed):
                raise Problem(Code.NOT_FOUND, "This table does not exist.")
            table = await asyncio.to_thread(TableState.of, table_id, log)
        except ValueError as error:
            problem = Problem.unreadable(error)
            if table_id not in self._unreadable:
                _log.error("cannot load a table", table=log_id(table_id), error=problem.message)
            self._unreadable.add(table_id)
            raise problem from None
        self._unreadable.discard(table_id)
        return table, Past(rows, log), log

    def _enter(self, table: TableState, log: Sequence[Logged]) -> LiveTable:
        live = LiveTable(table, self._services, log)
        self._live[table.id] = live
        self._services.metrics.tables.set(len(self._live))
        live.advance()
        self._services.presence_sync.ask(table.id)
        return live

    async def create(
        self, owner: str, name: str, wish: NewTable, reserved: Mapping[Seat, User] = _NOBODY
    ) -> LiveTable:
        """Create a table; `name` is the default name of its owner."""
        # The board may have to be read first, which takes a while.
        game = await asyncio.to_thread(_define, wish)
        at = self._services.timing.now()
        created = e.Created(
            at,
            **e.game_fields(game),
            seats=len(wish.seats),
            listed=wish.listed,
            clock=None if wish.clock is None else e.ClockRule(**dict(wish.clock)),
            owner=owner,
            secret=self._services.settings.new_secret(),
        )
        log = [Logged(0, created)]
        table_id = self._services.settings.new_token()[:22]
        table = await asyncio.to_thread(TableState, table_id, log[0])
        for seat, chair in enumerate(wish.seats):
            command = await _seating(game, owner, seat, chair.named(name))
            if command is not None:
                news, table = commands.run(command, table, at)
                log += news
        for seat, guest in reserved.items():
            command = partial(
                commands.invite, user=owner, seat=seat, guest=guest.id, name=guest.name
            )
            news, table = commands.run(command, table, at)
            log += news
        await self._services.log.append(None, table, log)
        return self._enter(table, log)

    async def rematch(self, old: LiveTable, user: str, name: str) -> LiveTable:
        """Create the same table again, with the same bots; the old table links to it.

        The seats of the other players are kept for them.
        """
        table = old.table
        commands.expect_rematch(table, user)
        if table.rematch is not None:
            return await self.get(table.rematch)
        created = table.created
        wishes = [
            SeatWish(kind="me", name=chair.name)
            if chair.user == user
            else SeatWish(kind="bot", level=chair.level)
            if chair.kind == "bot"
            else SeatWish()
            for chair in table.chairs
        ]
        wish = NewTable(
            game=created.game,
            options=dict(created.options),
            seats=wishes,
            listed=False,
            clock=None if created.clock is None else ClockModel(**asdict(created.clock)),
        )
        others = {
            seat: User(chair.user, chair.name or "")
            for seat, chair in enumerate(table.chairs)
            if chair.user not in (None, user) and not e.is_former(chair.user)
        }
        new = await self.create(user, name, wish, others)
        link = partial(commands.point_to_rematch, user=user, rematch=new.table.id)
        await old.do(link, "rematch")
        return await self.get(old.table.rematch or new.table.id)

    def in_memory(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._live.get(table_id)

    async def wake(self, table_id: str) -> None:
        """Load a table, so that its clocks run; not again one that was refused."""
        if table_id not in self._live and table_id not in self._unreadable:
            await self.get(table_id)

    def advance_all(self) -> None:
        """Start the bots and set the timers of all tables in memory."""
        for live in self._live.values():
            live.advance()

    async def exclude_downtime(self, table_id: str, since: int) -> None:
        """Write a downtime to the log before the table is loaded, or its clock would run out."""
        written = False
        # A table that cannot be loaded must not keep the others from opening.
        with suppress(Problem):
            while not written:
                table, *_ = await self._read(table_id)
                command, at = partial(commands.resume, since=since), self._services.timing.now()
                news, after = commands.run(command, table, at)
                written = await self._services.log.append(table, after, news)

    def on_notification(self, table_id: str | None, version: int) -> None:
        """Handle a new version of a table; `None` means that any table may have new entries."""
        if table_id is None:
            for live in self._live.values():
                live.on_notification(live.table.version + 1)
                live.presence.announce()
            self._services.presence_sync.ask()
        elif version == REWRITTEN:
            self.unload(table_id)
        elif table_id in self._live:
            self._live[table_id].on_notification(version)

    def unload(self, table_id: str) -> None:
        """Drop a table whose log was rewritten; its subscribers connect again."""
        live = self._live.pop(table_id, None)
        if live is not None:
            closing = asyncio.create_task(live.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    def on_presence(self, text: str) -> None:
        """Handle a presence message of another server."""
        received = self._services.presence_sync.receive(text)
        if received.changed in self._live:
            self._live[received.changed].presence.update()
        if received.is_asked:
            asked = self._live if received.asked is None else {received.asked} & self._live.keys()
            for table_id in asked:
                self._live[table_id].presence.announce()

    async def sweep(self) -> None:
        """Forget servers that are gone, and unload idle tables."""
        for table_id in self._services.presence_sync.forget_silent():
            if table_id in self._live:
                self._live[table_id].presence.update()
        before = self._services.timing.now() - _IDLE
        for table_id, live in list(self._live.items()):
            if live.touched < before and live.is_idle:
                del self._live[table_id]
                await live.close()
        self._services.metrics.tables.set(len(self._live))

    def disconnect_all(self) -> None:
        """Close the connections of all subscribers."""
        for live in self._live.values():
            live.subscribers.disconnect_all()

    async def close(self) -> None:
        """Close all tables."""
        for live in list(self._live.values()):
            await live.close()
        await asyncio.gather(*self._closing)


def _define(wish: NewTable) -> GameDefinition:
    """Define the game of a new table, and start it for trial."""
    # Only names: a client must not choose the path of a file.
    if wish.game not in game_names():
        known = ", ".join(game_names())
        raise Problem(Code.NOT_FOUND, f"This game does not exist; expected one of: {known}.")
    try:
        game = define(wish.game, wish.options)
        game.check_seats(len(wish.seats))
        # Some options are only wrong for this number of players, which the start shows.
        engine.start(game, len(wish.seats), Chance("trial"))
    except FoglineError as error:
        raise Problem(Code.MALFORMED, str(error)) from None
    return game


async def _seating(game: GameDefinition, owner: str, seat: Seat, wish: SeatWish) -> Command | None:
    match wish.kind:
        case "me":
            return partial(commands.sit, user=owner, seat=seat, name=wish.name or "")
        case "bot":
            level = await find_level(game, wish.level or "")
            return partial(
                commands.seat_bot,
                user=owner,
                seat=seat,
                level=level.name,
                level_version=level.version,
            )
        case "open":
            return None
