"""Finds overlaps in a layout: of spaces, places, labels, tracks and the edge of the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from fogline.core.board import PlaceId
from fogline.picture.geometry import Box, Curve, Point, depth
from fogline.picture.map_layout import BoardLayout, Connection


class Kind(StrEnum):
    """The kinds of things that take up room."""

    SPACE = "space"
    RAIL = "rail"
    """The thin line between a place and the first space of a track."""
    PLACE = "place"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Solid:
    """Something that takes up room."""

    kind: Kind
    name: str
    """The id of its place or route."""
    box: Box
    ends: frozenset[PlaceId]
    """The places it belongs to."""


@dataclass(frozen=True, slots=True)
class Collision:
    """Two things that overlap."""

    kinds: str
    """`space/label`, for example; `track/track` is a crossing, `label/edge` leaves the map."""
    first: str
    second: str
    depth: float
    """How far one of them would have to move."""

    def __str__(self) -> str:
        return f"{self.kinds}: {self.first} and {self.second} by {self.depth:.1f}"


def may_touch(a: Solid, b: Solid) -> bool:
    """Return whether two things may overlap because they belong together."""
    kinds = {a.kind, b.kind}
    if kinds == {Kind.RAIL, Kind.SPACE} and a.ends == b.ends:
        # The outer lines of a connection may brush the inner spaces as they run together.
        return True
    if kinds <= {Kind.RAIL, Kind.PLACE} and Kind.RAIL in kinds:
        return bool(a.ends & b.ends)
    return kinds == {Kind.PLACE, Kind.LABEL} and a.name == b.name


def solids(layout: BoardLayout) -> Iterator[Solid]:
    """Yield everything that takes up room."""
    for place in layout.board.places:
        own = frozenset((place.id,))
        yield Solid(Kind.PLACE, place.id, layout.button(place.id), own)
        yield Solid(Kind.LABEL, place.id, layout.label(place.id), own)
    for route in layout.board.routes:
        ends = frozenset(route.ends)
        for box in layout.spaces[route.id]:
            yield Solid(Kind.SPACE, route.id, box, ends)
        for box in layout.rails(route):
            yield Solid(Kind.RAIL, route.id, box, ends)


def collisions(layout: BoardLayout, clearance: float = 0.0) -> list[Collision]:
    """List everything that overlaps, or comes nearer than `clearance`; empty for a good layout."""
    found: list[Collision] = []
    everything = list(solids(layout))
    for a, b in combinations(everything, 2):
        near = a.box.reach + b.box.reach + clearance
        if abs(a.box.x - b.box.x) > near or abs(a.box.y - b.box.y) > near or may_touch(a, b):
            continue
        deep = depth(a.box, b.box) + _allowance(a, b, clearance)
        if deep > 1e-6:
            found.append(Collision(f"{a.kind}/{b.kind}", a.name, b.name, deep))
    for solid in everything:
        over = outside(solid.box, layout.measures.frame)
        if over > 0:
            found.append(Collision(f"{solid.kind}/edge", solid.name, "edge", over))
    curves = [(connection, layout.curve(connection)) for connection in layout.connections]
    for (one, curve), (other, other_curve) in combinations(curves, 2):
        if crossing(one, curve, other, other_curve):
            found.append(Collision("track/track", one.id, other.id, 1.0))
    return found


def _allowance(a: Solid, b: Solid, clearance: float) -> float:
    """Return the required clearance: none between the spaces and places of one connection."""
    return 0.0 if a.name == b.name or a.ends == b.ends else clearance


def outside(box: Box, frame: tuple[float, float, float, float]) -> float:
    """Measure how far a box sticks out of the map."""
    left, top, right, bottom = frame
    ux, uy = abs(box.ux), abs(box.uy)
    half_x = ux * box.half_length + uy * box.half_width + box.round
    half_y = uy * box.half_length + ux * box.half_width + box.round
    return max(
        left - box.x + half_x,
        box.x + half_x - right,
        top - box.y + half_y,
        box.y + half_y - bottom,
        0.0,
    )


def crossing(one: Connection, curve: Curve, other: Connection, other_curve: Curve) -> bool:
    """Return whether the centre lines of two connections cross."""
    if set(one.ends) & set(other.ends):
        # Tracks that share a place meet there; gentle bends cannot make them meet twice,
        # and their spaces would overlap if they did.
        return False
    if not _boxes_meet(curve, other_curve):
        return False
    mine, theirs = _chain(curve), _chain(other_curve)
    return any(_cut(*p, *q) for p in mine for q in theirs)


def _boxes_meet(a: Curve, b: Curve) -> bool:
    far_a, far_b = abs(a.bend), abs(b.bend)
    return all(
        min(a.start[i], a.end[i]) - far_a <= max(b.start[i], b.end[i]) + far_b
        and min(b.start[i], b.end[i]) - far_b <= max(a.start[i], a.end[i]) + far_a
        for i in (0, 1)
    )


def _chain(curve: Curve) -> list[tuple[Point, Point]]:
    pieces = 8 if curve.marks else 1
    points = [curve.point(step / pieces) for step in range(pieces + 1)]
    return list(pairwise(points))


def _cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
