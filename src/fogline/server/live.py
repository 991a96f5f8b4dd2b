"""A table in memory: it writes what happens, tells its viewers, and lets bots and clocks act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import structlog

from fogline.core.messages import Seat
from fogline.core.view import view_of
from fogline.server import commands
from fogline.server.audience import Audience
from fogline.server.commands import Command
from fogline.server.metrics import Metrics
from fogline.server.models import JsonObject, Snapshot, Update
from fogline.server.neighbours import Neighbours
from fogline.server.problems import Code, Problem
from fogline.server.sitting import Sitting
from fogline.server.summaries import looks_new, summary_of
from fogline.server.telling import Presence, Viewpoint, snapshot, tell_entry
from fogline.server.thinking import Mind, Thinkers
from fogline.server.timing import Alarm, Timing, sleep_until
from fogline.server.viewers import Viewer
from fogline.store import StoreError
from fogline.store.entries import Invited, Seated
from fogline.store.log import Logged, TableLog

_log = structlog.get_logger("fogline.tables")

T = TypeVar("T")

_TRIES = 8
"""How often a command is tried when other servers are faster."""


@dataclass(frozen=True)
class Workshop:
    """What every table in memory works with."""

    log: TableLog
    timing: Timing
    thinkers: Thinkers
    metrics: Metrics
    neighbours: Neighbours
    bot_delay: int
    """The least time, in milliseconds, that a bot takes: people want to see what it does."""


class LiveTable:
    """One table. All that changes it goes through `do`, one after the other."""

    def __init__(self, sitting: Sitting, workshop: Workshop) -> None:
        self.sitting = sitting
        self.touched = workshop.timing.now()
        self._shop = workshop
        self._lock = asyncio.Lock()
        self._audience = Audience(
            sitting.table, workshop.timing, workshop.metrics, workshop.neighbours
        )
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._minds: dict[Seat, Mind] = {}
        self._late_alarm: Alarm | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # What happens

    async def do(self, command: Command, request: str | None = None) -> int:
        """Do what is asked, once for each request, and return its version when it is on disk."""
        # What was begun is ended, even if whoever asked is gone by then.
        return await asyncio.shield(self._spawn(self._do(command, request)))

    def hear(self, version: int) -> None:
        """Hear that the log has come so far, by this server or by another."""
        self._spawn(self._hear(version))

    async def _hear(self, version: int) -> None:
        async with self._lock:
            if version > self.sitting.version:
                await self._catch_up()

    async def _do(self, command: Command, request: str | None) -> int:
        async with self._lock:
            for _ in range(_TRIES):
                if request is not None and request in self.sitting.requests:
                    return self.sitting.requests[request]
                try:
                    entry = command(self.sitting, self._shop.timing.now())
                except Problem:
                    # Another server may know better: nobody is refused for what is not so any more.
                    if await self._catch_up():
                        continue
                    raise
                logged = Logged(self.sitting.version + 1, entry, request)
                after = self.sitting.after(logged)
                if await self._write(logged, after):
                    self.sitting = after
                    self._happened([logged])
                    return logged.version
                self._shop.metrics.conflicts.inc()
                await self._catch_up()
        raise Problem(Code.UNAVAILABLE, "Too much happens at this table at once: try again.")

    async def _write(self, logged: Logged, after: Sitting) -> bool:
        began = time.monotonic()
        try:
            written = await self._shop.log.append(
                after.table,
                [logged],
                summary_of(after, logged.entry.at) if looks_new(self.sitting, after) else None,
                [logged.entry.user] if isinstance(logged.entry, Seated | Invited) else (),
            )
        except StoreError:
            _log.exception("not written", table=after.table)
            raise Problem(Code.UNAVAILABLE, "The log cannot be written now: try again.") from None
        if written:
            self._shop.metrics.entries.labels(logged.entry.word).inc()
            self._shop.metrics.commit_seconds.observe(time.monotonic() - began)
        return written

    async def _catch_up(self) -> bool:
        """Read what is new in the log; say whether there was anything."""
        missed = await self._shop.log.read(self.sitting.table, self.sitting.version)
        for logged in missed:
            self.sitting = self.sitting.after(logged)
        if missed:
            self._happened(missed)
        return bool(missed)

    def _happened(self, news: Sequence[Logged]) -> None:
        self._publish(news)
        self.go_on()

    # Who watches

    def snapshot(self, viewpoint: Viewpoint) -> Snapshot:
        """Tell the whole table."""
        return snapshot(self.sitting, viewpoint, self.presence(), self._shop.timing.now())

    def viewpoint(self, user: str | None, seat: Seat | None) -> Viewpoint:
        """Choose the seat to look from: one's own that was asked for, that decides, or any."""
        mine = self.sitting.seats_of(user)
        if seat is not None and seat not in mine:
            raise Problem(Code.FORBIDDEN, "This seat is not yours.")
        if seat is None:
            seat = next((seat for seat in mine if seat in self.sitting.deciding), None)
        if seat is None:
            seat = next(iter(mine), None)
        return Viewpoint(user, seat)

    def tell(self, news: Sequence[Logged], viewpoint: Viewpoint) -> list[JsonObject]:
        """Tell entries to a viewer."""
        is_open = self.sitting.status == "ended"
        return [tell_entry(logged, viewpoint.seat, is_open=is_open) for logged in news]

    def presence(self) -> Presence:
        """Say which seats are connected, and which have not been for a while."""
        return self._audience.presence(self.sitting)

    def announce(self) -> None:
        """Tell the other servers who is connected here."""
        self._audience.announce()

    def tell_presence(self) -> None:
        """Tell all viewers who is connected, here or at another server."""
        self._audience.tell_presence(self.sitting)

    async def attach(self, viewer: Viewer, since: int | None) -> None:
        """Let somebody watch: send the whole table, or what came after a version."""
        async with self._lock:
            self._check_seat(viewer)
            log: list[Logged] | None = None
            if since is not None and since <= self.sitting.version:
                log = await self._shop.log.read(self.sitting.table, since)
            # From here on at once: nothing is sent before the first message, in which it is there.
            self._audience.add(viewer)
            if log is None:
                viewer.send(self.snapshot(viewer.viewpoint).model_dump_json())
            else:
                # What another server has written and this one not heard of yet comes later.
                news = [logged for logged in log if logged.version <= self.sitting.version]
                viewer.send(self._update(news, viewer))
                if not viewer.views:
                    viewer.send(self._audience.presence_message(self.sitting))
            self._audience.tell_presence(self.sitting)

    def detach(self, viewer: Viewer) -> None:
        """Let somebody watch no longer."""
        self._audience.remove(viewer, self.sitting)

    def _publish(self, news: Sequence[Logged]) -> None:
        told: dict[tuple[Viewpoint, bool], str] = {}
        for viewer in self._audience:
            self._check_seat(viewer)
            # A thousand spectators are told the same.
            kind = (viewer.viewpoint, viewer.views)
            if kind not in told:
                told[kind] = self._update(news, viewer)
            viewer.send(told[kind])
        self._audience.drop_slow(self.sitting)

    def _check_seat(self, viewer: Viewer) -> None:
        """Let nobody look on through a seat it has given up; who sat down looks through its own."""
        user, seat = viewer.viewpoint.user, viewer.viewpoint.seat
        mine = self.sitting.seats_of(user)
        if seat is not None and seat not in mine:
            seat = None
        if seat is None and viewer.follows:
            seat = next(iter(mine), None)
        viewer.viewpoint = Viewpoint(user, seat)

    def _update(self, news: Sequence[Logged], viewer: Viewer) -> str:
        return Update(
            version=self.sitting.version,
            entries=self.tell(news, viewer.viewpoint),
            view=self.snapshot(viewer.viewpoint) if viewer.views else None,
        ).model_dump_json()

    # Bots and clocks

    def go_on(self) -> None:
        """Wake the bots that must choose, and set the alarm of the clocks."""
        if self._closed:
            return
        for seat in self.sitting.bots_to_move:
            if seat not in self._thinking:
                task = asyncio.create_task(self._play_bot(seat), name=f"bot {seat}")
                self._thinking[seat] = task
                task.add_done_callback(partial(self._thought, seat))
        if self._late_alarm is not None:
            self._late_alarm.cancel()
            self._late_alarm = None
        late = self.sitting.next_late()
        if late is not None:
            self._late_alarm = self._shop.timing.ring_at(late[0], lambda: self._run_out(late[1]))

    async def _play_bot(self, seat: Seat) -> None:
        began = self._shop.timing.now()
        level, version = self.sitting.chairs[seat].level, self.sitting.asked[seat]
        state = self.sitting.state
        if level is None or state is None:
            return
        mind = self._minds.get(seat)
        if mind is None or mind.level != level:
            mind = self._minds[seat] = self._shop.thinkers.new_mind(level)
        action = await self._shop.thinkers.choose(mind, view_of(state, seat))
        if self._shop.bot_delay:
            await sleep_until(self._shop.timing, began + self._shop.bot_delay)
        try:
            await self.do(commands.move_bot(seat, action, version), f"bot-{seat}-{version}")
        except Problem as problem:
            _log.info("bot too late", table=self.sitting.table, seat=seat, code=problem.code)

    def _thought(self, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._thinking[seat]
        if task.cancelled():
            return
        if task.exception() is None:
            self.go_on()
        else:
            _log.error("bot stopped", table=self.sitting.table, exc_info=task.exception())

    def _run_out(self, seat: Seat) -> None:
        self._spawn(self._do_quietly(commands.run_out(seat)))

    async def _do_quietly(self, command: Command) -> None:
        try:
            await self.do(command)
        except Problem:
            self.go_on()  # somebody was faster; there may be another alarm to set

    def _spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # The end

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if it were no longer in memory."""
        return not (self._audience or self._thinking or self._tasks or self._lock.locked())

    def send_viewers_away(self) -> None:
        """Close the connections of all viewers."""
        self._audience.send_away()

    async def close(self) -> None:
        """Stop bots and clocks; the log has everything."""
        self._closed = True
        if self._late_alarm is not None:
            self._late_alarm.cancel()
        self.send_viewers_away()
        for task in self._thinking.values():
            task.cancel()
        # What is being written gets its answer first.
        await asyncio.gather(*self._thinking.values(), *self._tasks, return_exceptions=True)
