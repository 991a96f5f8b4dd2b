"""The past of an ended table: its log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence

from fogline.store.table_log import LogRow, read_rows
from fogline.table.entries import Logged


class Past:
    """The log of a table that has ended, up to a version. It is read as far as it is asked for."""

    def __init__(self, rows: Sequence[LogRow], log: Sequence[Logged] = ()) -> None:
        self.rows = rows
        self._lock = asyncio.Lock()
        self._log: list[Logged] = [*log]
        """As much of the log as was read."""
        self._written: dict[Hashable, list[bytes]] = {}

    @property
    def version(self) -> int:
        """The newest version that it knows."""
        return self.rows[-1][0]

    async def log(self, version: int) -> Sequence[Logged]:
        """Return the log, at least up to a version."""
        async with self._lock:
            self._log += await read_rows(self.rows[len(self._log) : version + 1])
        return self._log

    async def written(self, what: Hashable, write: Callable[[], list[bytes]]) -> list[bytes]:
        """Write something about the log once, in a thread."""
        if what not in self._written:
            self._written[what] = await asyncio.to_thread(write)
        return self._written[what]
