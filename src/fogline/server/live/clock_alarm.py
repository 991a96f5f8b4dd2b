"""The alarm of one table: it acts when a clock runs out, or a start takes too long."""

from __future__ import annotations

from functools import partial

from fogline.server.live.table_services import RETRY, TableInMemory, TableServices
from fogline.server.support.timing import Alarm
from fogline.table import commands
from fogline.table.commands import Command
from fogline.table.problems import Code, Problem


class ClockAlarm:
    """Rings when the table must act by itself."""

    def __init__(self, live: TableInMemory, services: TableServices) -> None:
        self._live = live
        self._services = services
        self._alarm: Alarm | None = None

    def set(self) -> None:
        """Set the alarm to when the table must act next."""
        self.stop()
        due = self._live.table.next_due()
        if due is not None:
            self._alarm = self._services.timing.ring_at(due, self._ring)

    def stop(self) -> None:
        """Stop the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        if self._services.stalls.is_stalled:
            return  # `Services.notice_stall` sets it again
        late = self._live.table.next_late()
        if late is not None:
            self._live.spawn(self._act(partial(commands.run_out, seat=late[1])))
        elif self._live.table.reveal_by is not None:
            secret = self._services.settings.new_secret()
            self._live.spawn(self._act(partial(commands.fail_start, next_secret=secret)))

    async def _act(self, command: Command) -> None:
        try:
            await self._live.do(command)
        except Problem as problem:
            if problem.code is Code.UNAVAILABLE:
                timing = self._services.timing
                self.stop()
                self._alarm = timing.ring_at(timing.now() + RETRY, self._live.advance)
            else:
                self._live.advance()  # another command came first; the alarm may need a new time
