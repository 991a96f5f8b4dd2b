"""A table in memory: it writes the log, informs subscribers, and lets bots and clocks act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import structlog

from fogline.core.board import RouteId
from fogline.core.errors import FormatError
from fogline.core.messages import Seat
from fogline.core.text.words import ENGLISH
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of
from fogline.server.live.bot_runner import BotRunner, BotSession
from fogline.server.live.hints import (
    HintsModel,
    find_paths,
    hints_for,
)
from fogline.server.live.message_writer import (
    SeatPresence,
    Telling,
    Viewpoint,
    sight_of,
    tell_entry,
    wording_at,
)
from fogline.server.live.past import Past
from fogline.server.live.presence_sync import PresenceSync
from fogline.server.live.publication import Publication
from fogline.server.live.subscribers import Subscriber, Subscribers
from fogline.server.live.told import Sight, Told
from fogline.server.live.wording import known_language
from fogline.server.support.fault_log import FaultLog
from fogline.server.support.logs import log_id
from fogline.server.support.metrics import Metrics
from fogline.server.support.stalls import Stalls
from fogline.server.support.timing import Alarm, Timing, sleep_until
from fogline.server.wire.entry_models import Entry
from fogline.server.wire.message_models import Pace
from fogline.store import StoreError
from fogline.store.table_log import TableLog
from fogline.table import commands
from fogline.table.commands import Command, CommandOfMany
from fogline.table.entries import Logged, Undone
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState

_log = structlog.get_logger("fogline.tables")

T = TypeVar("T")

UNWATCHED = 30_000
"""Milliseconds after the last request for which bots go on to play alone."""
_RETRY = 1_000
"""Milliseconds after which a clock or a bot tries again to write what could not be written."""
_PACES: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.3}
"""How many times the usual delay a bot takes."""
_TRIES = 8
"""How often a command is tried when other servers write first."""


@dataclass(frozen=True)
class TableServices:
    """The services that every table in memory uses."""

    log: TableLog
    timing: Timing
    bot_runner: BotRunner
    metrics: Metrics
    presence_sync: PresenceSync
    bot_delay: int
    """The least time, in milliseconds, that a bot takes, so that people can follow the game."""
    new_secret: Callable[[], str]
    """Makes the server's share of a deal."""
    stalls: Stalls
    on_turn: Callable[[TableState], None] = lambda _: None
    """Called when somebody may have to decide."""
    write_faults: FaultLog = field(default_factory=lambda: FaultLog("cannot write the log"))


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
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._paces: dict[str, Pace] = {}
        self._bot_sessions: dict[Seat, BotSession] = {}
        self._late_alarm: Alarm | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.told: dict[Sight, Told] = {}
        """What subscribers were told last, for the changes since."""
        self.payer: str | None = None
        """The address of the owner, among which bots are shared; somebody may be many guests."""
        self._past: Past | None = None
        self._paths: dict[Seat, TicketPaths] = {}
        self.is_unreadable = False
        """Whether its log has entries that this server does not know."""

    def set_pace(self, user: str, pace: Pace) -> None:
        """Let bots take more or less time, as a player wishes."""
        if not any(chair.user == user for chair in self.table.chairs):
            raise Problem(Code.FORBIDDEN, "Only players choose how fast bots play.")
        self._paces[user] = pace

    @property
    def bot_delay(self) -> int:
        """The least time, in milliseconds, that a bot takes: the slowest wish of the players."""
        slowest = max((_PACES[pace] for pace in self._paces.values()), default=1.0)
        return round(self._services.bot_delay * slowest)

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
        self._stop_clock()
        self.disconnect_all()
        return problem

    def _happened(self, news: Sequence[Logged]) -> None:
        if any(isinstance(logged.entry, Undone) for logged in news):
            # Bots may remember what has not happened any more.
            self._bot_sessions.clear()
        self._publish(news)
        self.go_on()

    # Subscribers

    def snapshot(self, viewpoint: Viewpoint) -> bytes:
        """Write the whole table as one viewer knows it, as `Snapshot` describes it."""
        written = self._telling().told(sight_of(self.table, viewpoint))
        return written.json(viewpoint.user)

    def show(self, subscriber: Subscriber) -> None:
        """Send a subscriber the whole table."""
        sight = sight_of(self.table, subscriber.viewpoint)
        written = self._telling().told(sight)
        self.told.setdefault(sight, written)
        subscriber.told = (written.version, sight)
        subscriber.send(written.json(subscriber.viewpoint.user))

    def _telling(self) -> Telling:
        """Begin to describe the table as it is now."""
        return Telling(self.table, self.presence(), self._services.timing.now())

    def viewpoint(self, user: str | None, seat: Seat | None, language: str = ENGLISH) -> Viewpoint:
        """Choose a seat of a user: the one asked for, else one that must decide, else the first."""
        mine = self.table.seats_of(user)
        if seat is not None and seat not in mine:
            raise Problem(Code.FORBIDDEN, "This seat is not yours.")
        if seat is None:
            seat = next((seat for seat in mine if seat in self.table.deciding), None)
        if seat is None:
            seat = next(iter(mine), None)
        return Viewpoint(user, seat, known_language(self.table.game, language))

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
            self._past = Past(self.table.id, rows[: self.table.version + 1])
        return self._past

    def tell(self, news: Sequence[Logged], viewpoint: Viewpoint) -> list[Entry]:
        """Describe entries as one viewer may know them."""
        is_open = self.table.is_public
        wording = wording_at(self.table, viewpoint.language)
        return [tell_entry(logged, viewpoint.seat, wording, is_open=is_open) for logged in news]

    def hints(
        self, viewpoint: Viewpoint, routes: Collection[RouteId] | None, *, tickets: bool = True
    ) -> HintsModel:
        """Compute hints for a viewer: for these routes, or for all; and for tickets."""
        table = self.table
        if table.state is None:
            raise Problem(Code.WRONG_STATUS, "Hints are available once the game has started.")
        wording = wording_at(table, viewpoint.language)
        view = view_of(table.state, viewpoint.seat)
        if tickets:
            find_paths(view, self._paths)
        return hints_for(view, table.version, wording, routes, tickets=tickets)

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
                self.told = {**publication.told, **self.told}
                if not subscriber.views:
                    subscriber.send(self._subscribers.presence_message(self.table))
            self.tell_presence()
            self.go_on()  # the bots may have waited for somebody to watch

    def detach(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self._subscribers.remove(subscriber, self.table)

    def _publish(self, news: Sequence[Logged]) -> None:
        publication = self._publication(news, with_seats=not self._subscribers.know_seats)
        for subscriber in self._subscribers:
            if subscriber.viewpoint.user is not None:
                self._check_seat(subscriber)
            subscriber.send(publication.message(subscriber))
        self.told = publication.told
        self._subscribers.know_seats = True
        self._subscribers.drop_slow(self.table)

    def _publication(self, news: Sequence[Logged], *, with_seats: bool) -> Publication:
        return Publication(self.table, self._telling(), self.told, news, with_seats=with_seats)

    def _check_seat(self, subscriber: Subscriber) -> None:
        """Take back a seat that its user gave up; give users who sat down their own."""
        user, seat = subscriber.viewpoint.user, subscriber.viewpoint.seat
        mine = self.table.seats_of(user)
        if seat is not None and seat not in mine:
            seat = None
        if seat is None and subscriber.follows:
            seat = next(iter(mine), None)
        if seat != subscriber.viewpoint.seat:
            subscriber.viewpoint = subscriber.viewpoint._replace(seat=seat)

    # Bots and clocks

    def go_on(self) -> None:
        """Start the bots that must choose, and set the timer of the clocks."""
        if self._closed:
            return
        for seat in () if self.is_paused else self.table.bots_to_move:
            if seat not in self._thinking:
                task = asyncio.create_task(self._play_bot(seat), name=f"bot {seat}")
                self._thinking[seat] = task
                task.add_done_callback(partial(self._thought, seat))
        self._stop_clock()
        due = self.table.next_due()
        if due is not None:
            self._late_alarm = self._services.timing.ring_at(due, self._run_out)
        self._services.on_turn(self.table)

    @property
    def is_paused(self) -> bool:
        """Whether the bots wait, because they play alone and nobody watches."""
        chairs = self.table.chairs
        if self._subscribers or any(chair.level is None for chair in chairs):
            return False
        return self._services.timing.now() - self.touched > UNWATCHED

    def _stop_clock(self) -> None:
        if self._late_alarm is not None:
            self._late_alarm.cancel()
            self._late_alarm = None

    async def _play_bot(self, seat: Seat) -> None:
        began = self._services.timing.now()
        level, version = self.table.chairs[seat].level, self.table.asked[seat]
        state = self.table.state
        if level is None or state is None:
            return
        session = self._bot_sessions.get(seat)
        if session is None or session.level != level:
            session = self._bot_sessions[seat] = self._services.bot_runner.new_session(level)
        payer, table = self.payer or self.table.created.owner, self.table.id
        action = await self._services.bot_runner.choose(session, view_of(state, seat), payer, table)
        if self.bot_delay:
            await sleep_until(self._services.timing, began + self.bot_delay)
        try:
            await self.do(commands.move_bot(seat, action, version), f"bot-{seat}-{version}")
        except Problem as problem:
            _log.info("bot was too late", table=log_id(self.table.id), code=problem.code)
            if problem.code is Code.UNAVAILABLE:
                await sleep_until(self._services.timing, self._services.timing.now() + _RETRY)

    def _thought(self, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._thinking[seat]
        if task.cancelled():
            return
        if task.exception() is None:
            self.go_on()
        else:
            _log.error("bot stopped", table=log_id(self.table.id), exc_info=task.exception())

    def _run_out(self) -> None:
        if self._services.stalls.is_stalled:
            return  # `Services.notice_stall` goes on with the clocks
        late = self.table.next_late()
        if late is not None:
            self.spawn(self._do_quietly(commands.run_out(late[1])))
        elif self.table.reveal_by is not None:
            self.spawn(self._do_quietly(commands.fail_start(self._services.new_secret())))

    async def _do_quietly(self, command: Command) -> None:
        try:
            await self.do(command)
        except Problem as problem:
            if problem.code is Code.UNAVAILABLE:
                timing = self._services.timing
                self._stop_clock()
                self._late_alarm = timing.ring_at(timing.now() + _RETRY, self.go_on)
            else:
                self.go_on()  # another command came first; the timer may need a new time

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
        return not (self._subscribers or self._thinking or self._tasks or self._lock.locked())

    def disconnect_all(self) -> None:
        """Close the connections of all subscribers."""
        self._subscribers.disconnect_all()

    async def close(self) -> None:
        """Stop bots and clocks. Everything is in the log."""
        self._closed = True
        self._stop_clock()
        self.disconnect_all()
        for task in self._thinking.values():
            task.cancel()
        # Wait for commands that are being written.
        await asyncio.gather(*self._thinking.values(), *self._tasks, return_exceptions=True)
