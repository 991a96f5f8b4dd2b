"""The printed board: places, routes, tickets and points by length. Immutable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fogline.core.cards import Card
from fogline.core.route_set import RouteSet

PlaceId = str
RouteId = str
TicketId = str


@dataclass(frozen=True, slots=True)
class Place:
    """A location of San Francisco or a city of Old West."""

    id: PlaceId
    """The name in small letters and hyphens: `golden-gate-bridge`."""
    name: str
    """The name as printed."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two places. Parallel tracks are separate routes."""

    id: RouteId
    """`alcatraz/fort-mason`, with `#1`, `#2`, `#3` behind it where tracks lie in parallel."""
    index: int
    """Its position in `Board.routes`."""
    ends: tuple[PlaceId, PlaceId]
    """The two places, in the order of the board file."""
    length: int
    """How many spaces it has."""
    colour: Card | None
    """The colour of its spaces; `None` is gray."""
    ferries: int = 0
    """Wild cards this route demands."""
    twins: tuple[int, ...] = ()
    """The indices of the other tracks between the same two places."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two places to join, and what that is worth."""

    id: TicketId
    """`alcatraz/twin-peaks`."""
    ends: tuple[PlaceId, PlaceId]
    """The two places, in the order of the board file."""
    points: int
    """Won when the ticket is complete at the end, lost when it is not."""


@dataclass(frozen=True)
class Board:
    """A board as printed. `fogline.boards.read_board` reads one from a file and checks it."""

    id: str
    name: str
    places: tuple[Place, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    route_points: Mapping[int, int]
    """Points by length of route."""
    marks: Mapping[str, tuple[PlaceId, ...]] = field(default_factory=dict)
    """Places that a rule singles out, by the name of the mark."""
    route_marks: Mapping[str, tuple[RouteId, ...]] = field(default_factory=dict)
    """Routes that a rule singles out, by the name of the mark."""

    @cached_property
    def place(self) -> Mapping[PlaceId, Place]:
        """Return the places by id."""
        return {place.id: place for place in self.places}

    @cached_property
    def route(self) -> Mapping[RouteId, Route]:
        """Return the routes by id."""
        return {route.id: route for route in self.routes}

    @cached_property
    def ticket(self) -> Mapping[TicketId, Ticket]:
        """Return the tickets by id."""
        return {ticket.id: ticket for ticket in self.tickets}

    @cached_property
    def routes_at(self) -> Mapping[PlaceId, tuple[Route, ...]]:
        """Return the routes that touch each place."""
        return {
            place.id: tuple(route for route in self.routes if place.id in route.ends)
            for place in self.places
        }

    @cached_property
    def route_set_at(self) -> Mapping[PlaceId, RouteSet]:
        """Return the set of routes that touch each place."""
        return {
            place: RouteSet.of(route.index for route in routes)
            for place, routes in self.routes_at.items()
        }

    def touching(self, routes: RouteSet) -> RouteSet:
        """Return the routes that share a place with one of these."""
        return routes.union(self._touching)

    @cached_property
    def _touching(self) -> Sequence[RouteSet]:
        at = self.route_set_at
        return [at[route.ends[0]] | at[route.ends[1]] for route in self.routes]

    def beside(self, routes: RouteSet) -> RouteSet:
        """Return the other tracks between the same two places as one of these."""
        return (routes & self._parallel).union(self._beside)

    @cached_property
    def _beside(self) -> Sequence[RouteSet]:
        return [RouteSet.of(route.twins) for route in self.routes]

    @cached_property
    def _parallel(self) -> RouteSet:
        return RouteSet.of(route.index for route in self.routes if route.twins)

    @cached_property
    def neighbours(self) -> Mapping[PlaceId, tuple[tuple[int, PlaceId], ...]]:
        """Return for each place the indices of its routes, with the places they lead to."""
        return {
            place: tuple((route.index, route.ends[route.ends[0] == place]) for route in routes)
            for place, routes in self.routes_at.items()
        }

    @cached_property
    def path_costs(self) -> Sequence[int]:
        """Return the route lengths, each with a unique low bit, so that no two paths tie."""
        size = len(self.routes)
        return [route.length << size | 1 << route.index for route in self.routes]

    @cached_property
    def up_to(self) -> Sequence[RouteSet]:
        """Return the sets of routes with at most 0, 1, 2, … spaces."""
        return [
            RouteSet.of(route.index for route in self.routes if route.length <= spaces)
            for spaces in range(self.longest + 1)
        ]

    @cached_property
    def all_routes(self) -> RouteSet:
        """Return the set of all routes."""
        return self.up_to[-1]

    def routes_in(self, bits: int) -> list[Route]:
        """List the routes of a `RouteSet`, given its bits, in the order of the board."""
        by_bit, routes = self._route_by_bit, []
        while bits:
            lowest = bits & -bits
            routes.append(by_bit[lowest])
            bits ^= lowest
        return routes

    @cached_property
    def _route_by_bit(self) -> Mapping[int, Route]:
        return {1 << route.index: route for route in self.routes}

    @cached_property
    def longest(self) -> int:
        """Return the length of the longest route."""
        return max(route.length for route in self.routes)


def slug(name: str) -> str:
    """Turn a printed name into an id: `St. George` becomes `st-george`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
