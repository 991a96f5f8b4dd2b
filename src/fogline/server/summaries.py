"""A table's line for lists of tables, and when it changes."""

from __future__ import annotations

from fogline.server.sitting import Sitting
from fogline.server.telling import summary_model
from fogline.store.log import Summary


def summary_of(sitting: Sitting, at: int) -> Summary:
    """Make a table's line for lists of tables."""
    model = summary_model(sitting, at)
    return Summary(
        table=sitting.table,
        status=sitting.status,
        listed=sitting.created.listed,
        clocked=sitting.clocks is not None,
        updated=at,
        text=model.model_dump_json(),
    )


def looks_new(before: Sitting, after: Sitting) -> bool:
    """Whether a list shows something else of a table than before."""
    if before.status != after.status:
        return True
    pairs = zip(before.chairs, after.chairs, strict=True)
    return any(old.name != new.name for old, new in pairs)
