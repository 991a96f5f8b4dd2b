"""Undo: what clients are told about it, and what they send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from fogline.server.base_models import Incoming, Outgoing

Obstacle = Literal["nothing", "revealed", "decided", "declined"]
_Version = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1)]


@dataclass(frozen=True, slots=True)
class UndoRequestModel:
    """A player asks the others to agree that a decision is taken back."""

    version: int
    """The version of the request, by which it is answered."""
    seat: int
    waiting: list[int]
    """The seats that have not answered."""


@dataclass(frozen=True, slots=True)
class UndoModel:
    """What the viewer can take back."""

    move: int | None
    """The version of the decision that the viewer may take back, or ask for."""
    obstacle: Obstacle | None
    """Why there is none: nothing was decided yet; a decision, or one after it, revealed something;
    another player, which may be a bot, has decided since; or the others did not agree. Spectators
    are told nothing."""
    needs: list[int]
    """The seats that must agree; without any, the undo happens at once."""
    request: UndoRequestModel | None


class Undo(Incoming):
    """Take back a decision, or ask the others for their agreement."""

    move: _Version
    """The version of the decision."""


class UndoAnswer(Incoming):
    """Agree to an undo, or decline; whoever asked withdraws the request by declining."""

    request: _Version
    """The version of the request."""
    agree: bool


class UndoSaved(Outgoing):
    """The response to a request or an answer, which is on disk."""

    version: int
