"""A table in memory: it writes the log, informs subscribers, and lets bots and clocks act."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import structlog

from fogline.core.errors import FormatError
from fogline.core.messages import Seat
from fogline.core.text.words import ENGLISH
from fogline.server.live.advisor import Advisor
from fogline.server.live.bot_seats import BotSeats
from fogline.server.live.clock_alarm import ClockAlarm
from fogline.server.live.message_writer import write_snapshot
from fogline.server.live.past import PastCache
from fogline.server.live.presence import TablePresence
from fogline.server.live.publication import Publication
from fogline.server.live.subscribers import Subscriber, Subscribers
from fogline.server.live.table_services import TableServices
from fogline.server.support.logs import log_id
from fogline.store import StoreError
from fogline.table.commands import Command, run
from fogline.table.entries import Logged, Undone
from fogline.table.problems import Code, Problem
from fogline.table.snapshots import Snapshot, Snapshots
from fogline.table.table_state import TableState
from fogline.table.viewers import Viewer, Viewpoint, viewpoint_of
from fogline.table.wording import known_language

_log = structlog.get_logger("fogline.tables")

T = TypeVar("T")

UNWATCHED = 30_000
"""Milliseconds after the last request for which bots continue to play alone."""
_RECENT = 64
"""How many entries stay in memory, for subscribers that connect again."""
_TRIES = 8
"""How often a command is tried when other servers write first."""


class LiveTable:
    """One table. All changes go through `do`, one at a time."""

    def __init__(
        self, table: TableState, services: TableServices, log: Sequence[Logged] = ()
    ) -> None:
        self.table = table
        self.touched = services.timing.now()
        """When the table was last asked for."""
        self.payer: str | None = None
        """The address of the owner, which pays for bots: somebody may be many guests."""
        self.is_unreadable = False
        """Whether its log has entries that this server does not know."""
        self.subscribers = Subscribers(services.metrics)
        self.presence = TablePresence(self, self.subscribers, services)
        self.bots = BotSeats(self, services)
        self.advisor = Advisor()
        self.past = PastCache(services.log)
        self.sent: dict[Viewpoint, Snapshot] = {}
        """What subscribers were sent last, for the changes since."""
        self._services = services
        self._recent = deque(log, maxlen=_RECENT)
        """The newest entries, without a gap."""
        self._lock = asyncio.Lock()
        self._alarm = ClockAlarm(self, services)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # Commands

    async def do(self, command: Command, request: str | None = None) -> Logged:
        """Execute a command, once for each request id; return its entry once it is on disk.

        If there are several entries, it is the first. The command is completed even if the caller
        is cancelled.
        """
        return await asyncio.shield(self.spawn(self.execute(command, request)))

    async def execute(self, command: Command, request: str | None) -> Logged:
        """Execute a command in the task of the caller, which must be one of `spawn`."""
        async with self._lock:
            for _ in range(_TRIES):
                if request is not None and request in self.table.requests:
                    (logged,) = await self._after(self.table.requests[request] - 1, limit=1)
                    return logged
                try:
                    at = self._services.timing.now()
                    news, after = run(command, self.table, at, request)
                except Problem:
                    # The table may have changed on another server: refuse only what is still wrong.
                    if await self._catch_up():
                        continue
                    raise
                if await self._write(news, after):
                    self._show_news(news, after)
                    return news[0]
                self._services.metrics.conflicts.inc()
                await self._catch_up()
        raise Problem(Code.UNAVAILABLE, "This table is too busy: try again.")

    def on_notification(self, version: int) -> None:
        """Handle the notification that the log has reached a version."""
        self.spawn(self._catch_up_to(version))

    async def _catch_up_to(self, version: int) -> None:
        # The next request gets the problem.
        with suppress(Problem):
            async with self._lock:
                if version > self.table.version:
                    await self._catch_up()

    # The log

    async def _write(self, news: Sequence[Logged], after: TableState) -> bool:
        began = time.monotonic()
        try:
            written = await self._services.log.append(self.table, after, news)
        except StoreError as error:
            self._services.write_faults.happened(error.__cause__)
            raise Problem(Code.UNAVAILABLE, "The server cannot save this now: try again.") from None
        self._services.write_faults.is_over()
        if written:
            for logged in news:
                self._services.metrics.entries.labels(logged.entry.type).inc()
            self._services.metrics.commit_seconds.observe(time.monotonic() - began)
        return written

    async def _catch_up(self) -> bool:
        """Read new entries from the log; return whether there were any."""
        missed = await self._read(self.table.version)
        if not missed:
            return False
        try:
            after = self.table.after(*missed)
        except ValueError as error:
            raise self._refuse(error) from None
        self._show_news(missed, after)
        return True

    async def _after(self, version: int, limit: int | None = None) -> list[Logged]:
        """Return the entries after a version, from memory if they are recent."""
        if self._recent and self._recent[0].version <= version + 1:
            return [logged for logged in self._recent if logged.version > version][:limit]
        # The log may be ahead of this server; those entries are sent when it catches up.
        found = await self._read(version, limit)
        return [logged for logged in found if logged.version <= self.table.version]

    async def _read(self, since: int, limit: int | None = None) -> list[Logged]:
        try:
            return await self._services.log.read(self.table.id, since, limit)
        except FormatError as error:
            raise self._refuse(error) from None

    def _refuse(self, error: ValueError) -> Problem:
        """Stop serving this table: a newer server has written what this one does not know."""
        problem = Problem.unreadable(error)
        if not self.is_unreadable:
            _log.error("cannot read on", table=log_id(self.table.id), error=problem.message)
        self.is_unreadable = True
        self._stop()
        return problem

    # Publication

    def viewer(
        self,
        user: str | None,
        seat: Seat | None,
        language: str = ENGLISH,
        *,
        words: bool = True,
    ) -> Viewer:
        """Choose a seat of a user: the one asked for, else one that must decide, else the first."""
        mine = self.table.seats_of(user)
        if seat is not None and seat not in mine:
            raise Problem(Code.FORBIDDEN, "This seat is not yours.")
        if seat is None:
            seat = next((seat for seat in mine if seat in self.table.deciding), None)
        if seat is None:
            seat = next(iter(mine), None)
        return Viewer(user, seat, known_language(self.table.game, language), words)

    def snapshot(self, viewer: Viewer) -> bytes:
        """Write the whole table as one viewer knows it."""
        viewpoint = viewpoint_of(self.table, viewer)
        return write_snapshot(self._snapshots().of(viewpoint), viewpoint, viewer.user)

    def show(self, subscriber: Subscriber) -> None:
        """Send a subscriber the whole table."""
        viewpoint = viewpoint_of(self.table, subscriber.viewer)
        snapshot = self._snapshots().of(viewpoint)
        self.sent.setdefault(viewpoint, snapshot)
        subscriber.sent = (snapshot.version, viewpoint)
        subscriber.send(write_snapshot(snapshot, viewpoint, subscriber.viewer.user))

    async def attach(self, subscriber: Subscriber, since: int | None) -> None:
        """Add a subscriber, and send it the whole table or the entries after a version."""
        async with self._lock:
            subscriber.check_seat(self.table)
            news: list[Logged] | None = None
            if since is not None and since <= self.table.version:
                news = await self._after(since)
            # No await from here on: the subscriber gets its first message before any update.
            self.subscribers.add(subscriber)
            self.presence.announce()
            if news is None:
                self.show(subscriber)
            else:
                publication = self._publication(news)
                subscriber.send(publication.message(subscriber))
                self.sent = {**publication.sent, **self.sent}
                if not subscriber.views:
                    subscriber.send(self.presence.message())
            self.presence.update()
            self.advance()  # the bots may have waited for somebody to watch

    def detach(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        if self.subscribers.remove(subscriber):
            self.presence.announce()
            self.presence.update()

    def _show_news(self, news: Sequence[Logged], after: TableState) -> None:
        """Move to the table after new entries, and publish them."""
        before, self.table = self.table, after
        self._recent.extend(news)
        if any(isinstance(logged.entry, Undone) for logged in news):
            self.bots.forget()
        # First, because players who have just sat down may be connected.
        self.presence.update()
        publication = self._publication(news)
        for subscriber in self.subscribers:
            subscriber.check_seat(after)
            subscriber.send(publication.message(subscriber))
        self.sent = publication.sent
        for subscriber in self.subscribers.too_slow:
            self._services.metrics.slow_subscribers.inc()
            self.detach(subscriber)
        self.advance()
        if before.status != after.status == "ended":
            self._services.signals.ended(after)

    def _publication(self, news: Sequence[Logged]) -> Publication:
        return Publication(self.table, self._snapshots(), self.sent, news)

    def _snapshots(self) -> Snapshots:
        return Snapshots(self.table, self.presence.seats(), self._services.timing.now())

    # Bots, clocks and tasks

    def advance(self) -> None:
        """Start the bots that must choose, and set the alarm of the clocks."""
        if not self._closed:
            self.bots.start()
            self._alarm.set()
            self._services.signals.turn(self.table)

    @property
    def is_paused(self) -> bool:
        """Whether the bots wait, because they play alone and nobody watches."""
        chairs = self.table.chairs
        if self.subscribers or any(chair.level is None for chair in chairs):
            return False
        return self._services.timing.now() - self.touched > UNWATCHED

    @property
    def is_idle(self) -> bool:
        """Whether the table has no subscribers and no work to do."""
        return not (
            self.subscribers or self.bots.are_thinking or self._tasks or self._lock.locked()
        )

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Do something that the table completes before it is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _stop(self) -> None:
        self._closed = True
        self._alarm.stop()
        self.presence.stop()
        self.subscribers.disconnect_all()

    async def close(self) -> None:
        """Stop bots and clocks. Everything is in the log."""
        self._stop()
        await self.bots.stop()
        # Wait for commands that are being written.
        await asyncio.gather(*self._tasks, return_exceptions=True)
