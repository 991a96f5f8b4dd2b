"""What lies under the map: land, water, parks, borders, warped as the places were moved."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from fogline.picture.geometry import Point
from fogline.picture.layout import Layout
from fogline.picture.palette import Tone
from fogline.picture.reader import Picture
from fogline.picture.start import projection

_PIECE = 60.0
"""A straight line longer than this is cut before it is warped, so that it bends with the map."""


def ground(picture: Picture, layout: Layout, tone: Tone) -> list[str]:
    """Draw the shapes of the ground as pieces of SVG, in the order of the file."""
    true = picture.true
    if not picture.ground or true is None:
        return []
    onto = projection(true, picture.measures)
    names = list(true)
    warp = warping([onto(true[name]) for name in names], [layout.at[name] for name in names])
    drawn: list[str] = []
    for shape in picture.ground:
        points = [warp(point) for point in _cut([onto(point) for point in shape.path])]
        match shape.kind:
            case "water" | "land" | "park":
                fill = {"water": tone.water, "land": tone.land, "park": tone.park}[shape.kind]
                drawn.append(f'<path class="{shape.kind}" d="{smooth(points)}Z" fill="{fill}"/>')
            case "border":
                drawn.append(_line("border", points, tone.line, 1.4, ' stroke-dasharray="7 6"'))
            case "river":
                drawn.append(_line("river", points, tone.river, 3.0, ""))
            case _:
                drawn.append(_ridge(points, tone))
    return drawn


def warping(before: Sequence[Point], after: Sequence[Point]) -> Callable[[Point], Point]:
    """Make a smooth map of the plane that takes each point of `before` to its fellow in `after`.

    Moving least squares with similarities: near a place the ground moves as the place did.
    """

    def warp(point: Point) -> Point:
        weights: list[float] = []
        for (x, y), to in zip(before, after, strict=True):
            apart = (x - point[0]) ** 2 + (y - point[1]) ** 2
            if apart < 1e-9:
                return to
            weights.append(1 / apart**1.25)
        total = sum(weights)
        px, py = _mean(before, weights, total)
        qx, qy = _mean(after, weights, total)
        scale = turn = spread = 0.0
        for weight, (x, y), (u, v) in zip(weights, before, after, strict=True):
            from_x, from_y, to_x, to_y = x - px, y - py, u - qx, v - qy
            scale += weight * (from_x * to_x + from_y * to_y)
            turn += weight * (from_x * to_y - from_y * to_x)
            spread += weight * (from_x * from_x + from_y * from_y)
        dx, dy = point[0] - px, point[1] - py
        scale, turn = scale / spread, turn / spread
        return qx + scale * dx - turn * dy, qy + turn * dx + scale * dy

    return warp


def _mean(points: Sequence[Point], weights: Sequence[float], total: float) -> Point:
    x = sum(w * p[0] for w, p in zip(weights, points, strict=True)) / total
    y = sum(w * p[1] for w, p in zip(weights, points, strict=True)) / total
    return x, y


def smooth(points: Sequence[Point]) -> str:
    """Trace a path through points with soft corners (Catmull and Rom's spline)."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for k, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        ox, oy = points[max(k - 1, 0)]
        cx, cy = points[min(k + 2, len(points) - 1)]
        path.append(
            f"C{ax + (bx - ox) / 6:.1f} {ay + (by - oy) / 6:.1f} "
            f"{bx - (cx - ax) / 6:.1f} {by - (cy - ay) / 6:.1f} {bx:.1f} {by:.1f}"
        )
    return "".join(path)


def _cut(points: Sequence[Point]) -> list[Point]:
    cut: list[Point] = [points[0]]
    for a, b in pairwise(points):
        pieces = max(1, math.ceil(math.dist(a, b) / _PIECE))
        cut += [
            (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
            for k in range(1, pieces + 1)
        ]
    return cut


def _line(kind: str, points: Sequence[Point], ink: str, width: float, more: str) -> str:
    return (
        f'<path class="{kind}" d="{smooth(points)}" fill="none" stroke="{ink}" '
        f'stroke-width="{width:g}" stroke-linecap="round"{more}/>'
    )


def _ridge(points: Sequence[Point], tone: Tone) -> str:
    """Draw a mountain range: peaks in a row, each with a lit and a hatched side."""
    strokes: list[str] = []
    for k, (a, b) in enumerate(pairwise(points)):
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        tall = (17, 12, 15)[k % 3]
        strokes.append(f"M{x - tall:.1f} {y:.1f}L{x:.1f} {y - tall:.1f}L{x + tall:.1f} {y:.1f}")
        strokes += [
            f"M{x + tall * part:.1f} {y - tall * (1 - part):.1f}v{tall * (1 - part) * 0.8:.1f}"
            for part in (0.0, 0.25, 0.5, 0.75)
        ]
    return (
        f'<path class="ridge" d="{"".join(strokes)}" fill="none" stroke="{tone.line}" '
        'stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>'
    )
