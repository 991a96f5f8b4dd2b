"""A rule of one's own: the harbour cat, who likes trams.

The cat starts on a doorstep that chance chooses. Whoever claims a route from the place where she is
gives her a ride to the other end, for two points. At the end she moves in with whom she rode last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.plugin import (
    Board,
    Dice,
    Event,
    Fact,
    Feature,
    Part,
    PlaceId,
    PointsScored,
    RouteClaimed,
    Rule,
    Seat,
    Shown,
    State,
    Table,
    TableT,
    View,
    Words,
    changes,
    from_viewer,
    pick,
)

CAT_POINTS = "cat"
"""The category of points for the cat."""


# A rule's own slice of the table. Everybody may see all of it: that is what Shown says.
@dataclass(frozen=True)
class Cat(Part):
    """Where the cat is, and whom she likes best."""

    verb: ClassVar[str] = "cat"
    place: Shown[PlaceId | None] = None
    friend: Shown[Seat | None] = None


# What can happen to her. Events are facts: they say what chance gave, so a replay needs no dice.
@dataclass(frozen=True, slots=True)
class CatSeen(Event):
    """The cat was seen somewhere, on the first morning."""

    verb: ClassVar[str] = "cat-seen"
    place: Shown[PlaceId]


@dataclass(frozen=True, slots=True)
class CatRode(Event):
    """The cat took a seat's tram."""

    verb: ClassVar[str] = "cat-rode"
    seat: Shown[Seat]
    to: Shown[PlaceId]


# The rule itself. Its fields are the numbers that a board file may set in [rules.harbour-cat].
@dataclass(frozen=True)
class HarbourCat(Rule):
    """Points for giving the cat a ride, and for being her last friend."""

    name: ClassVar[str] = "harbour-cat"
    words: ClassVar[Words] = Words(
        events={
            CatSeen: "The cat was seen at {place}.",
            CatRode: "{seat} gave the cat a ride to {to}.",
        },
        categories={CAT_POINTS: "the cat"},
        notes={CatRode: "takes the cat along"},
        translations={
            "de": Words(
                events={
                    CatSeen: "Die Katze wurde gesehen: {place}.",
                    CatRode: "Die Katze fuhr mit {seat}: {to}.",
                },
                categories={CAT_POINTS: "die Katze"},
            )
        },
    )

    ride: int = 2
    """Points for a ride."""
    home: int = 5
    """Points at the end, for whom she rode with last."""
    doors: str = "cat-doors"
    """The mark of the board on the places where she may start."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Say what is missing on a board; `fogline board check` shows it."""
        if not board.marks.get(self.doors):
            yield f"the board must mark a place as {self.doors!r}"

    def lay_out(self, table: TableT) -> TableT:
        """Put the slice on the empty table."""
        return table.with_part(Cat())

    def set_up(self, state: State, dice: Dice) -> Iterable[Event]:
        """Let chance choose her doorstep."""
        yield CatSeen(pick(dice, state.board.marks[self.doors]))

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Take her along, if she is at one end of the route."""
        ends = table.board.route[claim.route].ends
        cat = table.part(Cat)
        if cat.place in ends:
            yield CatRode(claim.seat, ends[1] if cat.place == ends[0] else ends[0])
            yield PointsScored(claim.seat, self.ride, CAT_POINTS)

    def final(self, state: State) -> Iterable[Event]:
        """Let her move in with her last friend."""
        friend = state.part(Cat).friend
        if friend is not None:
            yield PointsScored(friend, self.home, CAT_POINTS)

    def summary(self, table: Table) -> Iterable[Fact]:
        """Say where she is, and whose friend she is, for a text screen."""
        cat = table.part(Cat)
        if cat.place is not None:
            yield Fact("Cat", f"at {table.board.place[cat.place].name}")
        for seat in table.seats:
            yield Fact("cat", "purrs" if seat == cat.friend else "", seat)

    def observe(self, view: View) -> Iterable[Feature]:
        """Say the same in numbers, for learning programs."""
        cat = view.part(Cat)
        here = [int(place == cat.place) for place in view.board.place]
        yield Feature("cat", here, (len(here),), 0, 1, "the place where the cat is")
        last = [int(seat == cat.friend) for seat in from_viewer(view)]
        yield Feature("cat_friend", last, (len(last),), 0, 1, "the player she rode with last")

    @changes(CatSeen)
    def seen(self, table: TableT, event: CatSeen) -> TableT:
        """Put the cat where it was seen."""
        return table.with_part(Cat(event.place))

    @changes(CatRode)
    def rode(self, table: TableT, event: CatRode) -> TableT:
        """Take the cat along, as a friend of the seat."""
        return table.with_part(Cat(event.to, friend=event.seat))
