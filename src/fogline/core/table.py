"""The table: everything on it, as far as it is known.

`State` is the truth, in which nothing is hidden. `View` is the same table as one seat knows it:
cards and tickets it may not see are only counted. One fold serves both, so a view can be kept up
to date from the events its seat receives, and can never hold more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from fogline.core import graph
from fogline.core.board import Board, PlaceId, Route, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.memory import Frozen, replace, with_item
from fogline.core.messages import Seat, register
from fogline.core.route_set import NO_ROUTES, RouteSet

if TYPE_CHECKING:
    from fogline.core.definition import GameDefinition

PartT = TypeVar("PartT", bound="Part")
TableT = TypeVar("TableT", bound="Table")


class EndReason(StrEnum):
    """Why a game ended."""

    LAST_ROUND = "last-round"
    """Somebody ran low on vehicles, and everybody has had one more turn (C23)."""
    ALL_PASSED = "all-passed"
    """Nobody could do anything any more (C2)."""


@dataclass(frozen=True)
class Part:
    """The slice of the table that one rule owns. Every field must be `Shown`."""

    kinds: ClassVar[dict[str, type[Part]]] = {}
    """Every kind of part, by verb."""
    verb: ClassVar[str]
    """Its name in JSON."""

    def __init_subclass__(cls) -> None:
        register(Part.kinds, cls)


@dataclass(frozen=True, slots=True)
class Layer:
    """Tickets in the deck that lie in an unknown order among themselves.

    The ticket deck is a pile of layers, drawn from the top. Whatever was shuffled together is one
    layer, sampled when drawn; a ticket returned to the bottom is a separate layer.
    """

    faces: tuple[TicketId | None, ...]
    """The tickets, sorted; in a view, `None` first for each that the viewer does not know."""
    known: tuple[tuple[TicketId, Seat], ...] = ()
    """Tickets in it, each with the seat that put it there and so knows it, sorted."""


@dataclass(frozen=True)
class Player(Frozen):
    """What lies in front of one seat and in its hand."""

    hand: Cards = field(default_factory=Cards)
    """The cards held. In others' views: those everybody saw being taken, the rest hidden."""
    seen: Cards = field(default_factory=Cards)
    """Of the hand, the cards that everybody saw being taken and that were not paid since."""
    tickets: tuple[TicketId | None, ...] = ()
    """The tickets kept."""
    offered: tuple[TicketId | None, ...] = ()
    """Tickets shown to this seat, of which it must keep some."""
    chosen: bool = False
    """Whether this seat has made its secret choice of first tickets."""
    choice: tuple[TicketId, ...] | None = None
    """That choice, until all have chosen; `None` in others' views."""
    revealed: bool = False
    """Whether the tickets lie open for final scoring."""
    vehicles: int = 0
    """Cable cars or train cars left."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Points scored so far, by category."""

    @property
    def score(self) -> int:
        """Return the sum of all points so far."""
        return sum(self.points.values())


