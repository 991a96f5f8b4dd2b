"""The actions of every game. Other rules define their own in their own files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import RouteId, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.messages import Action


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """Draw the top card of the deck, unseen."""

    verb: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class TakeCard(Action):
    """Take a card of the display. Equal cards are one choice."""

    verb: ClassVar[str] = "take"
    card: Card


@dataclass(frozen=True, slots=True)
class ClaimRoute(Action):
    """Claim a route for these cards."""

    verb: ClassVar[str] = "claim"
    route: RouteId
    payment: Cards


@dataclass(frozen=True, slots=True)
class DrawTickets(Action):
    """Look at the top tickets of the ticket deck."""

    verb: ClassVar[str] = "tickets"


@dataclass(frozen=True, slots=True, init=False)
class KeepTickets(Action):
    """Keep these of the tickets shown; the rest goes back. They are kept sorted."""

    verb: ClassVar[str] = "keep"
    tickets: tuple[TicketId, ...]

    def __init__(self, tickets: Iterable[TicketId]) -> None:
        object.__setattr__(self, "tickets", tuple(sorted(tickets)))


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing, because nothing can be done."""

    verb: ClassVar[str] = "pass"
