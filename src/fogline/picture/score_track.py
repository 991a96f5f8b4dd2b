"""The score track: a hundred cells around the map, clockwise from its upper left corner."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.picture.lettering import POSTER
from fogline.picture.map_layout import Measures
from fogline.picture.palette import INK, Tone
from fogline.picture.svg_paths import circle
from fogline.picture.svg_paths import laid as laid_at

CELLS = 100
WIDTH = 40.0
"""The width of the track."""
EDGE = 18.0
"""The distance between the frame of the map and the track or the band."""


@dataclass(frozen=True, slots=True)
class TrackSquare:
    """One cell: its upper left corner and its sides."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Return the centre of the cell."""
        return self.x + self.width / 2, self.y + self.height / 2


def inside(measures: Measures) -> tuple[float, float]:
    """Return the width and height of the area inside the track; its upper left is the origin."""
    width, height = measures.canvas
    return width, height - measures.band + EDGE


def stage(measures: Measures) -> tuple[float, float, float, float]:
    """Return left, top, width and height of map and track, without the band."""
    width, height = inside(measures)
    return -WIDTH, -WIDTH, width + 2 * WIDTH, height + 2 * WIDTH


def sheet(measures: Measures) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the whole drawing."""
    left, top, width, height = stage(measures)
    return left, top, width, height + measures.band


def cells(measures: Measures) -> list[TrackSquare]:
    """Lay the cells: square ones in the corners, the others as equal as the sides allow."""
    width, height = inside(measures)
    across = round((CELLS - 4) / 2 * width / (width + height))
    down = (CELLS - 4) // 2 - across
    wide, tall = width / across, height / down
    corner = WIDTH
    top = [TrackSquare(k * wide, -WIDTH, wide, WIDTH) for k in range(across)]
    right = [TrackSquare(width, k * tall, WIDTH, tall) for k in range(down)]
    bottom = [TrackSquare(cell.x, height, wide, WIDTH) for cell in reversed(top)]
    left = [TrackSquare(-WIDTH, cell.y, WIDTH, tall) for cell in reversed(right)]
    return [
        TrackSquare(-WIDTH, -WIDTH, corner, corner), *top,
        TrackSquare(width, -WIDTH, corner, corner), *right,
        TrackSquare(width, height, corner, corner), *bottom,
        TrackSquare(-WIDTH, height, corner, corner), *left,
    ]  # fmt: skip


def score_track(measures: Measures, tone: Tone) -> list[str]:
    """Draw the track as pieces of SVG."""
    laid = cells(measures)
    left, top, width, height = stage(measures)
    fifths = "".join(_outline(cell) for points, cell in enumerate(laid) if points % 5 == 0)
    others = "".join(_outline(cell) for points, cell in enumerate(laid) if points % 5)
    dots = "".join(laid_at(circle(2), cell.middle) for k, cell in enumerate(laid) if k % 5)
    rim = 1.6
    return [
        '<g class="score-track">',
        f'<path d="{others}" fill="{tone.sheet}" stroke="{tone.line}" stroke-width="1"/>',
        f'<path d="{fifths}" fill="{tone.bed}" stroke="{tone.line}" stroke-width="1"/>',
        f'<rect x="{left + rim / 2:g}" y="{top + rim / 2:g}" width="{width - rim:g}" '
        f'height="{height - rim:g}" rx="6" fill="none" stroke="{INK}" stroke-width="{rim}"/>',
        f'<rect width="{width - 2 * WIDTH:g}" height="{height - 2 * WIDTH:g}" fill="none" '
        f'stroke="{INK}" stroke-width="{rim}"/>',
        f'<g font-family="{POSTER}" font-weight="700" text-anchor="middle" fill="{INK}">',
        f'<path d="{dots}" fill-opacity="0.3"/>',
        *(_number(points, cell) for points, cell in enumerate(laid) if points % 5 == 0),
        "</g>",
        "</g>",
    ]


def _outline(cell: TrackSquare) -> str:
    return f"M{cell.x:.1f} {cell.y:.1f}h{cell.width:.1f}v{cell.height:.1f}h{-cell.width:.1f}z"


def _number(points: int, cell: TrackSquare) -> str:
    x, y = cell.middle
    size, five = (28.0, "") if points % 10 == 0 else (22.0, ' class="five"')
    return f'<text{five} x="{x:.1f}" y="{y + 0.35 * size:.1f}" font-size="{size:g}">{points}</text>'
