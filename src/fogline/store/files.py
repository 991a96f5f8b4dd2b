"""Writes the rows of a log as a file, without decoding each entry."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence

import orjson

from fogline.core.codec import Json
from fogline.store.table_log import LogRow
from fogline.table.entries import entry_from_json, entry_to_json
from fogline.table.table_file import file_body
from fogline.upcasters import schema_of

_BEYOND_ASCII = re.compile(r"[^ -~]")


def rows_to_json(table: str, rows: Sequence[LogRow]) -> dict[str, Json]:
    """Turn the rows of a whole log into what `log_to_json` makes of its entries."""
    body = file_body(
        table,
        [
            {"version": version, "request": request, **_present(text)}
            for version, text, request in rows
        ],
    )
    return {**body, "digest": quick_digest(body)}


def _present(text: str) -> dict[str, Json]:
    """Return the plain JSON of an entry in its present schema, in which it most often is."""
    body: dict[str, Json] = orjson.loads(text)
    if body["schema"] == schema_of(str(body["type"])):
        return body
    return entry_to_json(entry_from_json(body))


def quick_digest(value: object) -> str:
    """Return what `fogline.saves.digest_of` does, which takes longer, for values without fractions.

    Libraries write fractions in different ways. Whatever strangers send has to go the other way.
    """
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    escaped = _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)
    return hashlib.sha256(escaped.encode()).hexdigest()
