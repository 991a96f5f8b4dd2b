"""What clients send to take a decision back, and the answer."""

from __future__ import annotations

from fogline.server.wire.base_models import Incoming
from fogline.server.wire.fields import Version


class Undo(Incoming):
    """Take back a decision, or ask the others for their agreement."""

    move: Version
    """The version of the decision."""


class UndoAnswer(Incoming):
    """Agree to an undo, or decline; the player who asked withdraws the request by declining."""

    request: Version
    """The version of the request."""
    agree: bool
