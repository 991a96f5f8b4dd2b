"""The band below the map: title, points by length, and legend. Also the shapes of places."""

from __future__ import annotations

from html import escape

from fogline.core.board import Board
from fogline.core.cards import COLOURS, Card
from fogline.picture.lettering import BODY, POSTER, text_width
from fogline.picture.map_layout import Measures
from fogline.picture.palette import INK, Tone
from fogline.picture.score_track import stage

_ROWS = 3
_CHIP = 40.0


def band(board: Board, measures: Measures, tone: Tone, prefix: str) -> list[str]:
    """Draw the whole band, as pieces of SVG."""
    width = measures.canvas[0]
    top = stage(measures)[1] + stage(measures)[3]
    legend_width, legend = _legend(board, measures, tone, prefix)
    legend_left = width - measures.margin - legend_width
    points_width, points = _points(board)
    # The points are centred in the space between title and legend.
    title_right = measures.margin + _title_width(board)
    points_left = (title_right + legend_left - points_width) / 2
    return [
        f'<g class="band" font-family="{BODY}" fill="{INK}" transform="translate(0 {top:g})">',
        *_title(board, measures, tone),
        f'<g class="points" transform="translate({points_left:.1f} 0)">',
        *points,
        "</g>",
        f'<g class="legend" transform="translate({legend_left:.1f} 0)">',
        *legend,
        "</g>",
        "</g>",
    ]


def _title_size(board: Board) -> float:
    return min(62.0, 400 / max(text_width(board.name.upper(), 0.74), 1.0))


def _title_width(board: Board) -> float:
    return text_width(board.name.upper(), 0.74 * _title_size(board))


def _title(board: Board, measures: Measures, tone: Tone) -> list[str]:
    wide = _title_width(board)
    return [
        f'<text class="title" x="{measures.margin:g}" y="76" font-family="{POSTER}" '
        f'font-size="{_title_size(board):.1f}" font-weight="700" textLength="{wide:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(board.name.upper())}</text>',
        f'<path d="M{measures.margin:g} 90h{wide:.1f}" stroke="{tone.mark}" stroke-width="3"/>',
    ]


def _points(board: Board) -> tuple[float, list[str]]:
    """Draw a column for each length of route: as many bars as spaces, the points below."""
    bar, step = 6.0, 8.0
    left = 0.0
    drawn = ['<text y="32" font-size="15" font-weight="700">Points for a route</text>']
    for length, points in sorted(board.route_points.items()):
        wide = length * step - (step - bar)
        column = max(wide, 18.0)
        start = left + (column - wide) / 2
        bars = "".join(f"M{start + k * step:g} 46h{bar:g}v16h-{bar:g}z" for k in range(length))
        drawn.append(f'<path d="{bars}" fill="#7c7264"/>')
        drawn.append(
            f'<text x="{left + column / 2:g}" y="86" font-size="20" font-weight="700" '
            f'text-anchor="middle">{points}</text>'
        )
        left += column + 18
    return max(left - 18, 130.0), drawn


def _legend(board: Board, measures: Measures, tone: Tone, prefix: str) -> tuple[float, list[str]]:
    used = {route.colour for route in board.routes}
    chips: list[tuple[str, str]] = []
    shrink = _CHIP / measures.space[0]
    for colour in [*(card for card in COLOURS if card in used), *([None] if None in used else [])]:
        name = colour.value.capitalize() if colour else "Any colour"
        chips.append((_chip(prefix, space_name(colour), shrink), name))
    ferry = next((route for route in board.routes if route.ferries), None)
    if ferry:
        chips.append((_chip(prefix, "mark", 1.7 * shrink), "Needs a wild card"))
    for mark in board.marks:
        ring = button(0.0, 0.0, 8.0, tone, marked=True)
        chips.append((f'<g transform="translate({_CHIP / 2:g} 0)">{ring}</g>', mark_name(mark)))
    drawn: list[str] = []
    left = 0.0
    for column in range(0, len(chips), _ROWS):
        wide = 0.0
        for row, (chip, name) in enumerate(chips[column : column + _ROWS]):
            drawn.append(
                f'<g transform="translate({left:.1f} {32 + 28 * row})">{chip}'
                f'<text x="{_CHIP + 9:g}" y="5" font-size="15">{escape(name)}</text></g>'
            )
            wide = max(wide, _CHIP + 9 + text_width(name, 15))
        left += wide + 30
    return max(left - 30, 0.0), drawn


def _chip(prefix: str, shape: str, shrink: float) -> str:
    place = f"translate({_CHIP / 2:g} 0) scale({shrink:.3f})"
    return f'<use href="#{prefix}-{shape}" transform="{place}"/>'


def mark_name(mark: str) -> str:
    """Name a mark as a reader meets it: `tourist-stacks` becomes `Tourist stacks`."""
    return mark.replace("-", " ").replace("_", " ").capitalize()


def space_name(colour: Card | None) -> str:
    """Name a space of that colour in ids and classes."""
    return colour.value if colour else "gray"


RIM = 0.88
"""The parts of a button, in radii of it."""
ENAMEL = 0.66
SHINE = 0.13
RING = 1.13
RING_WIDTH = 0.2


def shine(radius: float) -> str:
    """Trace the light on a button, its middle at the origin."""
    far = radius * 0.42
    near = 0.2 * far
    return f"M{-far:.2f} {-near:.2f}A{far:.2f} {far:.2f} 0 0 1 {near:.2f} {-far:.2f}"


def button(x: float, y: float, radius: float, tone: Tone, *, marked: bool) -> str:
    """Draw a place: an enamel button, with a ring when a rule singles it out."""
    ring = (
        f'<circle class="mark" r="{radius * RING:.2f}" fill="none" stroke="{tone.mark}" '
        f'stroke-width="{radius * RING_WIDTH:.2f}"/>'
        if marked
        else ""
    )
    return (
        f'<g transform="translate({x:g} {y:g})">'
        f'<circle class="button" r="{radius:g}" fill="{INK}"/>'
        f'<circle r="{radius * RIM:.2f}" fill="{tone.halo}"/>'
        f'<circle r="{radius * ENAMEL:.2f}" fill="{tone.button}"/>'
        f'<path d="{shine(radius)}" fill="none" stroke="{tone.halo}" '
        f'stroke-opacity="0.65" stroke-width="{radius * SHINE:.2f}" stroke-linecap="round"/>'
        f"{ring}</g>"
    )
