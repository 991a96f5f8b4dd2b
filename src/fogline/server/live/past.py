"""The past of an ended table: its log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence

from fogline.store.table_log import LogRow, TableLog, read_rows
from fogline.table.entries import Logged
from fogline.table.table_state import TableState


class Past:
    """The log of a table that has ended, up to a version."""

    def __init__(self, rows: Sequence[LogRow], log: Sequence[Logged] = ()) -> None:
        self.rows = rows
        self._lock = asyncio.Lock()
        self._log = log
        """Empty until it is asked for."""
        self._written: dict[Hashable, list[bytes]] = {}

    @property
    def version(self) -> int:
        """The newest version that it knows."""
        return self.rows[-1][0]

    async def log(self) -> Sequence[Logged]:
        """Return the log, which is read once."""
        async with self._lock:
            self._log = self._log or await read_rows(self.rows)
        return self._log

    async def written(self, what: Hashable, write: Callable[[], list[bytes]]) -> list[bytes]:
        """Write something about the log once, in a thread."""
        if what not in self._written:
            self._written[what] = await asyncio.to_thread(write)
        return self._written[what]


class PastCache:
    """The past of one table, once it was asked for."""

    def __init__(self, log: TableLog) -> None:
        self._log = log
        self._past: Past | None = None

    def knows(self, table: TableState) -> bool:
        """Whether the past of the table is in memory."""
        return self._past is not None and self._past.version == table.version

    def keep(self, past: Past) -> None:
        """Keep the past of a table that had ended when it was loaded."""
        self._past = past

    async def of(self, table: TableState) -> Past:
        """Return the past of the table, which must have ended."""
        if self._past is None or not self.knows(table):
            rows = await self._log.rows(table.id)
            self._past = Past(rows[: table.version + 1])
        return self._past
