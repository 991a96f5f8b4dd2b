"""Tracks and places in few elements: one for each colour instead of one for each space."""

from __future__ import annotations

import math
from collections.abc import Iterable

from fogline.core.board import Route
from fogline.core.cards import COLOURS, Card
from fogline.picture.geometry import Point
from fogline.picture.legend import ENAMEL, RIM, RING, RING_WIDTH, SHINE, shine, space_name
from fogline.picture.map_layout import BoardLayout
from fogline.picture.palette import INK, PAPER, Tone, space_ink, symbol_ink
from fogline.picture.svg_paths import circle, laid, rounded
from fogline.picture.symbols import FERRIES, SYMBOLS, Strokes
from fogline.picture.tracks import (
    CORNER,
    EDGE,
    FERRY,
    KEYLINE,
    KEYLINE_CORNER,
    KEYLINE_INSET,
    KEYLINE_OPACITY,
    ROUNDEL,
    ROUNDEL_EDGE,
    SYMBOL,
    aside_of,
    ferry_spaces,
    keyline_ink,
    upright,
)

Spot = tuple[Point, float]
"""A position, and an angle in degrees."""


def merged_routes(layout: BoardLayout, ferry: str) -> list[str]:
    """Draw all spaces, colour by colour, then the marks of ferries."""
    colours: list[Card | None] = [*COLOURS, None]
    lines = [line for colour in colours for line in _spaces(layout, colour)]
    marks = [spot for route in layout.board.routes for spot in _marks(layout, route)]
    width = layout.measures.space[1]
    roundels = "".join(laid(circle(ROUNDEL * width), at) for at, _ in marks)
    return [
        '<g class="routes">',
        *lines,
        f'<path class="ferries" d="{roundels}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="{ROUNDEL_EDGE * width:.2f}"/>',
        *_strokes(FERRIES[ferry], INK, FERRY * width, marks),
        "</g>",
    ]


def _spaces(layout: BoardLayout, colour: Card | None) -> Iterable[str]:
    routes = [route for route in layout.board.routes if route.colour == colour]
    if not routes:
        return
    length, width = layout.measures.space
    inset = 2 * KEYLINE_INSET * width
    spots: list[Spot] = []
    symbols: list[Spot] = []
    for route in routes:
        marked = ferry_spaces(route)
        for k, box in enumerate(layout.spaces[route.id]):
            spot = (box.x, box.y), upright(box)
            spots.append(spot)
            symbols.append(_shifted(spot, -aside_of(layout.measures, colour) * (k in marked)))
    shape = rounded(length, width, CORNER * width)
    keyline = rounded(length - inset, width - inset, KEYLINE_CORNER * width)
    yield (
        f'<path class="{space_name(colour)}" d="{_all(shape, spots)}" fill="{space_ink(colour)}" '
        f'stroke="{INK}" stroke-width="{EDGE * width:.2f}"/>'
    )
    yield (
        f'<path d="{_all(keyline, spots)}" fill="none" stroke="{keyline_ink(colour)}" '
        f'stroke-opacity="{KEYLINE_OPACITY}" stroke-width="{KEYLINE * width:.2f}"/>'
    )
    if colour:
        yield from _strokes(SYMBOLS[colour], symbol_ink(colour), SYMBOL * width, symbols)


def _marks(layout: BoardLayout, route: Route) -> Iterable[Spot]:
    """Find the positions of the marks on the ferry spaces of a route, all upright."""
    aside = aside_of(layout.measures, route.colour)
    for k in ferry_spaces(route):
        box = layout.spaces[route.id][k]
        at, _ = _shifted(((box.x, box.y), upright(box)), aside)
        yield at, 0.0


def _shifted(spot: Spot, along: float) -> Spot:
    (x, y), degrees = spot
    turn = math.radians(degrees)
    return (x + along * math.cos(turn), y + along * math.sin(turn)), degrees


def _strokes(strokes: Strokes, ink: str, size: float, spots: list[Spot]) -> Iterable[str]:
    scale = size / 20
    for stroke in strokes if spots else ():
        yield stroke.svg(ink, _all(stroke.path, spots, scale), scale)


def _all(path: str, spots: Iterable[Spot], scale: float = 1.0) -> str:
    return "".join(laid(path, at, degrees, scale) for at, degrees in spots)


def merged_places(layout: BoardLayout, tone: Tone) -> list[str]:
    """Draw all enamel buttons at once, layer by layer."""
    radius = layout.measures.radius
    spots = [(layout.at[place.id], 0.0) for place in layout.board.places]
    marked = {name for names in layout.board.marks.values() for name in names}
    rings = [(layout.at[name], 0.0) for name in sorted(marked)]
    discs = ((1.0, INK), (RIM, tone.halo), (ENAMEL, tone.button))
    return [
        '<g class="places">',
        *(f'<path d="{_all(circle(part * radius), spots)}" fill="{ink}"/>' for part, ink in discs),
        f'<path d="{_all(shine(radius), spots)}" fill="none" stroke="{tone.halo}" '
        f'stroke-opacity="0.65" stroke-width="{SHINE * radius:.2f}" stroke-linecap="round"/>',
        f'<path class="marks" d="{_all(circle(RING * radius), rings)}" fill="none" '
        f'stroke="{tone.mark}" stroke-width="{RING_WIDTH * radius:.2f}"/>',
        "</g>",
    ]
