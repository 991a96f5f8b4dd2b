"""What lists of tables need: a summary of each, its users, and who was invited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import orjson

from fogline.core.definition import Options
from fogline.server.features.lobby.tables import INVITATIONS, MEMBERS, TABLES
from fogline.store.projection import Projection, Row, users_by
from fogline.table.entries import ClockRule, Created, Entry, Invited, Logged, Seated
from fogline.table.table_state import Status, TableState


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list."""

    table: str
    game: str
    title: str
    options: Options
    status: Status
    seats: list[str | None]
    """The names of the players."""
    clock: ClockRule | None
    updated: int


def _summaries(
    before: TableState | None, after: TableState, news: Sequence[Logged]
) -> Iterator[Row]:
    due = after.next_due()
    if before is not None and not _looks_new(before, after) and before.next_due() == due:
        return
    updated = news[-1].entry.at
    yield {
        "id": after.id,
        "status": after.status,
        "listed": after.created.listed,
        "clocked": after.clocks is not None,
        "updated": updated,
        "summary": _text(after, updated),
        "due": due,
    }


def _looks_new(before: TableState, after: TableState) -> bool:
    pairs = zip(before.chairs, after.chairs, strict=True)
    return before.status != after.status or any(old.name != new.name for old, new in pairs)


def _text(table: TableState, updated: int) -> str:
    """Write what lists show of a table."""
    shown = ListedTable(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        options=dict(table.game.options),
        status=table.status,
        seats=[chair.name for chair in table.chairs],
        clock=table.created.clock,
        updated=updated,
    )
    return orjson.dumps(shown).decode()


def _member(entry: Entry) -> str | None:
    match entry:
        case Created(owner=user) | Seated(user=user):
            return user
        case _:
            return None


def _invited(entry: Entry) -> str | None:
    return entry.user if isinstance(entry, Invited) else None


PROJECTIONS = (
    Projection(TABLES, _summaries),
    users_by(MEMBERS, _member),
    users_by(INVITATIONS, _invited),
)
