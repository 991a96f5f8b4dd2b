"""The past of an ended table: its log, read once, and tables as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence

from fogline.server.table_state import TableState
from fogline.store.log import Logged

_STEP = 16
"""Of so many tables in a row one is kept; the others are made from it."""


class Past:
    """The whole log of a table that has ended, up to a version."""

    def __init__(self, table: str, log: Sequence[Logged]) -> None:
        self.log = log
        self._table = table
        self._kept: dict[int, TableState] = {}
        self._written: dict[Hashable, bytes] = {}

    @property
    def version(self) -> int:
        """The newest version that it knows."""
        return self.log[-1].version

    async def at(self, version: int) -> TableState:
        """Return the table as it was."""
        if not self._kept:
            await asyncio.to_thread(self._keep)
        table = self._kept[version - version % _STEP]
        for logged in self.log[table.version + 1 : version + 1]:
            table = table.after(logged)
        return table

    def _keep(self) -> None:
        table = TableState(self._table, self.log[0])
        kept = {0: table}
        for logged in self.log[1:]:
            table = table.after(logged)
            if table.version % _STEP == 0:
                kept[table.version] = table
        self._kept = kept

    async def written(self, what: Hashable, write: Callable[[], bytes]) -> bytes:
        """Write something about the log once, in a thread."""
        if what not in self._written:
            self._written[what] = await asyncio.to_thread(write)
        return self._written[what]
