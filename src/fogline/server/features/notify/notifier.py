"""Notifies users by e-mail or push that it is their turn, while they are not connected."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from fogline.catalogs import load_catalog
from fogline.core.messages import Seat
from fogline.server.features.notify.contacts import Contacts
from fogline.server.features.notify.mailer import Mailer, MailFailed, NotSent
from fogline.server.features.notify.pusher import Pusher, PushFailed, PushGone
from fogline.server.services import Services
from fogline.server.support.fault_log import FaultLog
from fogline.server.support.timing import Alarm
from fogline.table.problems import Problem
from fogline.table.table_state import TableState

PATIENCE = 60_000
"""Milliseconds after which a user who has not moved, and is not connected, is notified."""
_RETRY = 300_000
"""Milliseconds after which it is tried again, if nothing could be sent."""
_DAY = 86_400
"""Seconds of a clock from which on a game is one by correspondence."""


@dataclass(frozen=True)
class _Turn:
    user: str
    table: str
    version: int
    game: str


class Notifier:
    """One timer for each table at which somebody must decide; it notifies of each turn once."""

    def __init__(self, services: Services, mailer: Mailer | None, pusher: Pusher | None) -> None:
        self.contacts = Contacts(services.database)
        self.mailer = mailer
        self.pusher = pusher
        self._services = services
        self._timing = services.settings.timing
        self._alarms: dict[str, Alarm] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._faults = FaultLog("cannot send turn notifications")

    @property
    def is_on(self) -> bool:
        """Whether there is a way to notify anybody."""
        return self.mailer is not None or self.pusher is not None

    async def catch_up(self) -> None:
        """Check the tables of all who want it: a turn may have begun while the server was down."""
        try:
            waiting = await self._services.index.running_tables_of(await self.contacts.users())
        except (SQLAlchemyError, OSError) as error:
            self._faults.happened(error)
            return
        for table in waiting:
            await self._check(table, {})

    def schedule(self, table: TableState, delay: int = PATIENCE) -> None:
        """Set the timer of a table, if somebody must decide there and may take days for it."""
        if not self.is_on or table.id in self._alarms:
            return
        asked = _asked(table)
        if not asked or not _is_slow(table):
            return
        ring_at = self._timing.now() + delay
        self._alarms[table.id] = self._timing.ring_at(ring_at, lambda: self._ring(table.id, asked))

    def forget(self, table: TableState) -> None:
        """Stop the timer of a table at which nobody decides any more."""
        if table.id in self._alarms:
            self._alarms.pop(table.id).cancel()

    async def close(self) -> None:
        """Stop. Notifications that were not sent are sent after the next start."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ring(self, table: str, asked: dict[Seat, int]) -> None:
        del self._alarms[table]
        task = asyncio.create_task(self._check(table, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check(self, table_id: str, before: dict[Seat, int]) -> None:
        """Notify those who were asked before, and wait for those who were asked since."""
        try:
            live = await self._services.tables.get(table_id)
            table, presence = live.table, live.presence.seats()
            sent = True
            for seat, version in _asked(table).items():
                user = table.chairs[seat].user or ""
                if seat in presence.connected or self._services.limiter.is_connected(user):
                    continue
                if before.get(seat) != version or seat not in presence.away:
                    self.schedule(table)
                    continue
                sent &= await self._notify(_Turn(user, table_id, version, table.game.title))
            if not sent:
                self.schedule(live.table, _RETRY)
        except Problem:
            return  # it was deleted, or cannot be read
        except (SQLAlchemyError, OSError) as error:
            self._faults.happened(error)

    async def _notify(self, turn: _Turn) -> bool:
        """Notify one user of one turn; return `False` if nothing could be sent."""
        address = await self.contacts.address_of(turn.user) if self.mailer is not None else None
        browsers = await self.contacts.browsers_of(turn.user) if self.pusher is not None else []
        if address is None and not browsers:
            return True
        if not await self.contacts.claim_turn(turn.user, turn.table, turn.version):
            return True
        done = False
        if address is not None and self.mailer is not None:
            say = load_catalog(address.language).say
            url = self._services.settings.url or ""
            account = f"{url}#/account"
            # The address of a table is a secret of those who know it: the start page lists it.
            text = say("mail.turn.text", game=turn.game)
            body = f"{text}\n\n{url}\n\n{say('mail.stop')}\n{account}\n"
            done |= await self._try(
                self.mailer.send(address.email, say("mail.turn"), body, account)
            )
        for browser in browsers:
            if self.pusher is not None:
                say = load_catalog(browser.language).say
                body = say("mail.turn.text", game=turn.game)
                try:
                    done |= await self._try(self.pusher.send(browser, say("mail.turn"), body))
                except PushGone:
                    await self.contacts.drop_browser(browser.id, turn.user)
                    done = True
        if not done:
            await self.contacts.release_turn(turn.user, turn.table, turn.version)
        return done

    async def _try(self, sending: Coroutine[object, object, None]) -> bool:
        """Send something; return `False` if nothing has left this server."""
        try:
            await sending
        except NotSent as error:
            self._faults.happened(error.__cause__)
            return False
        except (MailFailed, PushFailed) as error:
            # It may have arrived, and nobody is notified twice.
            self._faults.happened(error.__cause__)
        else:
            self._faults.is_over()
        return True


def _asked(table: TableState) -> dict[Seat, int]:
    """Return the seats of people who must decide, with the version at which they were asked."""
    return {
        seat: table.asked[seat]
        for seat in table.deciding
        if table.chairs[seat].user is not None and table.chairs[seat].level is None
    }


def _is_slow(table: TableState) -> bool:
    clock = table.created.clock
    return clock is None or clock.seconds >= _DAY
