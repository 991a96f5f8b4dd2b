"""City markers: start cities, controlled cities, and whom a route pays (OW3, OW5, OW6, OW7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import Board, PlaceId, RouteId
from fogline.core.cards import Cards
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.engine import place_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed, TurnEnded
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace, with_item
from fogline.core.messages import Action, Event, Seat, Shown
from fogline.core.payment import Price, every_payment, payments, refuse_payment
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import Part, State, Table, TableT, View
from fogline.core.text.words import Fact, Mark, Minor, Words
from fogline.rules.claiming import route_points
from fogline.rules.drawing import pay

CITY_HAS_MARKER = Refusal("city-has-marker", "There is a marker on that city already.")
CITY_OFF_ROUTE = Refusal(
    "city-off-route", "The marker must go on one of the two cities of the claimed route."
)


@dataclass(frozen=True)
class Markers(Part):
    """Where the markers are."""

    verb: ClassVar[str] = "city-markers"

    starts: Shown[tuple[PlaceId | None, ...]]
    """Each seat's start city."""
    cities: Shown[tuple[tuple[PlaceId, Seat], ...]] = ()
    """The controlled cities and who controls them, in the order of placing."""
    claimed: Shown[RouteId | None] = None
    """The route claimed this turn, while a marker may still be placed at one of its ends."""

    def controller(self, city: PlaceId) -> Seat | None:
        """Return who controls a city, or `None`."""
        for place, seat in self.cities:
            if place == city:
                return seat
        return None

    def cities_of(self, seat: Seat) -> list[PlaceId]:
        """Return the cities a seat controls, in the order of placing."""
        return [place for place, owner in self.cities if owner == seat]


@dataclass(frozen=True, slots=True)
class ChooseStartCity(Action):
    """Put the first marker on a start city."""

    verb: ClassVar[str] = "start-city"
    city: PlaceId


@dataclass(frozen=True, slots=True)
class PlaceMarker(Action):
    """Put a marker on a city of the route just claimed, for these cards."""

    verb: ClassVar[str] = "mark"
    city: PlaceId
    payment: Cards


@dataclass(frozen=True, slots=True)
class DeclineMarker(Action):
    """Put no marker."""

    verb: ClassVar[str] = "no-marker"


@dataclass(frozen=True, slots=True)
class StartCityChosen(Event):
    """A seat chose its start city."""

    verb: ClassVar[str] = "started"
    seat: Shown[Seat]
    city: Shown[PlaceId]


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """A seat put a marker on a city."""

    verb: ClassVar[str] = "marked"
    seat: Shown[Seat]
    city: Shown[PlaceId]
    payment: Shown[Cards]


@dataclass(frozen=True, slots=True)
class MarkerDeclined(Event):
    """A seat put no marker."""

    verb: ClassVar[str] = "marked-none"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class StartCity(Decision):
    """A seat chooses its start city."""


@dataclass(frozen=True, slots=True)
class MarkerOffer(Decision):
    """A seat that claimed a route may put a marker on one of its cities."""

    cities: tuple[PlaceId, ...]
    """Those that are free."""


