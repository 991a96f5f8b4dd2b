"""A board drawn small: each connection is a line, with the length of each track in its colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from fogline.core.board import RouteId
from fogline.picture import BoardLayout
from fogline.picture.geometry import Curve, Point
from fogline.picture.map_layout import Connection

Where = tuple[int, int]
"""A column and a row."""

_MIDDLES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
"""Where along a line its numbers may stand, the best first."""
_NEARBY = sorted(
    ((across, down) for across in range(-6, 7) for down in (-1, 0, 1)),
    key=lambda step: abs(step[0]) + 2 * abs(step[1]),
)


@dataclass(frozen=True, slots=True)
class Track:
    """One track: its line, and where its number stands."""

    line: tuple[tuple[Where, str], ...]
    number: Where


def tracks(
    layout: BoardLayout, to_cells: Callable[[Point], Point], places: Iterable[Where]
) -> dict[RouteId, Track]:
    """Draw every connection as a line; parallel tracks share it, and have a number each."""
    taken = set(places)
    found: dict[RouteId, Track] = {}
    # Short lines have the fewest cells to choose from.
    for connection in sorted(layout.connections, key=lambda each: layout.curve(each).length):
        curve = layout.curve(connection)
        line = tuple(_line(curve, to_cells))
        numbers = _numbers(connection, curve, to_cells, taken)
        taken.update(numbers)
        for route, number in zip(connection.routes, numbers, strict=True):
            found[route.id] = Track(line, number)
    return found


def _numbers(
    connection: Connection,
    curve: Curve,
    to_cells: Callable[[Point], Point],
    taken: set[Where],
) -> list[Where]:
    """Find free cells side by side, apart from other numbers if possible."""
    count = len(connection.routes)
    middles = [_cell(to_cells(curve.point(t))) for t in _MIDDLES]
    # On the line and apart from others, then on the line, then as near to it as there is room.
    tries = [(x, y, 1) for x, y in middles] + [(x, y, 0) for x, y in middles]
    tries += [(middles[0][0] + across, middles[0][1] + down, 0) for across, down in _NEARBY]
    for x, y, apart in tries:
        left = x - (count - 1) // 2
        around = {(left + k, y) for k in range(-apart, count + apart)}
        if not around & taken:
            return [(left + k, y) for k in range(count)]
    x, y = middles[0]
    return [(x + k, y) for k in range(count)]


def _line(curve: Curve, to_cells: Callable[[Point], Point]) -> Iterator[tuple[Where, str]]:
    start, end = to_cells(curve.start), to_cells(curve.end)
    steps = 2 * max(1, math.ceil(max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
    points = [to_cells(curve.point(k / steps)) for k in range(steps + 1)]
    seen: set[Where] = {_cell(start), _cell(end)}
    for k in range(1, steps):
        cell = _cell(points[k])
        if cell not in seen:
            seen.add(cell)
            yield cell, _stroke(points[k - 1], points[k + 1])


def _stroke(before: Point, after: Point) -> str:
    """Choose the character for a direction; a cell is twice as high as it is wide."""
    across, down = after[0] - before[0], after[1] - before[1]
    if abs(down) <= 0.3 * abs(across):
        return "─"
    if abs(across) <= 0.3 * abs(down):
        return "│"
    return "╲" if across * down > 0 else "╱"


def _cell(point: Point) -> Where:
    return math.floor(point[0]), math.floor(point[1])
