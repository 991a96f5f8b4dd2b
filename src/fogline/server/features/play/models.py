"""What clients send to take a decision back, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from fogline.server.wire.base_models import Incoming

_Version = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]


class Undo(Incoming):
    """Take back a decision, or ask the others for their agreement."""

    move: _Version
    """The version of the decision."""


class UndoAnswer(Incoming):
    """Agree to an undo, or decline; whoever asked withdraws the request by declining."""

    request: _Version
    """The version of the request."""
    agree: bool


@dataclass(frozen=True)
class Saved:
    """The response to something that is on disk now."""

    version: int
