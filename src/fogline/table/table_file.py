"""Tables as files: for archives, other servers and verification."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fogline.core.codec import Json, expect
from fogline.core.errors import FormatError
from fogline.saves import digest_of, read_plain
from fogline.table.entries import Logged, entry_from_json, entry_to_json
from fogline.upcasters import schema_of, upcast

KIND = "table-log"
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}")
"""Ids of tables become names of files and parts of addresses."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table's id and its whole log."""

    table: str
    log: tuple[Logged, ...]


def log_to_json(table: str, log: Sequence[Logged]) -> dict[str, Json]:
    """Turn a whole log, with all its secrets, into plain JSON."""
    body = file_body(
        table,
        [
            {"version": item.version, "request": item.request, **entry_to_json(item.entry)}
            for item in log
        ],
    )
    return {**body, "digest": digest_of(body)}


def file_body(table: str, entries: list[Json]) -> dict[str, Json]:
    """Return the values of a file, without their digest."""
    return {"schema": schema_of(KIND), "kind": KIND, "table": table, "entries": entries}


def read_log(text: str | bytes) -> TableFile:
    """Read a file of `log_to_json`, of this or an older version.

    Raise `FormatError` if it is not valid, and `NewerData` if a newer version wrote it.
    """
    return log_from_plain(read_plain(text))


def log_from_plain(body: dict[str, Json]) -> TableFile:
    """Read plain values, as `read_log` does."""
    if body.get("kind") != KIND:
        raise FormatError(f"not a table's log: expected kind {KIND!r}")
    try:
        return _read(body)
    except RecursionError:
        raise FormatError("not a table's log: it has too many levels") from None


def _read(body: dict[str, Json]) -> TableFile:
    present = upcast(KIND, body, KIND)
    written = {key: value for key, value in body.items() if key != "digest"}
    if body.get("digest") != digest_of(written):
        raise FormatError("the file was changed after it was written: its digest does not match.")
    items = expect(list, present.get("entries"), "entries")
    log = tuple(_read_logged(item, i) for i, item in enumerate(items))
    if not log:
        raise FormatError("entries: there are none")
    table = expect(str, present.get("table"), "table")
    if not _TABLE.fullmatch(table):
        raise FormatError("table: an id has 1 to 32 of the characters A-Z a-z 0-9 _ -")
    return TableFile(table, log)


def _read_logged(data: Json, expected: int) -> Logged:
    item = dict(expect(dict, data, f"entries[{expected}]"))
    version = expect(int, item.pop("version", None), f"entries[{expected}].version")
    if version != expected:
        raise FormatError(f"entries[{expected}]: versions must count from 0 without a gap")
    request = item.pop("request", None)
    if request is not None:
        expect(str, request, f"entries[{expected}].request")
    try:
        return Logged(version, entry_from_json(item), request)
    except FormatError as error:
        raise type(error)(f"entries[{expected}]: {error}") from None
