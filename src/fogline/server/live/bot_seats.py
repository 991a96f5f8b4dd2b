"""The bots of one table: each chooses an action when its seat must decide."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from fogline.core.messages import Seat
from fogline.core.view import view_of
from fogline.server.live.bot_runner import BotSession
from fogline.server.live.table_services import RETRY, TableInMemory, TableServices
from fogline.server.support.logs import log_id
from fogline.server.support.timing import sleep_until
from fogline.server.wire.message_models import Pace
from fogline.table import commands
from fogline.table.problems import Code, Problem

_log = structlog.get_logger("fogline.tables")

_PACES: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.3}
"""How many times the usual delay a bot takes."""


class BotSeats:
    """The bots of one table."""

    def __init__(self, live: TableInMemory, services: TableServices) -> None:
        self._live = live
        self._services = services
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._sessions: dict[Seat, BotSession] = {}
        self._paces: dict[str, Pace] = {}

    @property
    def are_thinking(self) -> bool:
        """Whether a bot is choosing an action."""
        return bool(self._thinking)

    @property
    def delay(self) -> int:
        """The least time, in milliseconds, that a bot takes: the slowest wish of the players."""
        slowest = max((_PACES[pace] for pace in self._paces.values()), default=1.0)
        return round(self._services.settings.bot_delay * slowest)

    def set_pace(self, user: str, pace: Pace) -> None:
        """Set how much time bots take, as a player wishes."""
        if not any(chair.user == user for chair in self._live.table.chairs):
            raise Problem(Code.FORBIDDEN, "Only players choose how fast bots play.")
        self._paces[user] = pace

    def start(self) -> None:
        """Start the bots whose seats must decide."""
        for seat in () if self._live.is_paused else self._live.table.bots_to_move:
            if seat not in self._thinking:
                task = asyncio.create_task(self._play(seat), name=f"bot {seat}")
                self._thinking[seat] = task
                task.add_done_callback(partial(self._finish, seat))

    def forget(self) -> None:
        """Begin with new bots: those of before may remember what has been taken back."""
        self._sessions.clear()

    async def stop(self) -> None:
        """Stop all bots."""
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    async def _play(self, seat: Seat) -> None:
        live, timing = self._live, self._services.timing
        table, began = live.table, timing.now()
        level, version = table.chairs[seat].level, table.asked[seat]
        if level is None or table.state is None:
            return
        session = self._sessions.get(seat)
        if session is None or session.level != level:
            session = self._sessions[seat] = self._services.bot_runner.new_session(level)
        payer, view = live.payer or table.created.owner, view_of(table.state, seat)
        action = await self._services.bot_runner.choose(session, view, payer, table.id)
        if self.delay:
            await sleep_until(timing, began + self.delay)
        try:
            command = partial(commands.act_as_bot, seat=seat, action=action, version=version)
            await live.do(command, f"bot-{seat}-{version}")
        except Problem as problem:
            _log.info("bot was too late", table=log_id(table.id), code=problem.code)
            if problem.code is Code.UNAVAILABLE:
                await sleep_until(timing, timing.now() + RETRY)

    def _finish(self, seat: Seat, task: asyncio.Task[None]) -> None:
        del self._thinking[seat]
        if task.cancelled():
            return
        if task.exception() is None:
            self._live.advance()
        else:
            table = log_id(self._live.table.id)
            _log.error("bot stopped", table=table, exc_info=task.exception())
