"""The positions of everything: places, labels, and the spaces of every track."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from fogline.core.board import Board, PlaceId, Route, RouteId
from fogline.picture.geometry import Box, Curve, Point, bar, disc
from fogline.picture.lettering import text_width

WINDS = (
    "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw",
    "w", "wnw", "nw", "nnw", "n", "nne", "ne", "ene",
)  # fmt: skip
"""The directions of labels, clockwise from the east."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a picture, in board units."""

    canvas: tuple[float, float] = (1600.0, 1200.0)
    """Width and height of the whole sheet."""
    band: float = 128.0
    """Height of the strip at the foot that holds title, scores and legend."""
    margin: float = 44.0
    """Empty paper around the map."""
    space: tuple[float, float] = (44.0, 16.0)
    """Length and width of every space."""
    radius: float = 12.0
    """The radius of the button of a place."""
    text: float = 17.0
    """The font size of the labels."""

    @property
    def gap(self) -> float:
        """Return the smallest gap between two spaces of a track."""
        return 0.09 * self.space[0]

    @property
    def widest_gap(self) -> float:
        """Return the gap beyond which a long track leaves room at its ends instead."""
        return 0.2 * self.space[0]

    @property
    def lane(self) -> float:
        """Return the distance between the middles of two parallel tracks."""
        return self.space[1] * 1.17

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the map."""
        width, height = self.canvas
        return self.margin, self.margin, width - self.margin, height - self.band - self.margin

    def shortest(self, length: int) -> float:
        """Return the least distance of two places that a route of `length` spaces connects."""
        along = length * self.space[0] + (length - 1) * self.gap
        return along + 2 * (self.radius + self.gap)


@dataclass(frozen=True, slots=True)
class PlaceLabel:
    """The label of a place: its direction and its lines."""

    wind: str
    lines: tuple[str, ...]
    shift: Point = (0.0, 0.0)
    """A manual correction of the position."""


@dataclass(frozen=True, slots=True)
class Connection:
    """All tracks between the same two places."""

    id: str
    """`alcatraz/fort-mason`."""
    ends: tuple[PlaceId, PlaceId]
    routes: tuple[Route, ...]

    @property
    def length(self) -> int:
        """Return the number of spaces on the longest of its tracks."""
        return max(route.length for route in self.routes)


def connections(board: Board) -> tuple[Connection, ...]:
    """Group the tracks of a board by the two places they join."""
    groups: dict[frozenset[PlaceId], list[Route]] = {}
    for route in board.routes:
        groups.setdefault(frozenset(route.ends), []).append(route)
    return tuple(
        Connection(routes[0].id.partition("#")[0], routes[0].ends, tuple(routes))
        for routes in groups.values()
    )


@dataclass(frozen=True, slots=True)
class Web:
    """A board's places and connections by number, for the optimiser."""

    ids: tuple[PlaceId, ...]
    names: tuple[str, ...]
    connections: tuple[Connection, ...]
    joins: tuple[tuple[int, int], ...]
    """The numbers of the two places of each connection."""

    @classmethod
    def of(cls, board: Board) -> Web:
        """Number the places of a board and its connections."""
        number = {place.id: k for k, place in enumerate(board.places)}
        groups = connections(board)
        return cls(
            tuple(number),
            tuple(place.name for place in board.places),
            groups,
            tuple((number[group.ends[0]], number[group.ends[1]]) for group in groups),
        )


def label_box(at: Point, label: PlaceLabel, measures: Measures) -> Box:
    """Make the rectangle a label fills when its place stands at `at`."""
    half_x = max(text_width(line, measures.text) for line in label.lines) / 2 + 1
    half_y = measures.text * (0.5 * len(label.lines) + 0.02)
    angle = WINDS.index(label.wind) * math.tau / len(WINDS)
    dx, dy = math.cos(angle), math.sin(angle)
    clear = measures.radius + 0.22 * measures.text
    # Slide outwards along the wind until the disc of the place touches the rectangle.
    far = clear + half_x + half_y
    near = 0.0
    for _ in range(24):
        middle = (near + far) / 2
        apart = math.hypot(max(abs(dx * middle) - half_x, 0.0), max(abs(dy * middle) - half_y, 0.0))
        near, far = (middle, far) if apart < clear else (near, middle)
    x, y = at[0] + dx * far + label.shift[0], at[1] + dy * far + label.shift[1]
    return Box(x, y, 1.0, 0.0, half_x, half_y)


def track_boxes(curve: Curve, route: Route, lane: float, measures: Measures) -> Iterator[Box]:
    """Yield the spaces of one track, `lane` units to the side of its connection's curve."""
    length, width = measures.space
    count = route.length
    free = curve.length - 2 * measures.radius - count * length
    gap = min(max(0.6 * free / (count + 1), measures.gap), measures.widest_gap)
    distance = (curve.length - (count - 1) * (length + gap)) / 2
    for _ in range(count):
        t = curve.parameter(min(max(distance, 0.0), curve.length))
        x, y = curve.point(t)
        ux, uy = curve.direction(t)
        yield Box(x - uy * lane, y + ux * lane, ux, uy, length / 2, width / 2)
        distance += length + gap


@dataclass(frozen=True)
class BoardLayout:
    """A finished arrangement of one board."""

    board: Board
    measures: Measures
    at: Mapping[PlaceId, Point]
    """The middle of each place."""
    labels: Mapping[PlaceId, PlaceLabel]
    bends: Mapping[str, float]
    """By connection: how far its middle is from the straight line."""

    @cached_property
    def connections(self) -> tuple[Connection, ...]:
        """Return the tracks, grouped by the two places they join."""
        return connections(self.board)

    def curve(self, connection: Connection) -> Curve:
        """Trace the middle line of a connection."""
        start, end = connection.ends
        return Curve(self.at[start], self.at[end], self.bends.get(connection.id, 0.0))

    @cached_property
    def spaces(self) -> Mapping[RouteId, tuple[Box, ...]]:
        """Return every space of every route, from its first end to its second."""
        found: dict[RouteId, tuple[Box, ...]] = {}
        for connection in self.connections:
            curve = self.curve(connection)
            for route, lane in lanes(connection, self.measures):
                boxes = tuple(track_boxes(curve, route, lane, self.measures))
                found[route.id] = boxes if route.ends == connection.ends else boxes[::-1]
        return {route.id: found[route.id] for route in self.board.routes}

    def rails(self, route: Route) -> tuple[Box, Box]:
        """Make the two lines that connect a track's outer spaces to its places."""
        boxes = self.spaces[route.id]
        first, last = route.ends
        return (
            bar(self.at[first], (boxes[0].x, boxes[0].y), 2.0),
            bar((boxes[-1].x, boxes[-1].y), self.at[last], 2.0),
        )

    def label(self, place: PlaceId) -> Box:
        """Make the rectangle of a place's label."""
        return label_box(self.at[place], self.labels[place], self.measures)

    def button(self, place: PlaceId) -> Box:
        """Make the disc of a place."""
        return disc(self.at[place], self.measures.radius)


def lanes(connection: Connection, measures: Measures) -> Iterator[tuple[Route, float]]:
    """Yield each track of a connection with its distance from the middle line."""
    middle = (len(connection.routes) - 1) / 2
    for position, route in enumerate(connection.routes):
        yield route, (position - middle) * measures.lane
