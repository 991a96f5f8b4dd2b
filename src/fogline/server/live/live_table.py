"""A table in memory: it writes the log, informs subscribers, and lets bots and clocks act."""

from __future__ import annotations

import asyncio
import time
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
from fogline.server.live.message_writer import write_entry, write_snapshot
from fogline.server.live.past import Past
from fogline.server.live.publication import Publication
from fogline.server.live.subscribers import Subscriber, Subscribers
from fogline.server.live.table_services import TableServices
from fogline.server.support.logs import log_id
from fogline.store import StoreError
from fogline.table.commands import Command, CommandOfMany
from fogline.table.entries import Logged, Undone
from fogline.table.problems import Code, Problem
from fogline.table.snapshots import Snapshot, Snapshots
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewer, Viewpoint, viewpoint_of
from fogline.table.wording import known_language, wording_at

_log = structlog.get_logger("fogline.tables")

T = TypeVar("T")

UNWATCHED = 30_000
"""Milliseconds after the last request for which bots go on to play alone."""
_TRIES = 8
"""How often a command is tried when other servers write first."""


class LiveTable:
    """One table. All changes go through `do`, one at a time."""

    def __init__(self, table: TableState, services: TableServices) -> None:
        self.table = table
        self.touched = services.timing.now()
        self._services = services
        self._lock = asyncio.Lock()
        self._subscribers = Subscribers(
            table.id, services.timing, services.metrics, services.presence_sync
        )
        self.bots = BotSeats(self, services)
        self.advisor = Advisor()
        self._alarm = ClockAlarm(self, services)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.sent: dict[Viewpoint, Snapshot] = {}
        """What subscribers were sent last, for the changes since."""
        self.payer: str | None = None
        """The address of the owner, among which bots are shared; somebody may be many guests."""
        self._past: Past | None = None
        self.is_unreadable = False
        """Whether its log has entries that this server does not know."""

    # Commands

    async def do(self, command: Command | CommandOfMany, request: str | None = None) -> int:
        """Execute a command, once for each request id; return its version once it is on disk.

        It is completed even if the caller is cancelled.
        """
        return await asyncio.shield(self.spawn(self.execute(command, request)))

    def hear(self, version: int) -> None:
        """Handle the notification that the log has reached a version."""
        self.spawn(self._hear(version))

    async def _hear(self, version: int) -> None:
        # Whoever asks next is told what is wrong.
        with suppress(Problem):
            async with self._lock:
                if version > self.table.version:
                    await self._catch_up()

    async def execute(self, command: Command | CommandOfMany, request: str | None) -> int:
        """Execute a command in the task of the caller, which must be one of `spawn`."""
        async with self._lock:
            for _ in range(_TRIES):
                if request is not None and request in self.table.requests:
                    return self.table.requests[request]
                try:
                    made = command(self.table, self._services.timing.now())
                except Problem:
                    # The table may have changed on another server: refuse only what is still wrong.
                    if await self._catch_up():
                        continue
                    raise
                news: list[Logged] = []
                after = self.table
                for entry in made if isinstance(made, tuple) else (made,):
                    news.append(Logged(after.version + 1, entry, None if news else request))
                    after = after.after(news[-1])
                if await self._write(news, after):
                    self.table = after
                    self._happened(news)
                    return news[0].version
                self._services.metrics.conflicts.inc()
                await self._catch_up()
        raise Problem(Code.UNAVAILABLE, "This table is too busy: try again.")

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
                self._services.metrics.entries.labels(logged.entry.word).inc()
            self._services.metrics.commit_seconds.observe(time.monotonic() - began)
        return written

    async def _catch_up(self) -> bool:
        """Read new entries from the log; return whether there were any."""
        missed = await self._read(self.table.version)
        try:
            for logged in missed:
                self.table = self.table.after(logged)
        except ValueError as error:
            raise self._refuse(error) from None
        if missed:
            self._happened(missed)
            # A server may announce a player before this one has read that the player sat down.
            self.tell_presence()
        return bool(missed)

    async def _read(self, since: int) -> list[Logged]:
        try:
            return await self._services.log.read(self.table.id, since)
        except FormatError as error:
            raise self._refuse(error) from None

    def _refuse(self, error: ValueError) -> Problem:
        """Stop serving this table: a newer server has written what this one does not know."""
        problem = Problem.unreadable(error)
        if not self.is_unreadable:
            _log.error("cannot read on", table=log_id(self.table.id), error=problem.message)
        self.is_unreadable = self._closed = True
        self._alarm.stop()
        self.disconnect_all()
        return problem

    def _happened(self, news: Sequence[Logged]) -> None:
        if any(isinstance(logged.entry, Undone) for logged in news):
            self.bots.forget()
        self._publish(news)
        self.advance()

    # Subscribers

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

    def _snapshots(self) -> Snapshots:
        return Snapshots(self.table, self.presence(), self._services.timing.now())

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

    @property
    def audience(self) -> int:
        """How many are told of each entry."""
        return len(self._subscribers)

    @property
    def knows_past(self) -> bool:
        """Whether the past of the table is in memory."""
        return self._past is not None and self._past.version == self.table.version

    def remember_past(self, past: Past) -> None:
        """Keep the log of a table that had ended when it was loaded."""
        self._past = past

    async def past(self) -> Past:
        """Return the past of the table, which must have ended."""
        if self._past is None or not self.knows_past:
            rows = await self._services.log.rows(self.table.id)
            self._past = Past(rows[: self.table.version + 1])
        return self._past

    def entry(self, logged: Logged, viewer: Viewer) -> bytes:
        """Write an entry as one viewer may know it."""
        wording = wording_at(self.table, viewer.language, words=viewer.words)
        return write_entry(logged, viewer.seat, wording, is_public=self.table.is_public)

    def presence(self) -> SeatPresence:
        """Return which seats are connected, and which have been away for a while."""
        return self._subscribers.presence(self.table)

    def seen(self, user: str, address: str) -> None:
        """Note that a user has sent a request, from an address."""
        if self.table.seats_of(user):
            self._subscribers.seen(user)
        if user == self.table.created.owner:
            self.payer = address

    def announce(self) -> None:
        """Announce the users connected here to the other servers."""
        self._subscribers.announce()

    def tell_presence(self) -> None:
        """Send the presence of the players to all subscribers, if it changed."""
        self._subscribers.tell_presence(self.table)

    async def attach(self, subscriber: Subscriber, since: int | None) -> None:
        """Add a subscriber, and send it the whole table or the entries after a version."""
        async with self._lock:
            self._check_seat(subscriber)
            log: list[Logged] | None = None
            if since is not None and since <= self.table.version:
                log = await self._read(since)
            # No await from here on: the subscriber gets its first message before any update.
            self._subscribers.add(subscriber)
            if log is None:
                self.show(subscriber)
            else:
                # The log may be ahead of this server; those entries are sent when it catches up.
                news = [logged for logged in log if logged.version <= self.table.version]
                publication = self._publication(news, with_seats=True)
                subscriber.send(publication.message(subscriber))
                self.sent = {**publication.sent, **self.sent}
                if not subscriber.views:
                    subscriber.send(self._subscribers.presence_message(self.table))
            self.tell_presence()
            self.advance()  # the bots may have waited for somebody to watch

    def detach(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self._subscribers.remove(subscriber, self.table)

    def _publish(self, news: Sequence[Logged]) -> None:
        publication = self._publication(news, with_seats=not self._subscribers.know_seats)
        for subscriber in self._subscribers:
            if subscriber.viewer.user is not None:
                self._check_seat(subscriber)
            subscriber.send(publication.message(subscriber))
        self.sent = publication.sent
        self._subscribers.know_seats = True
        self._subscribers.drop_slow(self.table)

    def _publication(self, news: Sequence[Logged], *, with_seats: bool) -> Publication:
        return Publication(self.table, self._snapshots(), self.sent, news, with_seats=with_seats)

    def _check_seat(self, subscriber: Subscriber) -> None:
        """Take back a seat that its user gave up; give users who sat down their own."""
        user, seat = subscriber.viewer.user, subscriber.viewer.seat
        mine = self.table.seats_of(user)
        if seat is not None and seat not in mine:
            seat = None
        if seat is None and subscriber.follows:
            seat = next(iter(mine), None)
        if seat != subscriber.viewer.seat:
            subscriber.viewer = subscriber.viewer._replace(seat=seat)

    # Bots and clocks

    def advance(self) -> None:
        """Start the bots that must choose, and set the alarm of the clocks."""
        if not self._closed:
            self.bots.start()
            self._alarm.set()
            self._services.on_turn(self.table)

    @property
    def is_paused(self) -> bool:
        """Whether the bots wait, because they play alone and nobody watches."""
        chairs = self.table.chairs
        if self._subscribers or any(chair.level is None for chair in chairs):
            return False
        return self._services.timing.now() - self.touched > UNWATCHED

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Do something that the table completes before it is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Closing

    @property
    def is_idle(self) -> bool:
        """Whether the table has no subscribers and no work to do."""
        return not (
            self._subscribers or self.bots.are_thinking or self._tasks or self._lock.locked()
        )

    def disconnect_all(self) -> None:
        """Close the connections of all subscribers."""
        self._subscribers.disconnect_all()

    async def close(self) -> None:
        """Stop bots and clocks. Everything is in the log."""
        self._closed = True
        self._alarm.stop()
        self.disconnect_all()
        await self.bots.stop()
        # Wait for commands that are being written.
        await asyncio.gather(*self._tasks, return_exceptions=True)
