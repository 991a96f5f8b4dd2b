"""The places and routes that an action or an event names."""

from __future__ import annotations

from dataclasses import fields

from fogline.core.board import Board
from fogline.core.messages import Message

Key = tuple[str, str, str]
"""A key of counts: a verb, one of its fields, and the place or route that the field names. The verb
alone has neither."""


def keys_of(record: Message, board: Board) -> tuple[Key, ...]:
    """Return the keys of an action or event: its verb, then each place and route it names."""
    verb = record.verb
    found = [(verb, "", "")]
    for field in fields(record):  # type: ignore[arg-type] # every record is a dataclass
        if "TicketId" in str(field.type):  # a ticket may have the id of a route
            continue
        value = getattr(record, field.name)
        found += [
            (verb, field.name, str(each))
            for each in (value if isinstance(value, tuple) else (value,))
            if isinstance(each, str) and (each in board.place or each in board.route)
        ]
    return tuple(found)
