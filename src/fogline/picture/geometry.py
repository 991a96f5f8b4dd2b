"""Plane geometry of the picture: points, gentle curves and oriented boxes."""

from __future__ import annotations

import math
from typing import NamedTuple

Point = tuple[float, float]

_STEPS = 16
"""The number of chords that approximate a curve; the bends are gentle, so few are enough."""


class Box(NamedTuple):
    """An oriented rectangle, or a disc when `round` is set."""

    x: float
    y: float
    ux: float
    """The unit vector along the length, x."""
    uy: float
    half_length: float
    half_width: float
    round: float = 0.0
    """The radius of a disc; its half sides are then 0."""

    @property
    def reach(self) -> float:
        """Return the radius of the circle around the box."""
        return math.hypot(self.half_length, self.half_width) + self.round

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """List the four corners, in order around the box."""
        lx, ly = self.ux * self.half_length, self.uy * self.half_length
        wx, wy = -self.uy * self.half_width, self.ux * self.half_width
        return (
            (self.x + lx + wx, self.y + ly + wy),
            (self.x - lx + wx, self.y - ly + wy),
            (self.x - lx - wx, self.y - ly - wy),
            (self.x + lx - wx, self.y + ly - wy),
        )


def disc(at: Point, radius: float) -> Box:
    """Make a disc."""
    return Box(at[0], at[1], 1.0, 0.0, 0.0, 0.0, radius)


def bar(start: Point, end: Point, width: float) -> Box:
    """Make a thin box from one point to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1e-9
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Box(middle[0], middle[1], dx / length, dy / length, length / 2, width / 2)


def depth(a: Box, b: Box) -> float:
    """Return how deep two boxes overlap; below zero, about how far they are apart."""
    if a.round or b.round:
        return _depth_round(a, b) if b.round else _depth_round(b, a)
    ax, ay, aux, auy, al, aw, _ = a
    bx, by, bux, buy, bl, bw, _ = b
    dx, dy = bx - ax, by - ay
    # The cosine and sine between the two axes serve all four separating axes.
    c, s = abs(aux * bux + auy * buy), abs(aux * buy - auy * bux)
    return min(
        al + bl * c + bw * s - abs(dx * aux + dy * auy),
        aw + bl * s + bw * c - abs(dy * aux - dx * auy),
        bl + al * c + aw * s - abs(dx * bux + dy * buy),
        bw + al * s + aw * c - abs(dy * bux - dx * buy),
    )


def _depth_round(box: Box, circle: Box) -> float:
    dx, dy = circle.x - box.x, circle.y - box.y
    along = abs(dx * box.ux + dy * box.uy) - box.half_length
    across = abs(dy * box.ux - dx * box.uy) - box.half_width
    if along < 0 and across < 0:
        return circle.round + box.round - max(along, across)
    return circle.round + box.round - math.hypot(max(along, 0.0), max(across, 0.0))


class Curve:
    """A parabola from one point to another whose middle stands `bend` off the straight line.

    A positive bend lies to the right of the line from start to end, as y grows downwards.
    """

    __slots__ = ("bend", "chord", "end", "length", "marks", "normal", "start")

    def __init__(self, start: Point, end: Point, bend: float) -> None:
        self.start, self.end, self.bend = start, end, bend
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.chord = math.hypot(dx, dy) or 1e-9
        self.normal = (-dy / self.chord, dx / self.chord)
        self.marks: list[float] = []
        """The distance travelled after each chord; empty where the curve is straight."""
        self.length = self.chord
        if abs(bend) > 0.01:
            gone = 0.0
            before = self.start
            for step in range(1, _STEPS + 1):
                here = self.point(step / _STEPS)
                gone += math.hypot(here[0] - before[0], here[1] - before[1])
                self.marks.append(gone)
                before = here
            self.length = gone

    def point(self, t: float) -> Point:
        """Find the point at parameter `t` from 0 to 1."""
        lift = 4 * t * (1 - t) * self.bend
        return (
            self.start[0] + (self.end[0] - self.start[0]) * t + self.normal[0] * lift,
            self.start[1] + (self.end[1] - self.start[1]) * t + self.normal[1] * lift,
        )

    def direction(self, t: float) -> Point:
        """Find the unit vector along the curve at `t`."""
        slope = 4 * (1 - 2 * t) * self.bend
        dx = self.end[0] - self.start[0] + self.normal[0] * slope
        dy = self.end[1] - self.start[1] + self.normal[1] * slope
        size = math.hypot(dx, dy) or 1e-9
        return dx / size, dy / size

    def parameter(self, way: float) -> float:
        """Find the parameter after `way` units along the curve."""
        if not self.marks:
            return way / self.length
        before = 0.0
        for step, mark in enumerate(self.marks):
            if way <= mark:
                return (step + (way - before) / (mark - before)) / _STEPS
            before = mark
        return 1.0
