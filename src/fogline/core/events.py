"""The events of every game. Other rules define their own in their own files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from fogline.core.board import RouteId, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.messages import Event, FaceDown, Seat, Secret, Shown, TurnTaken
from fogline.core.table import EndReason


class Category(StrEnum):
    """What points are scored for in every game. Other rules name their own categories."""

    ROUTES = "routes"
    TICKETS = "tickets"
    FAILED_TICKETS = "failed-tickets"
    BONUSES = "bonuses"


@dataclass(frozen=True, slots=True)
class StartPlayerChosen(Event):
    """It was decided who acts first."""

    verb: ClassVar[str] = "first"
    seat: Shown[Seat]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """Return the seat."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """A seat was dealt its first cards."""

    verb: ClassVar[str] = "dealt"
    seat: Shown[Seat]
    cards: FaceDown[Cards]


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """A card of the deck filled a gap of the display."""

    verb: ClassVar[str] = "turned-up"
    slot: Shown[int]
    card: Shown[Card]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """Return the card."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class DisplaySwept(Event):
    """Too many wilds: the whole display was discarded."""

    verb: ClassVar[str] = "swept"


@dataclass(frozen=True, slots=True)
class DiscardsShuffled(Event):
    """The discards became the deck. Everybody saw them; nobody knows their order."""

    verb: ClassVar[str] = "shuffled"
    cards: FaceDown[Cards]


@dataclass(frozen=True, slots=True)
class CardDrawn(TurnTaken):
    """A seat drew the top card of the deck."""

    verb: ClassVar[str] = "drew"
    seat: Shown[Seat]
    card: FaceDown[Card | None]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """Return the card."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class CardTaken(TurnTaken):
    """A seat took a card of the display, which everybody saw."""

    verb: ClassVar[str] = "took"
    seat: Shown[Seat]
    slot: Shown[int]
    card: Shown[Card]


@dataclass(frozen=True, slots=True)
class RouteClaimed(TurnTaken):
    """A seat claimed a route."""

    verb: ClassVar[str] = "claimed"
    seat: Shown[Seat]
    route: Shown[RouteId]
    payment: Shown[Cards]


@dataclass(frozen=True, slots=True)
class PointsScored(Event):
    """A seat scored points."""

    verb: ClassVar[str] = "scored"
    seat: Shown[Seat]
    points: Shown[int]
    category: Shown[str]


@dataclass(frozen=True, slots=True)
class TicketsOffered(TurnTaken):
    """A seat was shown tickets from the top of the ticket deck, in this order."""

    verb: ClassVar[str] = "offered"
    seat: Shown[Seat]
    tickets: FaceDown[tuple[TicketId | None, ...]]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """Return the tickets."""
        return self.tickets


@dataclass(frozen=True, slots=True)
class TicketsChosen(Event):
    """A seat made its secret choice of first tickets."""

    verb: ClassVar[str] = "chose"
    seat: Shown[Seat]
    tickets: Secret[tuple[TicketId, ...]]


@dataclass(frozen=True, slots=True)
class TicketsKept(Event):
    """A seat kept tickets and returned the others, in the order shown, to the bottom."""

    verb: ClassVar[str] = "kept"
    seat: Shown[Seat]
    tickets: FaceDown[tuple[TicketId | None, ...]]
    returned: FaceDown[tuple[TicketId | None, ...]]


@dataclass(frozen=True, slots=True)
class TicketsShuffled(Event):
    """The tickets at the bottom of the ticket deck were shuffled together, this many."""

    verb: ClassVar[str] = "shuffled-tickets"
    count: Shown[int]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could do nothing."""

    verb: ClassVar[str] = "passed"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """It is a seat's turn."""

    verb: ClassVar[str] = "turn"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat's turn is over."""

    verb: ClassVar[str] = "end-turn"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class LastRoundBegan(Event):
    """A seat ran low on vehicles: everybody takes one more turn."""

    verb: ClassVar[str] = "last-round"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class TicketsRevealed(Event):
    """A seat's tickets lie open for final scoring."""

    verb: ClassVar[str] = "revealed"
    seat: Shown[Seat]
    tickets: Shown[tuple[TicketId, ...]]


@dataclass(frozen=True, slots=True)
class TicketScored(Event):
    """A ticket counted at the end: its value, or its loss."""

    verb: ClassVar[str] = "ticket"
    seat: Shown[Seat]
    ticket: Shown[TicketId]
    points: Shown[int]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over and scored."""

    verb: ClassVar[str] = "ended"
    reason: Shown[EndReason]
