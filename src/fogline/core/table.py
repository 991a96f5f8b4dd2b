"""The table: everything on it, as far as it is known.

`State` is the truth, in which nothing is hidden. `View` is the same table as one seat knows it:
cards and tickets it may not see are only counted. One fold serves both, so a view can be kept up
to date from what its seat is told, and can never hold more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from fogline.core import graph
from fogline.core.board import Board, PlaceId, Route, TicketId
from fogline.core.cards import Card, Cards
from fogline.core.memory import Frozen, Recall, replace, with_item
from fogline.core.messages import Seat, register
from fogline.core.route_set import RouteSet

if TYPE_CHECKING:
    from fogline.core.definition import GameDefinition

PartT = TypeVar("PartT", bound="Part")
TableT = TypeVar("TableT", bound="Table")
T = TypeVar("T")


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
    layer, sampled when drawn; a ticket returned to the bottom is a layer of its own.
    """

    faces: tuple[TicketId | None, ...]
    """The tickets, sorted; in a view, `None` first for each that the viewer does not know."""
    known: tuple[tuple[TicketId, Seat], ...] = ()
    """Tickets in it, each with the seat that put it there and so still knows of it, sorted."""


@dataclass(frozen=True)
class Player(Frozen):
    """What lies in front of one seat and in its hand."""

    # Not a default: Python finds a field faster if its class has no object of that name.
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
    """That choice, until all have chosen; `None` to others."""
    revealed: bool = False
    """Whether the tickets lie open for final scoring."""
    vehicles: int = 0
    """Cable cars or train cars left."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Points scored so far, by category."""

    @property
    def score(self) -> int:
        """All points so far."""
        return sum(self.points.values())


@dataclass(frozen=True)
class Table(Frozen):
    """Everything on the table. Made by `fogline.core.engine`; changed by nobody."""

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
    """Turns to come once the last round was called."""
    ended: EndReason | None = None

    @property
    def board(self) -> Board:
        """The board this game is played on."""
        return self.game.board

    @property
    def seats(self) -> range:
        """All seats."""
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
        """The seats from the start player on, clockwise; from 0 on while it is not known."""
        first = self.first or 0
        return (*range(first, len(self.players)), *range(first))

    def seat_of_turn(self, turn: int) -> Seat:
        """Whose turn it is after so many others."""
        return ((self.first or 0) + turn) % len(self.players)

    @property
    def holdings(self) -> Holdings:
        """Who owns which routes, as sets; a state and its views share it."""
        own = self.__dict__
        known: Holdings | None = own.get("_holdings")
        if known is None or known.owners is not own["owners"]:
            known = own["_holdings"] = Holdings.of(self.owners, len(self.players))
        return known

    def share(self, holdings: Holdings) -> None:
        """Share what is known about the owners of routes."""
        self.__dict__["_holdings"] = holdings

    @property
    def unowned(self) -> RouteSet:
        """The routes that nobody owns."""
        return self.holdings.unowned

    def routes_of(self, seat: Seat) -> list[Route]:
        """The routes a seat owns."""
        routes = self.board.routes
        return [routes[index] for index in self.holdings.by_seat[seat].routes]

    def network(self, seat: Seat) -> dict[PlaceId, PlaceId]:
        """The places a seat's routes touch, grouped by what is joined."""
        return self.holdings.by_seat[seat].recall("network", _network, self.board)

    def routes_at_network(self, seat: Seat) -> RouteSet:
        """The routes that touch a seat's network."""
        return RouteSet(self.holdings.by_seat[seat].union("touching", self.game.board.touching))

    def is_complete(self, seat: Seat, ticket: TicketId) -> bool:
        """Whether the seat's own routes join the two places of a ticket (C22)."""
        return graph.joined(self.network(seat), self.board.ticket[ticket].ends)

    def complete_tickets(self, seat: Seat) -> list[TicketId]:
        """The tickets of a seat that are known and complete."""
        return [
            ticket
            for ticket in self.players[seat].tickets
            if ticket is not None and self.is_complete(seat, ticket)
        ]


class Holding:
    """The routes of one seat, and what was computed from them."""

    __slots__ = ("_known", "_unions", "routes")

    def __init__(self, routes: RouteSet) -> None:
        self.routes = routes
        self._known: dict[str, Any] = {}
        self._unions: dict[str, tuple[Sequence[int], int]] = {}

    def recall(self, name: str, compute: Callable[[RouteSet, Board], T], board: Board) -> T:
        """Return `compute(routes, board)`, for which the name stands, unless it is known."""
        if name not in self._known:
            self._known[name] = compute(self.routes, board)
        found: T = self._known[name]
        return found

    def union(self, name: str, sets: Sequence[int]) -> int:
        """Unite sets, as bits: one for each route of the board, of which those held here count."""
        known = self._unions.get(name)
        if known is None:
            bits = 0
            for index in self.routes:
                bits |= sets[index]
            known = self._unions[name] = (sets, bits)
        return known[1]

    def with_route(self, index: int) -> Holding:
        """Add a route."""
        richer = Holding(RouteSet(self.routes.bits | 1 << index))
        for name, (sets, bits) in self._unions.items():
            richer._unions[name] = (sets, bits | sets[index])
        return richer


class Holdings:
    """Who owns which routes, as sets."""

    __slots__ = ("by_seat", "owners", "unowned")

    def __init__(
        self, owners: tuple[Seat | None, ...], by_seat: tuple[Holding, ...], unowned: RouteSet
    ) -> None:
        self.owners = owners
        self.by_seat = by_seat
        self.unowned = unowned

    @classmethod
    def of(cls, owners: tuple[Seat | None, ...], seats: int) -> Holdings:
        """Sort all routes by their owners."""
        bits: defaultdict[Seat | None, int] = defaultdict(int)
        for index, owner in enumerate(owners):
            bits[owner] |= 1 << index
        by_seat = [Holding(RouteSet(bits[seat])) for seat in range(seats)]
        return cls(owners, tuple(by_seat), RouteSet(bits[None]))

    def with_route(self, seat: Seat, index: int) -> Holdings:
        """Give a route that was nobody's to a seat."""
        return Holdings(
            with_item(self.owners, index, seat),
            with_item(self.by_seat, seat, self.by_seat[seat].with_route(index)),
            RouteSet(self.unowned.bits & ~(1 << index)),
        )


def _network(own: RouteSet, board: Board) -> dict[PlaceId, PlaceId]:
    return graph.groups([board.routes[index] for index in own])


@dataclass(frozen=True)
class State(Table):
    """The truth. Only the engine, the store and final replays may hold one."""

    @property
    def secret(self) -> Recall:
        """What was computed from the truth, for the states that follow."""
        own = self.__dict__
        recall: Recall | None = own.get("_secret")
        if recall is None:
            recall = own["_secret"] = Recall()
        return recall


@dataclass(frozen=True)
class View(Table):
    """The table as one seat knows it. `fogline.core.view.view_of` makes it."""

    seat: Seat | None = None
    """Whose view this is; `None` is a spectator's."""

    @property
    def me(self) -> Player:
        """The viewer's own cards and tickets."""
        if self.seat is None:
            raise ValueError("a spectator has no cards of its own")
        return self.players[self.seat]
