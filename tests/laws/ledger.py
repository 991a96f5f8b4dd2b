"""A bookkeeper who only listens: what every table must look like, kept with plain counters.

It reads nothing but events, and shares no code with the rules, so that the laws have something to
compare the engine with. `public` is what everybody could write down, `shown` what each seat saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from fogline import Board, Card, Cards, Event, Seat
from fogline.core.events import (
    CardDrawn,
    CardsDealt,
    CardTaken,
    CardTurnedUp,
    DiscardsShuffled,
    DisplaySwept,
    PointsScored,
    RouteClaimed,
    TicketsChosen,
    TicketScored,
    TicketsKept,
    TicketsOffered,
    TicketsRevealed,
    TicketsShuffled,
)
from fogline.rules.city_markers import MarkerPlaced

Faces = Counter[Card]


class Ledger:
    """Where every card, ticket, vehicle and point is."""

    def __init__(self, board: Board, seats: int, deck: Faces, vehicles: int) -> None:
        self.board = board
        self.deck = deck
        self.discards: Faces = Counter()
        self.display: dict[int, Card] = {}
        self.hands: list[Faces] = [Counter() for _ in range(seats)]
        self.taken: list[Faces] = [Counter() for _ in range(seats)]
        """Public: cards taken from the display and not paid since."""
        self.vehicles = [vehicles] * seats
        self.owners: dict[str, Seat] = {}
        self.scores = [0] * seats
        self.pile: list[set[str]] = [{ticket.id for ticket in board.tickets}]
        """The ticket deck from the top: sets of tickets in no order."""
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.offered: list[tuple[str, ...]] = [() for _ in range(seats)]
        self.choices: list[tuple[str, ...] | None] = [None] * seats
        self.shown: list[set[str]] = [set() for _ in range(seats)]
        """The tickets that each seat has ever been shown."""
        self.revealed: set[str] = set()

    def note_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self.note(event)

    def note(self, event: Event) -> None:
        self._note_cards(event)
        self._note_tickets(event)
        match event:
            case RouteClaimed(seat, route):
                assert route not in self.owners
                self.owners[route] = seat
                self.vehicles[seat] -= self.board.route[route].length
            case PointsScored(seat, points) | TicketScored(seat, _, points):
                self.scores[seat] += points

    def _note_cards(self, event: Event) -> None:
        match event:
            case CardsDealt(seat, cards):
                _move(faces_of(cards), self.deck, self.hands[seat])
            case CardDrawn(seat, card):
                assert card is not None
                _move(Counter([card]), self.deck, self.hands[seat])
            case CardTurnedUp(slot, card):
                assert slot not in self.display
                _move(Counter([card]), self.deck, Counter())
                self.display[slot] = card
            case CardTaken(seat, slot, card):
                assert self.display.pop(slot) is card
                self.hands[seat][card] += 1
                self.taken[seat][card] += 1
            case DisplaySwept():
                self.discards.update(self.display.values())
                self.display.clear()
            case DiscardsShuffled(cards):
                assert not self.deck.total()
                _move(faces_of(cards), self.discards, self.deck)
                assert not self.discards.total()
            case RouteClaimed(seat, _, payment) | MarkerPlaced(seat, _, payment):
                _move(faces_of(payment), self.hands[seat], self.discards)
                self.taken[seat] -= faces_of(payment)

    def _note_tickets(self, event: Event) -> None:
        match event:
            case TicketsOffered(seat, tickets):
                self.offered[seat] = faces = known(tickets)
                self.shown[seat].update(faces)
                for ticket in faces:
                    self.pile[0].remove(ticket)  # the top, and nothing but the top
                    self.pile = [layer for layer in self.pile if layer]
            case TicketsChosen(seat, tickets):
                self.choices[seat] = tickets
            case TicketsKept(seat, kept, returned):
                offered = self.offered[seat]
                assert known(kept) == tuple(t for t in offered if t in kept)
                assert known(returned) == tuple(t for t in offered if t not in kept)
                self.tickets[seat] += known(kept)
                self.pile += [{ticket} for ticket in known(returned)]
                self.offered[seat], self.choices[seat] = (), None
            case TicketsShuffled(count):
                self.pile, bottom = self.pile[:-count], self.pile[-count:]
                self.pile.append(set().union(*bottom))
            case TicketsRevealed(seat, tickets):
                assert sorted(tickets) == sorted(self.tickets[seat])
                self.revealed.update(tickets)


def faces_of(cards: Cards) -> Faces:
    assert not cards.hidden
    return Counter(dict(cards))


def known(tickets: Iterable[str | None]) -> tuple[str, ...]:
    faces = tuple(ticket for ticket in tickets if ticket is not None)
    assert len(faces) == len(tuple(tickets))
    return faces


def _move(cards: Faces, source: Faces, goal: Faces) -> None:
    assert cards <= source
    source -= cards
    goal += cards
