"""A bonus for the player who completed most tickets (OW9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.events import Category, PointsScored
from fogline.core.messages import Event
from fogline.core.rule import Rule
from fogline.core.table import State
from fogline.core.text.words import Words


@dataclass(frozen=True)
class TicketBonus(Rule):
    """Points for most complete tickets; all players who tie get them."""

    name: ClassVar[str] = "ticket-bonus"
    words: ClassVar[Words] = Words(categories={Category.BONUSES: "most complete tickets"})

    points: int
    """What the bonus is worth."""

    def final(self, state: State) -> Iterable[Event]:
        """Award the bonus, unless nobody has a complete ticket."""
        complete = [len(state.complete_tickets(seat)) for seat in state.seats]
        most = max(complete)
        for seat in state.seats:
            if most > 0 and complete[seat] == most:
                yield PointsScored(seat, self.points, Category.BONUSES)
