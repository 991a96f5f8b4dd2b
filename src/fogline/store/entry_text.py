"""Entries as the database keeps them: one line of JSON each."""

from __future__ import annotations

import orjson

from fogline.core.codec import encode_outside
from fogline.core.errors import FormatError
from fogline.store.json_writer import write
from fogline.table.entries import Entry, entry_from_json
from fogline.upcasters import schema_of


def write_entry(entry: Entry) -> str:
    """Write an entry as one line of JSON."""
    body = {"schema": schema_of(entry.type), "type": entry.type, **encode_outside(entry)}
    return write(body).decode()


def read_entry(text: str) -> Entry:
    """Read back what `write_entry` of this or an older version wrote."""
    try:
        body = orjson.loads(text)
    except ValueError as error:
        raise FormatError(f"an entry is not JSON: {error}") from None
    return entry_from_json(body)
