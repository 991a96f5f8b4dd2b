"""The course of a game, as far as its result records it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fogline.core.board import TicketId
from fogline.core.events import TicketsOffered
from fogline.core.memory import with_item
from fogline.core.messages import Seat
from fogline.table import entries as e
from fogline.table.past_moves import Decider, Seating


@dataclass(frozen=True, slots=True)
class GameCourse:
    """What has happened in a game, at any time."""

    drawn: tuple[tuple[TicketId | None, ...], ...]
    """The tickets that each seat was offered."""
    began: int | None = None
    """When the game was dealt."""
    ran_out: frozenset[Seat] = frozenset()
    """The seats whose clock has run out."""
    stood_in: frozenset[Seat] = frozenset()
    """The seats for which a stand-in has decided."""

    def after(self, entry: e.Entry, seating: Seating) -> GameCourse:
        """Return the course after an entry, which was written as these people sat there."""
        match entry:
            case e.Dealt(at=at, events=events):
                return replace(self, began=at, drawn=self._drawn_after(events))
            case e.Moved(seat=seat, events=events):
                by_stand_in = seating.decider(seat) is Decider.STAND_IN
                stood_in = self.stood_in | {seat} if by_stand_in else self.stood_in
                drawn = self._drawn_after(events)
                if drawn is self.drawn and stood_in is self.stood_in:
                    return self
                return replace(self, drawn=drawn, stood_in=stood_in)
            case e.OutOfTime(seat=seat):
                return replace(self, ran_out=self.ran_out | {seat})
            case _:
                return self

    def _drawn_after(self, events: tuple[object, ...]) -> tuple[tuple[TicketId | None, ...], ...]:
        drawn = self.drawn
        for event in events:
            if isinstance(event, TicketsOffered):
                drawn = with_item(drawn, event.seat, drawn[event.seat] + event.tickets)
        return drawn