@dataclass(frozen=True)
class CityMarkers(Rule):
    """A start city each, and markers bought with pairs of cards."""

    name: ClassVar[str] = "city-markers"
    words: ClassVar[Words] = Words(
        actions={
            ChooseStartCity: "Start in {city}",
            PlaceMarker: "Put a marker on {city} for {payment}",
            DeclineMarker: "Put no marker",
        },
        events={
            StartCityChosen: "{seat} will start in {city}.",
            MarkerPlaced: "{seat} put a marker on {city} for {payment}.",
            MarkerDeclined: Minor("{seat} put no marker."),
        },
        decisions={
            StartCity: "Which city will you start in? Your first route must touch it.",
            MarkerOffer: "Put a marker on a city of this route?",
        },
        things={
            "wild": ("locomotive", "locomotives"),
            "vehicle": ("train car", "train cars"),
            "place": ("city", "cities"),
        },
    )

    markers: int
    """The number of markers of each player, including the one on the start city."""
    cost: int = 2
    """Cards of one colour that a further marker costs."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that every player gets a start city, even if one place is closed."""
        if len(board.places) <= most_seats:
            yield f"{len(board.places)} places are too few for {most_seats} start cities"
        if self.markers < 1 or self.cost < 0:
            yield "every player needs a marker to start with, and none can cost less than nothing"

    def lay_out(self, table: TableT) -> TableT:
        """Add markers, none of them placed."""
        return table.with_part(Markers((None,) * len(table.players)))

    def violations(self, table: Table) -> Iterable[str]:
        """Check that the cities, the seats and the route exist."""
        markers = table.part(Markers)
        cities = [*markers.starts, *(city for city, _ in markers.cities)]
        if len(markers.starts) != len(table.players):
            yield "there is not one start city for each player"
        elif any(city is not None and city not in table.board.place for city in cities):
            yield "there is a marker on a city that the board does not have"
        elif any(seat not in table.seats for _, seat in markers.cities):
            yield "there is a marker of an unknown seat"
        elif markers.claimed is not None and markers.claimed not in table.board.route:
            yield "the route claimed this turn is not on the board"

    def decision(self, table: Table) -> Decision | None:
        """Ask for start cities, last player first (OW3); after a claim, offer a marker (OW5)."""
        markers = table.part(Markers)
        if table.turn is None:
            waiting = (seat for seat in reversed(table.turn_order) if markers.starts[seat] is None)
            seat = next(waiting, None)
            return None if seat is None else StartCity((seat,))
        cities = self._free_cities(table, markers)
        # Whether a seat can pay is a secret, so only the size of its hand counts here.
        if not cities or table.players[table.turn].hand.total < self.cost:
            return None
        return MarkerOffer((table.turn,), cities)

    def _free_cities(self, table: Table, markers: Markers) -> tuple[PlaceId, ...]:
        if markers.claimed is None or table.turn is None:
            return ()
        if len(markers.cities_of(table.turn)) >= self.markers:
            return ()
        ends = table.board.route[markers.claimed].ends
        return tuple(city for city in ends if place_refusal(table, city, PlaceMarker) is None)

    def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
        """Refuse a second marker in a city (OW3)."""
        if kind not in (ChooseStartCity, PlaceMarker):
            return None
        return CITY_HAS_MARKER if table.part(Markers).controller(place) is not None else None

    @property
    def _price(self) -> Price:
        return Price(self.cost)

    @offers(StartCity)
    def starts(self, view: View, decision: StartCity) -> Iterable[Action]:
        """Offer every free city."""
        for place in view.board.places:
            if place_refusal(view, place.id, ChooseStartCity) is None:
                yield ChooseStartCity(place.id)

    @offers(MarkerOffer)
    def markers_to_buy(self, view: View, decision: MarkerOffer) -> Iterable[Action]:
        """Offer to decline, and every free city with every legal payment."""
        yield DeclineMarker()
        all_payments = payments(self._price, view.me.hand)
        for city in decision.cities:
            for payment in all_payments:
                yield PlaceMarker(city, payment)

    @refuses(ChooseStartCity)
    def why_not_start(
        self, view: View, decision: StartCity, action: ChooseStartCity
    ) -> Refusal | None:
        """Refuse a city that is unknown or taken."""
        if action.city not in view.board.place:
            return Refusal.UNKNOWN_PLACE
        return place_refusal(view, action.city, ChooseStartCity)

    @refuses(PlaceMarker)
    def why_not_mark(
        self, view: View, decision: MarkerOffer, action: PlaceMarker
    ) -> Refusal | None:
        """Refuse a city that is unknown, taken or elsewhere, and a payment that does not fit."""
        if action.city not in view.board.place:
            return Refusal.UNKNOWN_PLACE
        if action.city not in decision.cities:
            return place_refusal(view, action.city, PlaceMarker) or CITY_OFF_ROUTE
        return refuse_payment(self._price, view.me.hand, action.payment)

    @plays(ChooseStartCity, at=StartCity)
    def choose_start(
        self, state: State, seat: Seat, action: ChooseStartCity, dice: Dice
    ) -> Iterable[Event]:
        """Place the first marker."""
        yield StartCityChosen(seat, action.city)

    @plays(PlaceMarker, at=MarkerOffer)
    def mark(self, state: State, seat: Seat, action: PlaceMarker, dice: Dice) -> Iterable[Event]:
        """Place a marker."""
        yield MarkerPlaced(seat, action.city, action.payment)

    @plays(DeclineMarker, at=MarkerOffer)
    def decline(
        self, state: State, seat: Seat, action: DeclineMarker, dice: Dice
    ) -> Iterable[Event]:
        """Decline to place a marker."""
        yield MarkerDeclined(seat)

    def summary(self, table: Table) -> Iterable[Fact]:
        """Name the cities that each seat controls."""
        markers = table.part(Markers)
        for seat in table.seats:
            cities = [*markers.cities_of(seat)]
            names = ", ".join(table.board.place[city].name for city in cities)
            yield Fact("markers", names, seat, tuple(Mark(city) for city in cities))

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List all start cities, all markers with all payments, and declining."""
        for place in game.board.places:
            yield ChooseStartCity(place.id)
        yield DeclineMarker()
        all_payments = every_payment(self._price)
        for place in game.board.places:
            for payment in all_payments:
                yield PlaceMarker(place.id, payment)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode who controls what, and which route was claimed just now."""
        markers, around, places = view.part(Markers), from_viewer(view), list(view.board.place)
        cities = [int(markers.controller(place) == seat) for seat in around for place in places]
        shape = (len(around), len(places))
        yield Feature("cities", cities, shape, 0, 1, "cities that each player controls")
        claimed = markers.claimed
        ends = (None, None) if claimed is None else view.board.route[claimed].ends
        joined = [int(place == end) for end in ends for place in places]
        meaning = "the two ends of the route just claimed, in their order"
        yield Feature("claimed", joined, (2, len(places)), 0, 1, meaning)

    @changes(StartCityChosen)
    def start(self, table: TableT, event: StartCityChosen) -> TableT:
        """Place the first marker."""
        markers = table.part(Markers)
        starts = with_item(markers.starts, event.seat, event.city)
        cities = (*markers.cities, (event.city, event.seat))
        return table.with_part(replace(markers, starts=starts, cities=cities))

    @changes(RouteClaimed)
    def open_offer(self, table: TableT, event: RouteClaimed) -> TableT:
        """Note the claimed route, so that a marker may be placed."""
        return table.with_part(replace(table.part(Markers), claimed=event.route))

    @changes(MarkerPlaced)
    def place(self, table: TableT, event: MarkerPlaced) -> TableT:
        """Pay for a marker, and place it."""
        markers = table.part(Markers)
        cities = (*markers.cities, (event.city, event.seat))
        paid = pay(table, event.seat, event.payment)
        return paid.with_part(replace(markers, cities=cities, claimed=None))

    @changes(MarkerDeclined, TurnEnded)
    def close_offer(self, table: TableT, event: MarkerDeclined | TurnEnded) -> TableT:
        """End the offer of a marker."""
        markers = table.part(Markers)
        return table.with_part(replace(markers, claimed=None)) if markers.claimed else table


@dataclass(frozen=True)
class ControllerScores(Rule):
    """The markers on its two cities decide whom a claimed route pays (OW6, OW7)."""

    name: ClassVar[str] = "controller-scores"
    needs: ClassVar[tuple[str, ...]] = ("city-markers",)
    words: ClassVar[Words] = Words(categories={Category.ROUTES: "routes"})

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Pay each controller, or the builder where nobody controls anything."""
        points = route_points(table, claim)
        markers = table.part(Markers)
        ends = table.board.route[claim.route].ends
        controllers = [seat for end in ends if (seat := markers.controller(end)) is not None]
        for seat in controllers or [claim.seat]:
            yield PointsScored(seat, points, Category.ROUTES)
