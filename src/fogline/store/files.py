"""Tables as files, for archives, other servers and verification."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from fogline.core.codec import Json, expect
from fogline.core.errors import FormatError
from fogline.store.entries import entry_from_json, entry_to_json
from fogline.store.log import Logged

KIND = "table-log"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table's id and its whole log."""

    table: str
    log: tuple[Logged, ...]


def log_to_json(table: str, log: Sequence[Logged]) -> dict[str, Json]:
    """Turn a whole log, with all its secrets, into plain JSON."""
    body: dict[str, Json] = {
        "schema": SCHEMA,
        "kind": KIND,
        "table": table,
        "entries": [
            {"version": item.version, "request": item.request, **entry_to_json(item.entry)}
            for item in log
        ],
    }
    return {**body, "digest": _digest(body)}


def read_log(text: str | bytes) -> TableFile:
    """Read a file of `log_to_json`; raise `FormatError` if it is not valid."""
    try:
        body = expect(dict, json.loads(text), "the file")
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not a table's log: {error}") from None
    digest = body.pop("digest", None)
    if (body.get("kind"), body.get("schema")) != (KIND, SCHEMA):
        raise FormatError(f"not a table's log: expected kind {KIND!r} and schema {SCHEMA}")
    if digest != _digest(body):
        raise FormatError("the file was changed after it was written: its digest does not match.")
    log = tuple(_read_logged(item) for item in expect(list, body.get("entries"), "entries"))
    if [item.version for item in log] != list(range(len(log))) or not log:
        raise FormatError("entries: versions must count from 0 without a gap")
    return TableFile(expect(str, body.get("table"), "table"), log)


def _read_logged(data: Json) -> Logged:
    item = dict(expect(dict, data, "entries"))
    version = expect(int, item.pop("version", None), "entries.version")
    request = cast("str | None", item.pop("request", None))
    return Logged(version, entry_from_json(item), request)


def _digest(body: dict[str, Json]) -> str:
    plain = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()
