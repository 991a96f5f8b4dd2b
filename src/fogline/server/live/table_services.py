"""What every table in memory uses, and what its bots and clocks know of it."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Protocol

from fogline.server.live.bot_runner import BotRunner
from fogline.server.live.presence_sync import PresenceSync
from fogline.server.live.signals import Signals
from fogline.server.support.fault_log import FaultLog
from fogline.server.support.metrics import Metrics
from fogline.server.support.settings import ServerSettings
from fogline.server.support.stalls import Stalls
from fogline.server.support.timing import Timing
from fogline.store.table_log import TableLog
from fogline.table.commands import Command
from fogline.table.entries import Logged
from fogline.table.table_state import TableState

RETRY = 1_000
"""Milliseconds after which a clock or a bot tries again to write what could not be written."""


@dataclass(frozen=True)
class TableServices:
    """The services that every table in memory uses."""

    settings: ServerSettings
    log: TableLog
    bot_runner: BotRunner
    metrics: Metrics
    presence_sync: PresenceSync
    stalls: Stalls
    signals: Signals
    write_faults: FaultLog = field(default_factory=lambda: FaultLog("cannot write the log"))

    @property
    def timing(self) -> Timing:
        """The clock and the timers."""
        return self.settings.timing


class TableInMemory(Protocol):
    """A table, as its bots and its clocks know it."""

    table: TableState
    payer: str | None

    @property
    def is_paused(self) -> bool:
        """Whether the bots wait, because they play alone and nobody watches."""
        ...

    async def do(self, command: Command, request: str | None = None) -> Logged:
        """Execute a command, once for each request id."""
        ...

    def advance(self) -> None:
        """Start the bots that must choose, and set the alarm of the clocks."""
        ...

    def spawn(self, work: Coroutine[object, object, None]) -> object:
        """Do something that the table completes before it is closed."""
        ...
