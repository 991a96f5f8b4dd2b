"""The spectators who have written to the chat of a table."""

from __future__ import annotations

from fogline.server.features.moderation.tables import SPEAKERS
from fogline.store.projection import users_by
from fogline.table.entries import Entry, Said


def _speaker(entry: Entry) -> str | None:
    return entry.user if isinstance(entry, Said) and entry.seat is None else None


PROJECTIONS = (users_by(SPEAKERS, _speaker),)
