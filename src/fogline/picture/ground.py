"""The ground under the map: land, water, parks and borders, warped like the places."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from fogline.picture.geometry import Point
from fogline.picture.initial_layout import projection
from fogline.picture.map_layout import BoardLayout, Measures
from fogline.picture.palette import Tone
from fogline.picture.picture_reader import Picture

_PIECE = 60.0
"""A straight line longer than this is cut before it is warped, so that it bends with the map."""
_PEAK = 27.0
"""The distance of two peaks of a range."""


def ground(picture: Picture, layout: BoardLayout, tone: Tone, prefix: str) -> list[str]:
    """Draw the shapes of the ground as pieces of SVG, in the order of the file."""
    return [_shape(kind, points, tone, prefix) for kind, points in shapes(picture, layout)]


def shapes(picture: Picture, layout: BoardLayout) -> list[tuple[str, list[Point]]]:
    """Return the kind and the outline of every shape of the ground, in board units."""
    true = picture.true
    if not picture.ground or true is None:
        return []
    onto = projection(true, picture.measures)
    names = list(true)
    warp = warping([onto(true[name]) for name in names], [layout.at[name] for name in names])
    return [
        (shape.kind, [warp(point) for point in _cut([onto(point) for point in shape.path])])
        for shape in picture.ground
    ]


def _shape(kind: str, points: list[Point], tone: Tone, prefix: str) -> str:
    match kind:
        case "water":
            return _water(smooth(points, closed=True), tone, prefix)
        case "land":
            return _land(smooth(points, closed=True), tone, prefix)
        case "park":
            return f'<path class="park" d="{smooth(points, closed=True)}" fill="{tone.park}"/>'
        case "hill":
            return _hill(points, tone)
        case "fog":
            # Overlapping bands: dense in the middle, thin at the edges.
            bands = ((46.0, 0.22), (28.0, 0.3), (12.0, 0.45))
            return "".join(
                _line(kind, points, tone.halo, width, f' stroke-opacity="{dense}"')
                for width, dense in bands
            )
        case "border":
            return _line(kind, points, tone.line, 1.4, ' stroke-dasharray="7 6"')
        case "river":
            return _line(kind, points, tone.river, 3.0, "")
        case _:
            return _ridge(points, tone)


def warping(before: Sequence[Point], after: Sequence[Point]) -> Callable[[Point], Point]:
    """Return a smooth map of the plane that takes each point of `before` to that of `after`.

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


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Trace a path through points with soft corners (Catmull and Rom's spline)."""
    row = list(points)
    if closed and row[0] == row[-1]:
        row.pop()
    # A ring continues past its ends; an open line repeats them.
    around = [row[-1], *row, row[0], row[1]] if closed else [row[0], *row, row[-1]]
    path = [f"M{row[0][0]:.1f} {row[0][1]:.1f}"]
    for (ox, oy), (ax, ay), (bx, by), (cx, cy) in zip(
        around, around[1:], around[2:], around[3:], strict=False
    ):
        path.append(
            f"C{ax + (bx - ox) / 6:.1f} {ay + (by - oy) / 6:.1f} "
            f"{bx - (cx - ax) / 6:.1f} {by - (cy - ay) / 6:.1f} {bx:.1f} {by:.1f}"
        )
    return "".join(path) + ("Z" if closed else "")


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


def shades(measures: Measures, tone: Tone, prefix: str) -> list[str]:
    """Define how water deepens and land fades across the sheet."""
    width, height = measures.canvas
    across = f'gradientUnits="userSpaceOnUse" x2="{width:g}" y2="{height / 3:g}"'
    return [
        f'<linearGradient id="{prefix}-{name}" {across}><stop stop-color="{near}"/>'
        f'<stop offset="1" stop-color="{far}"/></linearGradient>'
        for name, near, far in (
            ("water", tone.water, tone.deep),
            ("land", tone.land, tone.far),
        )
    ]


def _water(outline: str, tone: Tone, prefix: str) -> str:
    """Draw water with lines of surf along its shore."""
    return (
        f'<path class="water" d="{outline}" fill="url(#{prefix}-water)" stroke="{tone.halo}" '
        f'stroke-opacity="0.4" stroke-width="26" stroke-linejoin="round"/>'
        f'<path class="surf" d="{outline}" fill="none" stroke="{tone.halo}" '
        f'stroke-opacity="0.55" stroke-width="9" stroke-linejoin="round"/>'
        f'<path class="shore" d="{outline}" fill="none" stroke="{tone.line}" '
        f'stroke-width="1.6" stroke-linejoin="round"/>'
    )


def _land(outline: str, tone: Tone, prefix: str) -> str:
    """Draw land that stands in water, with lines of surf around it."""
    surf = "".join(
        f'<path class="surf" d="{outline}" fill="none" stroke="{tone.halo}" '
        f'stroke-opacity="{dense}" stroke-width="{width}" stroke-linejoin="round"/>'
        for width, dense in ((44, 0.22), (24, 0.35), (10, 0.6))
    )
    return (
        f'{surf}<path class="land" d="{outline}" fill="url(#{prefix}-land)" stroke="{tone.line}" '
        f'stroke-width="1.6"/>'
    )


def _hill(points: Sequence[Point], tone: Tone) -> str:
    """Draw a hill: its outline, and the same twice again, smaller and higher up."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    rings = [
        smooth([(x + (px - x) * size, y - up + (py - y) * size) for px, py in points], closed=True)
        for size, up in ((1.0, 0.0), (0.68, 5.0), (0.36, 9.0))
    ]
    paths = "".join(f'<path d="{ring}"/>' for ring in rings)
    return f'<g class="hill" fill="{tone.line}" fill-opacity="0.2">{paths}</g>'


def _ridge(points: Sequence[Point], tone: Tone) -> str:
    """Draw a mountain range: a row of peaks, pale to the light and hatched away from it."""
    peaks: list[Point] = []
    gone = 0.0
    for a, b in pairwise(points):
        long = math.dist(a, b)
        while gone < long:
            peaks.append((a[0] + (b[0] - a[0]) * gone / long, a[1] + (b[1] - a[1]) * gone / long))
            gone += _PEAK
        gone -= long
    drawn = []
    for k, (x, y) in enumerate(sorted(peaks, key=lambda peak: peak[1])):
        tall = (24, 17, 21, 15)[k % 4]
        wide = 0.8 * tall
        outline = f"M{x - wide:.1f} {y:.1f}L{x:.1f} {y - tall:.1f}L{x + wide:.1f} {y:.1f}"
        hatch = "".join(
            f"M{x + wide * part:.1f} {y - tall * (1 - part):.1f}"
            f"L{x + wide * part * 0.45:.1f} {y - tall * (0.62 - 0.62 * part):.1f}"
            for part in (0.12, 0.32, 0.52, 0.72)
        )
        drawn.append(f'<path d="{outline}{hatch}"/>')
    return (
        f'<g class="ridge" fill="{tone.bed}" fill-opacity="0.55" stroke="{tone.line}" '
        f'stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">{"".join(drawn)}</g>'
    )
