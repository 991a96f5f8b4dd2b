"""The tracks of a board: beds, and spaces, each route in a separate group."""

from __future__ import annotations

import math
from html import escape

from fogline.core.board import Board, Route
from fogline.core.cards import COLOURS, Card
from fogline.picture.geometry import Box
from fogline.picture.legend import space_name
from fogline.picture.map_layout import BoardLayout, Measures
from fogline.picture.palette import INK, PAPER, Tone, space_ink, symbol_ink
from fogline.picture.symbols import ferry_mark, symbol

SYMBOL = 0.76
"""The height of a symbol, in widths of a space, as are the sizes below."""
CORNER = 0.24
EDGE = 0.055
KEYLINE = 0.05
KEYLINE_INSET = 0.13
KEYLINE_CORNER = 0.14
KEYLINE_OPACITY = 0.38
ROUNDEL = 0.48
ROUNDEL_EDGE = 0.05
FERRY = 0.64
SLEEPER = 0.62


def space_shapes(board: Board, measures: Measures, prefix: str, ferry: str) -> list[str]:
    """Draw the reusable spaces: one per colour, and one more per ferry colour."""
    colours: list[Card | None] = [*COLOURS, None]
    used = {route.colour for route in board.routes}
    ferries = {route.colour for route in board.routes if route.ferries}
    shapes = [
        f'<g id="{prefix}-{space_name(colour)}">{_space(measures, colour, 0.0)}</g>'
        for colour in colours
        if colour in used
    ]
    shapes += [
        f'<g id="{prefix}-ferry-{space_name(colour)}">'
        f"{_space(measures, colour, aside_of(measures, colour))}</g>"
        for colour in colours
        if colour in ferries
    ]
    return [*shapes, f'<g id="{prefix}-mark">{_roundel(measures, ferry)}</g>']


def aside_of(measures: Measures, colour: Card | None) -> float:
    """Return the distance of symbol and ferry mark from the middle of a space they share."""
    return 0.23 * measures.space[0] if colour else 0.0


def keyline_ink(colour: Card | None) -> str:
    """Choose the ink of the thin line within a space."""
    return INK if colour is Card.WHITE else PAPER


def _space(measures: Measures, colour: Card | None, aside: float) -> str:
    length, width = measures.space
    inset = KEYLINE_INSET * width
    pieces = [
        f'<rect class="shape" x="{-length / 2:g}" y="{-width / 2:g}" width="{length:g}" '
        f'height="{width:g}" rx="{CORNER * width:.2f}" fill="{space_ink(colour)}" '
        f'stroke="{INK}" stroke-width="{EDGE * width:.2f}"/>',
        f'<rect x="{-length / 2 + inset:.2f}" y="{-width / 2 + inset:.2f}" '
        f'width="{length - 2 * inset:.2f}" height="{width - 2 * inset:.2f}" '
        f'rx="{KEYLINE_CORNER * width:.2f}" fill="none" stroke="{keyline_ink(colour)}" '
        f'stroke-opacity="{KEYLINE_OPACITY}" stroke-width="{KEYLINE * width:.2f}"/>',
    ]
    if colour:
        pieces.append(symbol(colour, symbol_ink(colour), SYMBOL * width, -aside))
    return "".join(pieces)


def _roundel(measures: Measures, kind: str) -> str:
    """Draw a ferry mark on a roundel of paper, so that it reads on every colour."""
    width = measures.space[1]
    return (
        f'<circle r="{ROUNDEL * width:.2f}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="{ROUNDEL_EDGE * width:.2f}"/>{ferry_mark(kind, INK, FERRY * width)}'
    )


def _path(layout: BoardLayout, route: Route) -> str:
    """Trace the line of a track: from place to place through the middles of its spaces."""
    start, end = (layout.at[place] for place in route.ends)
    boxes = layout.spaces[route.id]
    points = [start, *_tips(boxes[0], -1), *((box.x, box.y) for box in boxes[1:-1])]
    points += [*_tips(boxes[-1], 1), end]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _tips(box: Box, side: int) -> list[tuple[float, float]]:
    near = (box.x + side * box.ux * box.half_length, box.y + side * box.uy * box.half_length)
    return [near, (box.x, box.y)] if side < 0 else [(box.x, box.y), near]


def beds(layout: BoardLayout, tone: Tone) -> list[str]:
    """Draw the bed under the tracks, and sleepers where no space lies on it."""
    paths = "".join(_path(layout, route) for route in layout.board.routes)
    width = layout.measures.space[1]
    joined = 'fill="none" stroke-linejoin="round"'
    return [
        f'<path class="bed" d="{paths}" {joined} stroke="{tone.bed}" stroke-opacity="0.8" '
        f'stroke-width="{1.4 * width:.1f}"/>',
        f'<path class="rails" d="{paths}" {joined} stroke="{INK}" stroke-opacity="0.42" '
        f'stroke-width="{SLEEPER * width:.1f}" '
        f'stroke-dasharray="{0.11 * width:.1f} {0.24 * width:.1f}"/>',
    ]


def route_group(layout: BoardLayout, route: Route, prefix: str) -> list[str]:
    """Draw a route as a group of spaces that says what it is."""
    marked = set(ferry_spaces(route))
    names = " – ".join(layout.board.place[place].name for place in route.ends)
    colour = space_name(route.colour)
    said = f"{names}: {route.length} {colour}" + (f", {route.ferries} wild" if marked else "")
    lines = [
        f'<g class="route {colour}" data-route="{escape(route.id)}">',
        f"<title>{escape(said)}</title>",
    ]
    for k, box in enumerate(layout.spaces[route.id]):
        angle = upright(box)
        shape = f"ferry-{colour}" if k in marked else colour
        lines.append(
            f'<use class="space" href="#{prefix}-{shape}" '
            f'transform="translate({box.x:.1f} {box.y:.1f}) rotate({angle:.1f})"/>'
        )
        if k in marked:
            aside = aside_of(layout.measures, route.colour)
            x = box.x + aside * math.cos(math.radians(angle))
            y = box.y + aside * math.sin(math.radians(angle))
            lines.append(
                f'<use class="ferry" href="#{prefix}-mark" transform="translate({x:.1f} {y:.1f})"/>'
            )
    return [*lines, "</g>"]


def upright(box: Box) -> float:
    """Return the angle of a space, in degrees, with its symbol upright."""
    return (math.degrees(math.atan2(box.uy, box.ux)) + 90) % 180 - 90


def ferry_spaces(route: Route) -> list[int]:
    """Choose the spaces of a route that carry its wild marks: spread evenly along it."""
    count = min(route.ferries, route.length)
    return [(2 * k + 1) * route.length // (2 * count) for k in range(count)]
