"""Who looks at a table, and what follows from it for what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fogline.core.messages import Seat
from fogline.core.text.words import ENGLISH
from fogline.table.table_state import TableState


class Viewer(NamedTuple):
    """A user, or a stranger, who looks at a table."""

    user: str | None
    seat: Seat | None
    """The seat whose view is shown; `None` shows what spectators see."""
    language: str = ENGLISH
    words: bool = True
    """Whether sentences are wanted even for the rules that come with Fogline."""


class Viewpoint(NamedTuple):
    """All that a snapshot depends on apart from the table: equal viewpoints see the same."""

    seat: Seat | None
    """The seat whose view is shown."""
    language: str
    words: bool
    seats: tuple[Seat, ...]
    """The viewer's own seats."""
    owner: bool


def viewpoint_of(table: TableState, viewer: Viewer) -> Viewpoint:
    """Return the viewpoint of a viewer."""
    seats = tuple(table.seats_of(viewer.user))
    owner = viewer.user == table.created.owner
    return Viewpoint(viewer.seat, viewer.language, viewer.words, seats, owner)


@dataclass(frozen=True, slots=True)
class SeatPresence:
    """The seats whose players are connected, and those who have been away for a while."""

    connected: tuple[Seat, ...] = ()
    away: tuple[Seat, ...] = ()
