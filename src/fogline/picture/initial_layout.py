"""Start positions of the places before the layout, and the default sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from fogline.core.board import Board, PlaceId
from fogline.picture.geometry import Point
from fogline.picture.map_layout import Measures, connections

_STRESS_ROUNDS = 120
_MOST_STRETCH = 1.45
"""How much more one axis of a map may be stretched than the other to fill the sheet."""


def default_measures(board: Board) -> Measures:
    """Return sizes that leave a board's spaces enough room on a sheet of the usual size."""
    usual = Measures()
    left, top, right, bottom = usual.frame
    spaces = sum(route.length for route in board.routes) or 1
    # If spaces cover a ninth of the map, names fit; the width is 0.36 of the length.
    length = math.sqrt((right - left) * (bottom - top) / 9 / (spaces * 0.36 * 1.35))
    length = round(min(max(length, 18.0), 56.0), 1)
    width = round(0.36 * length, 1)
    text = round(min(max(0.4 * length, 11.0), 19.0), 1)
    return Measures(space=(length, width), radius=round(0.28 * length, 1), text=text)


def project(
    where: Mapping[PlaceId, tuple[float, float]], measures: Measures
) -> dict[PlaceId, Point]:
    """Project longitudes and latitudes onto the map, north up, so that they fill it."""
    onto = projection(where, measures)
    return {place: onto(point) for place, point in where.items()}


def projection(
    where: Mapping[PlaceId, tuple[float, float]], measures: Measures
) -> Callable[[Point], Point]:
    """Return the projection by which the given places fill the sheet."""
    squeeze = math.cos(math.radians(sum(lat for _, lat in where.values()) / len(where)))
    onto = _fitting([(lon * squeeze, -lat) for lon, lat in where.values()], measures)
    return lambda point: onto((point[0] * squeeze, -point[1]))


def _fitting(points: Sequence[Point], measures: Measures) -> Callable[[Point], Point]:
    """Scale and shift points into the map, a little inside its frame."""
    left, top, right, bottom = measures.frame
    inset = 2.2 * measures.radius
    room = (right - left - 2 * inset, bottom - top - 2 * inset)
    low = [min(point[i] for point in points) for i in (0, 1)]
    high = [max(point[i] for point in points) for i in (0, 1)]
    scale = [room[i] / ((high[i] - low[i]) or 1.0) for i in (0, 1)]
    smaller = min(scale)
    scale = [min(one, smaller * _MOST_STRETCH) for one in scale]
    middle = ((left + right) / 2, (top + bottom) / 2)
    return lambda point: (
        middle[0] + (point[0] - (low[0] + high[0]) / 2) * scale[0],
        middle[1] + (point[1] - (low[1] + high[1]) / 2) * scale[1],
    )


def spring(board: Board, measures: Measures) -> dict[PlaceId, Point]:
    """Compute start positions for a board without coordinates.

    Stress majorisation: each place moves to where it fits its distances to all others best,
    measured along the routes.
    """
    names = [place.id for place in board.places]
    far = _distances(board, measures)
    points = _poles(far)
    for _ in range(_STRESS_ROUNDS):
        for i, here in enumerate(points):
            sum_x = sum_y = weights = 0.0
            for j, there in enumerate(points):
                if i == j:
                    continue
                wanted = far[i][j]
                apart = math.hypot(here[0] - there[0], here[1] - there[1]) or 1.0
                weight = 1 / (wanted * wanted)
                sum_x += weight * (there[0] + wanted * (here[0] - there[0]) / apart)
                sum_y += weight * (there[1] + wanted * (here[1] - there[1]) / apart)
                weights += weight
            if weights:
                points[i] = (sum_x / weights, sum_y / weights)
    points = _lengthwise(points)
    onto = _fitting(points, measures)
    return {name: onto(point) for name, point in zip(names, points, strict=True)}


def _poles(far: list[list[float]]) -> list[Point]:
    """Spread places between two pairs of far ones, so that stress starts without folds."""
    everyone = range(len(far))
    west = max(everyone, key=lambda k: far[0][k])
    east = max(everyone, key=lambda k: far[west][k])
    # North lies as far as can be from both west and east; south is farthest from north.
    north = max(everyone, key=lambda k: min(far[west][k], far[east][k]))
    south = max(everyone, key=lambda k: far[north][k] - abs(far[west][k] - far[east][k]))
    return [
        (
            far[west][k] - far[east][k] + 0.01 * k,
            far[north][k] - far[south][k] + 0.01 * (k * k % 7),
        )
        for k in everyone
    ]


def _distances(board: Board, measures: Measures) -> list[list[float]]:
    index = {place.id: k for k, place in enumerate(board.places)}
    size = len(index)
    far = [[math.inf] * size for _ in range(size)]
    for k in range(size):
        far[k][k] = 0.0
    for connection in connections(board):
        a, b = (index[end] for end in connection.ends)
        far[a][b] = far[b][a] = measures.shortest(connection.length)
    for via in far:
        middle = via.index(0.0)
        for row in far:
            first = row[middle]
            if first < math.inf:
                row[:] = [min(now, first + rest) for now, rest in zip(row, via, strict=True)]
    # Places that no route joins still need a distance to keep.
    longest = max((d for row in far for d in row if d < math.inf), default=0.0) or 100.0
    return [[d if d < math.inf else 1.2 * longest for d in row] for row in far]


def _lengthwise(points: list[Point]) -> list[Point]:
    """Turn a cloud of points so that its long axis lies across the sheet."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    xx = sum((x - mean_x) ** 2 for x, _ in points)
    yy = sum((y - mean_y) ** 2 for _, y in points)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points)
    angle = math.atan2(2 * xy, xx - yy) / 2
    c, s = math.cos(angle), math.sin(angle)
    return [
        ((x - mean_x) * c + (y - mean_y) * s, (y - mean_y) * c - (x - mean_x) * s)
        for x, y in points
    ]