@dataclass(frozen=True)
class Table(Frozen):
    """Everything on the table. Made by `fogline.core.engine`; never modified."""

    game: GameDefinition = field(repr=False)
    players: tuple[Player, ...]
    deck: Cards = field(default_factory=Cards)
    """The card deck: only counts, because no order exists before a card is drawn."""
    discards: Cards = field(default_factory=Cards)
    display: tuple[Card | None, ...] = ()
    """The face-up cards; `None` is a gap."""
    ticket_deck: tuple[Layer, ...] = ()
    owners: tuple[Seat | None, ...] = ()
    """Who owns each route, in the order of the board."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    """The slices that rules own, by their verbs."""
    first: Seat | None = None
    """The start player; `None` until it is known."""
    turn: Seat | None = None
    """Whose turn it is; `None` during set-up and between turns."""
    turns: int = 0
    """How many turns have ended."""
    acted: bool = False
    """Whether the seat whose turn it is has chosen its action."""
    second_card: bool = False
    """Whether that action is drawing cards, and the second card is still to come."""
    passes: int = 0
    """How many turns in a row have been passes."""
    turns_left: int | None = None
    """Turns left once the last round has been called."""
    ended: EndReason | None = None

    @property
    def board(self) -> Board:
        """Return the board this game is played on."""
        return self.game.board

    @property
    def seats(self) -> range:
        """Return all seats."""
        return range(len(self.players))

    def part(self, kind: type[PartT]) -> PartT:
        """Return the slice of that kind."""
        part: Any = self.parts[kind.verb]
        found: PartT = part
        return found

    def with_part(self: TableT, part: Part) -> TableT:
        """Return this table with one slice changed."""
        return replace(self, parts={**self.parts, part.verb: part})

    def with_player(self: TableT, seat: Seat, player: Player) -> TableT:
        """Return this table with one player changed."""
        return replace(self, players=self.players_with(seat, player))

    def players_with(self, seat: Seat, player: Player) -> tuple[Player, ...]:
        """Return the players with one of them changed."""
        return with_item(self.players, seat, player)

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """Return the seats clockwise from the start player; from 0 while that is unknown."""
        first = self.first or 0
        return (*range(first, len(self.players)), *range(first))

    def seat_of_turn(self, turn: int) -> Seat:
        """Return the seat that acts after `turn` earlier turns."""
        return ((self.first or 0) + turn) % len(self.players)

    def routes(self, owner: Seat | None) -> RouteSet:
        """Return the routes that a seat owns; with `None`, those that nobody owns."""
        return _by_owner(self.owners).get(owner, NO_ROUTES)

    def routes_of(self, seat: Seat) -> list[Route]:
        """Return the routes that a seat owns as a list."""
        return self.board.routes_in(self.routes(seat).bits)

    def network(self, seat: Seat) -> dict[PlaceId, PlaceId]:
        """Return the places that a seat's own routes touch, grouped by connection."""
        return graph.groups(self.routes_of(seat))

    def ticket_routes(self, seat: Seat) -> RouteSet:
        """Return the routes that count for a seat's tickets: its own, and those of `links`."""
        routes = self.routes(seat)
        for links in self.game.hook("links"):
            routes |= links(self, seat)
        return routes

    def ticket_network(self, seat: Seat) -> dict[PlaceId, PlaceId]:
        """Return the places that `ticket_routes` touch, grouped by connection."""
        known = self.facts
        if ("network", seat) not in known:
            routes = self.board.routes_in(self.ticket_routes(seat).bits)
            known["network", seat] = graph.groups(routes)
        found: dict[PlaceId, PlaceId] = known["network", seat]
        return found

    def is_complete(self, seat: Seat, ticket: TicketId) -> bool:
        """Return whether routes that count for the seat join both places of a ticket (C22)."""
        return graph.joined(self.ticket_network(seat), self.board.ticket[ticket].ends)

    def complete_tickets(self, seat: Seat) -> list[TicketId]:
        """Return the tickets of a seat that are known and complete."""
        return [
            ticket
            for ticket in self.players[seat].tickets
            if ticket is not None and self.is_complete(seat, ticket)
        ]


@lru_cache(maxsize=1 << 10)
def _by_owner(owners: tuple[Seat | None, ...]) -> dict[Seat | None, RouteSet]:
    bits: defaultdict[Seat | None, int] = defaultdict(int)
    for index, owner in enumerate(owners):
        bits[owner] |= 1 << index
    return {owner: RouteSet(found) for owner, found in bits.items()}


@dataclass(frozen=True)
class State(Table):
    """The truth. Only the engine, the store and final replays may hold one."""


@dataclass(frozen=True)
class View(Table):
    """The table as one seat knows it. `fogline.core.view.view_of` makes it."""

    seat: Seat | None = None
    """Whose view this is; `None` is a spectator's."""

    @property
    def me(self) -> Player:
        """Return the viewer's own cards and tickets."""
        if self.seat is None:
            raise ValueError("a spectator has no cards of its own")
        return self.players[self.seat]
