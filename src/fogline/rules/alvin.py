"""Alvin the Alien, a variant of Old West (AL1 to AL5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import Board, PlaceId
from fogline.core.chance import Dice
from fogline.core.decisions import Decision
from fogline.core.definition import GameDefinition
from fogline.core.events import PointsScored, RouteClaimed
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace
from fogline.core.messages import Action, Event, Seat, Shown
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import Part, State, Table, TableT, View
from fogline.core.text.words import Fact, Mark, Words
from fogline.rules.city_markers import ChooseStartCity, Markers, PlaceMarker

ALVIN_POINTS = "alvin"
"""The category of points for Alvin."""
ALVINS_HOME = Refusal("alvins-home", "This is where Alvin starts; nobody may put a marker here.")
CITY_NOT_YOURS = Refusal("city-not-yours", "Alvin can only move to a city that you control.")


@dataclass(frozen=True)
class Alvin(Part):
    """Where Alvin is, and who has him."""

    verb: ClassVar[str] = "alvin"

    city: Shown[PlaceId]
    """Where he is."""
    holder: Shown[Seat | None] = None
    """Who captured him last."""
    moving: Shown[bool] = False
    """Whether the holder has yet to move him to a city that it controls."""


@dataclass(frozen=True, slots=True)
class MoveAlvin(Action):
    """Take Alvin to a city that one controls."""

    verb: ClassVar[str] = "move-alvin"
    city: PlaceId


@dataclass(frozen=True, slots=True)
class AlvinCaptured(Event):
    """A seat captured Alvin."""

    verb: ClassVar[str] = "captured-alvin"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class AlvinMoved(Event):
    """A seat took Alvin to one of its cities."""

    verb: ClassVar[str] = "moved-alvin"
    seat: Shown[Seat]
    city: Shown[PlaceId]


@dataclass(frozen=True, slots=True)
class AlvinsMove(Decision):
    """The seat that captured Alvin chooses the city to take him to."""

    cities: tuple[PlaceId, ...]
    """Those it controls."""


@dataclass(frozen=True)
class AlvinTheAlien(Rule):
    """Points for catching Alvin, and for having him at the end."""

    name: ClassVar[str] = "alvin"
    needs: ClassVar[tuple[str, ...]] = ("city-markers",)
    words: ClassVar[Words] = Words(
        actions={MoveAlvin: "Move Alvin to {city}"},
        events={
            AlvinCaptured: "{seat} captured Alvin.",
            AlvinMoved: "{seat} took Alvin to {city}.",
        },
        decisions={AlvinsMove: "Where do you take Alvin?"},
        categories={ALVIN_POINTS: "Alvin"},
        notes={AlvinCaptured: "captures Alvin"},
    )

    points: int
    """What a capture scores, and having him at the end scores again."""
    home: str = "alvin"
    """The mark of the board on the place where he starts."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that Alvin has exactly one place to start from, and players have other cities."""
        if len(board.marks.get(self.home, ())) != 1:
            yield f"the board must mark exactly one place as {self.home!r}"
        if len(board.places) - 1 < most_seats:
            yield "there are too few other places to start from"

    def _home(self, board: Board) -> PlaceId:
        return board.marks[self.home][0]

    def lay_out(self, table: TableT) -> TableT:
        """Place Alvin on his home (AL1)."""
        return table.with_part(Alvin(self._home(table.board)))

    def violations(self, table: Table) -> Iterable[str]:
        """Check that Alvin is in a city, and that his holder is a seat or nobody."""
        alvin = table.part(Alvin)
        if alvin.city not in table.board.place:
            yield "Alvin is in a city that the board does not have"
        if alvin.holder is not None and alvin.holder not in table.seats:
            yield "an unknown seat has Alvin"

    def bar_place(self, table: Table, place: PlaceId, kind: type[Action]) -> Refusal | None:
        """Refuse to start or place a marker at his home (AL1)."""
        barred = kind in (ChooseStartCity, PlaceMarker) and place == self._home(table.board)
        return ALVINS_HOME if barred else None

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Capture Alvin when a route reaches him, unless the seat holds him already (AL2, AL3)."""
        alvin = table.part(Alvin)
        if alvin.city in table.board.route[claim.route].ends and alvin.holder != claim.seat:
            yield AlvinCaptured(claim.seat)
            yield PointsScored(claim.seat, self.points, ALVIN_POINTS)

    def decision(self, table: Table) -> Decision | None:
        """Ask the captor where to take him."""
        alvin = table.part(Alvin)
        if not alvin.moving or alvin.holder is None:
            return None
        return AlvinsMove((alvin.holder,), tuple(table.part(Markers).cities_of(alvin.holder)))

    @offers(AlvinsMove)
    def moves(self, view: View, decision: AlvinsMove) -> Iterable[Action]:
        """Offer every city the captor controls (AL2)."""
        return [MoveAlvin(city) for city in decision.cities]

    @refuses(MoveAlvin)
    def why_not(self, view: View, decision: AlvinsMove, action: MoveAlvin) -> Refusal | None:
        """Refuse a city that the captor does not control."""
        if action.city not in view.board.place:
            return Refusal.UNKNOWN_PLACE
        return None if action.city in decision.cities else CITY_NOT_YOURS

    @plays(MoveAlvin, at=AlvinsMove)
    def move(self, state: State, seat: Seat, action: MoveAlvin, dice: Dice) -> Iterable[Event]:
        """Move him."""
        yield AlvinMoved(seat, action.city)

    def final(self, state: State) -> Iterable[Event]:
        """Score for having him at the end (AL5)."""
        holder = state.part(Alvin).holder
        if holder is not None:
            yield PointsScored(holder, self.points, ALVIN_POINTS)

    def summary(self, table: Table) -> Iterable[Fact]:
        """Describe where he is, and who has him."""
        alvin = table.part(Alvin)
        name = table.board.place[alvin.city].name
        yield Fact("Alvin", f"in {name}", marks=(Mark(alvin.city, "alvin"),))
        for seat in table.seats:
            yield Fact("Alvin", "here" if seat == alvin.holder else "", seat)

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List his moves to all cities."""
        return (MoveAlvin(place.id) for place in game.board.places)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode where he is, and who has him."""
        alvin, around = view.part(Alvin), from_viewer(view)
        here = [int(place == alvin.city) for place in view.board.place]
        yield Feature("alvin", here, (len(here),), 0, 1, "the city where Alvin is")
        holder = [int(seat == alvin.holder) for seat in around]
        yield Feature("alvin_holder", holder, (len(around),), 0, 1, "the player who has Alvin")

    @changes(AlvinCaptured)
    def captured(self, table: TableT, event: AlvinCaptured) -> TableT:
        """Record his captor, who must then move him."""
        return table.with_part(replace(table.part(Alvin), holder=event.seat, moving=True))

    @changes(AlvinMoved)
    def moved(self, table: TableT, event: AlvinMoved) -> TableT:
        """Put him where he was taken."""
        return table.with_part(replace(table.part(Alvin), city=event.city, moving=False))
