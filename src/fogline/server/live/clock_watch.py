"""Clocks of tables that no server has in memory, and times that no clock counts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

import structlog
from sqlalchemy.exc import SQLAlchemyError

from fogline.server.live.loaded_tables import Tables
from fogline.server.live.table_index import TableIndex
from fogline.server.support.stalls import Stalls
from fogline.server.support.timing import Timing
from fogline.table import commands
from fogline.table.problems import Problem

_log = structlog.get_logger("fogline.server")

_PATIENCE = 2_000
"""Milliseconds that a server with the table in memory has to notice that a clock ran out."""
_AT_ONCE = 100
"""How many tables are handled at the same time."""


class ClockWatch:
    """Looks after the clocks of all tables of a database."""

    def __init__(
        self, tables: Tables, index: TableIndex, timing: Timing, stalls: Stalls, *, alone: bool
    ) -> None:
        self._tables = tables
        self._index = index
        self._timing = timing
        self._stalls = stalls
        self._alone = alone
        """Whether no other server uses the database."""
        self._noticing = asyncio.Lock()

    async def check(self) -> None:
        """Load the tables whose clock has run out unnoticed: their timer fires at once."""
        if self._stalls.is_stalled:
            return
        for table in await self._index.late_tables(self._timing.now() - _PATIENCE):
            # Another server may do it first.
            with suppress(Problem):
                await self._tables.wake(table)

    async def exclude_downtime(self, since: int) -> None:
        """Exclude the downtime that began at a time from all running clocks."""
        running = await self._index.running_clocks()
        for few in range(0, len(running), _AT_ONCE):
            # At the same time, because many entries go to disk as fast as one.
            await asyncio.gather(
                *(
                    self._tables.exclude_downtime(table, since)
                    for table in running[few : few + _AT_ONCE]
                )
            )

    async def notice_stall(self) -> None:
        """If this server stood still since the last tick, exclude that time from all clocks."""
        async with self._noticing:
            with self._stalls.tick() as stall:
                if not stall:
                    return
                _log.warning("stood still", milliseconds=stall)
                with suppress(SQLAlchemyError, OSError):  # the clocks keep running
                    await self._exclude_stall(self._timing.now() - stall)
        self._tables.advance_all()

    async def _exclude_stall(self, since: int) -> None:
        """Exclude the time for which this server stood still from the clocks of its tables.

        Tables that are not in memory may have been served by other servers, if there are any.
        """
        for table in await self._index.running_clocks():
            live = self._tables.in_memory(table)
            if live is not None:
                with suppress(Problem):
                    await live.do(partial(commands.resume, since=since))
            elif self._alone:
                await self._tables.exclude_downtime(table, since)
