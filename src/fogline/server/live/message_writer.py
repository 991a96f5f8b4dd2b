"""Writes what viewers may know of a table as JSON.

`fogline.table` chooses what each viewer may know. Here only what the same values have in common
is kept as text, because they are sent again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson

from fogline.core.codec import encode_outside
from fogline.core.memory import Frozen
from fogline.core.messages import Event, Seat
from fogline.core.text.phrasebook import Phrasebook
from fogline.store.json_writer import trimmed, write
from fogline.table.entries import Logged
from fogline.table.entry_values import entry_value
from fogline.table.snapshots import Snapshot, changes_between, snapshot_value, you_at
from fogline.table.table_state import TableState
from fogline.table.viewers import SeatPresence, Viewpoint
from fogline.table.wording import Wording, sentence


def write_snapshot(snapshot: Snapshot, viewpoint: Viewpoint, user: str | None) -> bytes:
    """Write a whole table for a viewer."""
    return _write_fields(snapshot_value(snapshot, you_at(viewpoint, user)))


def write_changes(before: Snapshot, now: Snapshot) -> bytes:
    """Write what differs from an earlier snapshot of the same viewpoint."""
    return _write_fields(changes_between(before, now))


def write_presence(presence: SeatPresence) -> bytes:
    """Write the message that says which players are there."""
    return write({"type": "presence", "connected": presence.connected, "away": presence.away})


def _write_fields(fields: dict[str, Any]) -> bytes:
    for name in _KEPT & fields.keys():
        value = fields[name]
        if isinstance(value, tuple):
            fields[name] = [each.facts.get("json") or _text_of(each) for each in value]
        elif value is not None:
            fields[name] = _text_of(value)
    return write(fields)


_KEPT = {"chat", "clock", "decision", "fair", "game", "legal", "seats"}
"""Fields whose values are the same in several messages: their text is kept with them."""


def _text_of(value: Frozen) -> orjson.Fragment:
    known = value.facts
    if "json" not in known:
        known["json"] = orjson.Fragment(trimmed(write(value)))
    text: orjson.Fragment = known["json"]
    return text


def write_entry(logged: Logged, seat: Seat | None, wording: Wording, *, is_public: bool) -> bytes:
    """Write an entry for a seat, or with `None` for a spectator."""
    value = entry_value(logged, seat, wording, is_public=is_public, event_value=_event)
    return write(value)


def entries_json(table: TableState, entries: Iterable[bytes]) -> bytes:
    """Write entries that are written already, as `EntriesModel` describes them."""
    # At once, because all entries together are long.
    return b'{"table":%b,"version":%d,"entries":[%b]}' % (
        orjson.dumps(table.id),
        table.version,
        b",".join(entries),
    )


def _event(wording: Wording, event: Event) -> object:
    try:
        return _written_event(*wording.by_kind[type(event)], event)
    except TypeError:  # the rules of a package may have events that cannot be hashed
        return wording.event(event)


@lru_cache(maxsize=1 << 14)
def _written_event(
    phrasebook: Phrasebook | None, names: tuple[str, ...] | None, event: Event
) -> orjson.Fragment:
    record = encode_outside(event)
    record["text"] = sentence(phrasebook, names, event)
    return orjson.Fragment(trimmed(write(record)))
