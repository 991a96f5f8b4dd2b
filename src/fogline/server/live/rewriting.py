"""What hosts do with tables: close and delete them, hide lines of the chat, replace names.

It works on the database, whether a server runs or not. A running server is notified, and even if it
were not, it could write nothing to a table that has changed without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fogline.store import StoreError, TableLog
from fogline.store.transfer import no_table, read_table
from fogline.table import commands
from fogline.table import entries as e
from fogline.table.entries import Logged
from fogline.table.problems import Problem
from fogline.table.table_state import TableState

HIDDEN = "…"
"""What stands in place of a line that was removed."""


async def close_table(log: TableLog, table_id: str, at: int) -> None:
    """Close a table: it can be looked at, and nobody can play or write there."""
    written = False
    while not written:
        table = TableState.of(table_id, await read_table(log, table_id))
        try:
            news, after = commands.run(commands.close, table, at)
        except Problem as problem:
            raise StoreError(f"table {table_id!r}: {problem.message}") from None
        written = await log.append(table, after, news)
    await log.announce(table_id, after.version)


async def delete_table(log: TableLog, table_id: str, at: int) -> None:
    """Delete a table, even one that cannot be read."""
    if not await log.delete(table_id, at):
        raise no_table(table_id)


async def hide_line(log: TableLog, table_id: str, version: int) -> None:
    """Hide the text of a line of the chat."""

    def hide(logged: Logged) -> Logged:
        if logged.version == version and isinstance(logged.entry, e.Said):
            return replace(logged, entry=hidden(logged.entry))
        return logged

    await rewrite(log, table_id, hide)


async def replace_name(log: TableLog, table_id: str, user: str, name: str) -> None:
    """Replace the name of a user at a table."""

    def rename(logged: Logged) -> Logged:
        entry = logged.entry
        match entry:
            case e.Seated() | e.Invited() | e.Said() if entry.user == user:
                return replace(logged, entry=replace(entry, name=name))
            case _:
                return logged

    await rewrite(log, table_id, rename)


def hidden(said: e.Said) -> e.Said:
    """Return a line without its text."""
    return replace(said, text=None if said.text is None else HIDDEN)


async def rewrite(log: TableLog, table_id: str, change: Callable[[Logged], Logged]) -> None:
    """Change entries of a table, and notify the servers."""
    written = False
    while not written:
        before = await read_table(log, table_id)
        after = [change(each) for each in before]
        changed = [new for old, new in zip(before, after, strict=True) if new != old]
        written = await log.rewrite(table_id, after, changed)
