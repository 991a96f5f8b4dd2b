"""The summary of a table in the database, which lists of tables show."""

from __future__ import annotations

from fogline.server.live.message_writer import summary_model
from fogline.store.table_log import Summary
from fogline.table.table_state import TableState


def summary_of(table: TableState, at: int) -> Summary:
    """Make the summary of a table."""
    model = summary_model(table, at)
    return Summary(
        table=table.id,
        status=table.status,
        listed=table.created.listed,
        clocked=table.clocks is not None,
        updated=at,
        text=model.model_dump_json(),
        due=table.next_due(),
    )


def looks_new(before: TableState, after: TableState) -> bool:
    """Whether the summary of a table has changed."""
    if before.status != after.status or before.next_due() != after.next_due():
        return True
    pairs = zip(before.chairs, after.chairs, strict=True)
    return any(old.name != new.name for old, new in pairs)
