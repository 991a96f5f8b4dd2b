"""The entries of a log as each viewer may know them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter

from fogline.core.messages import Event, Seat
from fogline.core.view import redact, secrets_of
from fogline.table.entries import Dealt, Entry, Logged, Moved
from fogline.table.wording import Wording


def entry_value(
    logged: Logged,
    seat: Seat | None,
    wording: Wording,
    *,
    is_public: bool,
    event_value: Callable[[Wording, Event], object] = Wording.event,
) -> dict[str, object]:
    """Return the JSON of an entry for a seat, or with `None` for a spectator.

    Once the table is public, events are whole. `event_value` describes each of them.
    """
    entry = logged.entry
    names, values_of = _SHOWN[entry.type]
    value: dict[str, object] = dict(zip(names, values_of(entry), strict=True))
    value["version"] = logged.version
    if isinstance(entry, Dealt | Moved):
        shown = entry.events if is_public else [redact(event, seat) for event in entry.events]
        value["events"] = [event_value(wording, event) for event in shown]
    return value


def shown_names(kind: type[Entry]) -> tuple[str, ...]:
    """Return the names of what everybody may know of a kind of entry. The rest is hidden."""
    a_class: type = kind
    secrets = secrets_of(a_class)
    shown = [field.name for field in fields(kind) if field.name not in secrets]
    return (*shown, *kind.shown_properties)


def _getter(kind: type[Entry]) -> tuple[tuple[str, ...], attrgetter[tuple[object, ...]]]:
    names = shown_names(kind)
    return ("type", *names), attrgetter("type", *names)


_SHOWN = {name: _getter(kind) for name, kind in Entry.kinds.items()}
