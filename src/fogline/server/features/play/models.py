"""Answers with entries, and what clients send to take a decision back."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import Version
from fogline.server.wire.record_models import EntryJson


class Undo(Incoming):
    """Take back a decision, or ask the others for their agreement."""

    move: Version
    """The version of the decision."""


class UndoAnswer(Incoming):
    """Agree to an undo, or decline; the player who asked withdraws the request by declining."""

    request: Version
    """The version of the request."""
    agree: bool


@dataclass(frozen=True)
class EntriesModel:
    """Entries of the log, redacted for the viewer."""

    table: str
    version: int
    entries: list[EntryJson]


@dataclass(frozen=True)
class Acted:
    """The response to an action, which is on disk."""

    id: str
    version: int
    entry: EntryJson
