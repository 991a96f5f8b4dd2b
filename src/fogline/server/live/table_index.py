"""Where tables are found: what the server asks of the feature that lists them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a table for lists."""

    table: str
    status: str
    listed: bool
    clocked: bool
    updated: int
    text: str
    """What lists show, as JSON."""
    due: int | None = None
    """When the next of its clocks runs out."""


class TableIndex(Protocol):
    """Finds tables by their users, and by their clocks."""

    async def tables_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the tables that a user owns or plays at: running, open, then ended ones."""
        ...

    async def invitations_of(self, user: str, limit: int | None = None) -> list[Summary]:
        """Find the open tables to which a user was invited and has not come, newest first."""
        ...

    async def running_tables_of(self, users: Collection[str]) -> list[str]:
        """Find the running tables of some users."""
        ...

    async def running_clocks(self) -> list[str]:
        """Find the running tables that have a clock."""
        ...

    async def late_tables(self, now: int) -> list[str]:
        """Find the tables with a clock that has run out unnoticed, the oldest first."""
        ...
