"""Draw a board as one self-contained SVG."""

from __future__ import annotations

import math
from html import escape

from fogline.core.board import Board, PlaceId, Route, slug
from fogline.core.cards import COLOURS, Card
from fogline.picture.furniture import band, button, mark_name, space_name
from fogline.picture.geometry import Box
from fogline.picture.ground import ground, shades
from fogline.picture.layout import Layout, Measures
from fogline.picture.ornaments import ornament
from fogline.picture.palette import INK, PAPER, TONES, Tone, space_ink, symbol_ink
from fogline.picture.reader import Picture
from fogline.picture.relax import relax
from fogline.picture.score_track import EDGE, score_track, sheet
from fogline.picture.symbols import ferry_mark, symbol
from fogline.picture.text import BODY, text_width


def draw(board: Board, picture: Picture | Layout | None = None) -> str:
    """Draw a board from its picture, from a layout, or, without either, relaxed from its graph."""
    prefix = f"fogline-{slug(board.id)}"
    if isinstance(picture, Picture):
        layout, tone, ferry = picture.layout(), TONES[picture.tone], picture.ferry
        under = [*ground(picture, layout, tone, prefix), *_ornaments(picture, tone)]
    else:
        layout, tone, ferry = picture or relax(board), TONES["morning"], "boat"
        under = []
    measures = layout.measures
    width, height = measures.canvas
    inner = (width - 2 * EDGE, height - measures.band - EDGE)
    window = f'x="{EDGE:g}" y="{EDGE:g}" width="{inner[0]:g}" height="{inner[1]:g}" rx="10"'
    left, top, wide, high = sheet(measures)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">',
        f'<title id="{prefix}-title">{escape(board.name)}</title>',
        f'<desc id="{prefix}-desc">{escape(_description(board))}</desc>',
        "<defs>",
        f'<clipPath id="{prefix}-window"><rect {window}/></clipPath>',
        *shades(measures, tone, prefix),
        *_space_shapes(board, measures, prefix, ferry),
        "</defs>",
        f'<rect class="sheet" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" '
        f'fill="{tone.sheet}"/>',
        f'<g class="ground" clip-path="url(#{prefix}-window)">',
        f'<rect {window} fill="url(#{prefix}-land)"/>',
        *under,
        "</g>",
        f'<rect {window} fill="none" stroke="{INK}" stroke-width="1.6"/>',
        *_beds(layout, tone),
        '<g class="routes">',
        *(line for route in board.routes for line in _route(layout, route, prefix)),
        "</g>",
        *_places(layout, tone),
        *_labels(layout, tone),
        *score_track(measures, tone),
        *band(board, measures, tone, prefix),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _ornaments(picture: Picture, tone: Tone) -> list[str]:
    return [ornament(one.kind, one.at, one.width, tone) for one in picture.ornaments]


def _description(board: Board) -> str:
    spaces = sum(route.length for route in board.routes)
    return (
        f"The board {board.name}: {len(board.places)} places joined by {len(board.routes)} routes "
        f"with {spaces} spaces."
    )


def _space_shapes(board: Board, measures: Measures, prefix: str, ferry: str) -> list[str]:
    """Draw the spaces to be used again and again: one per colour, and one more per ferry colour."""
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
        f"{_space(measures, colour, _aside(measures, colour))}</g>"
        for colour in colours
        if colour in ferries
    ]
    return [*shapes, f'<g id="{prefix}-mark">{_roundel(measures, ferry)}</g>']


def _aside(measures: Measures, colour: Card | None) -> float:
    """Tell how far symbol and ferry mark stand from the middle when they share a space."""
    return 0.23 * measures.space[0] if colour else 0.0


def _space(measures: Measures, colour: Card | None, aside: float) -> str:
    length, width = measures.space
    size = 0.76 * width
    keyline = INK if colour is Card.WHITE else PAPER
    inset = 0.13 * width
    pieces = [
        f'<rect class="shape" x="{-length / 2:g}" y="{-width / 2:g}" width="{length:g}" '
        f'height="{width:g}" rx="{0.24 * width:.2f}" fill="{space_ink(colour)}" '
        f'stroke="{INK}" stroke-width="{0.055 * width:.2f}"/>',
        f'<rect x="{-length / 2 + inset:.2f}" y="{-width / 2 + inset:.2f}" '
        f'width="{length - 2 * inset:.2f}" height="{width - 2 * inset:.2f}" '
        f'rx="{0.14 * width:.2f}" fill="none" stroke="{keyline}" '
        f'stroke-opacity="0.38" stroke-width="{0.05 * width:.2f}"/>',
    ]
    if colour:
        pieces.append(symbol(colour, symbol_ink(colour), size, -aside))
    return "".join(pieces)


def _roundel(measures: Measures, kind: str) -> str:
    """Draw a ferry mark on a roundel of paper, so that it reads on every colour."""
    width = measures.space[1]
    return (
        f'<circle r="{0.48 * width:.2f}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="{0.05 * width:.2f}"/>{ferry_mark(kind, INK, 0.64 * width)}'
    )


def _way(layout: Layout, route: Route) -> str:
    """Trace the line of a track: from place to place through the middles of its spaces."""
    start, end = (layout.at[place] for place in route.ends)
    boxes = layout.spaces[route.id]
    points = [start, *_tips(boxes[0], -1), *((box.x, box.y) for box in boxes[1:-1])]
    points += [*_tips(boxes[-1], 1), end]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _tips(box: Box, side: int) -> list[tuple[float, float]]:
    near = (box.x + side * box.ux * box.half_length, box.y + side * box.uy * box.half_length)
    return [near, (box.x, box.y)] if side < 0 else [(box.x, box.y), near]


def _beds(layout: Layout, tone: Tone) -> list[str]:
    """Draw what tracks lie on: a pale bed that lifts them off the ground, and a thin rail."""
    ways = "".join(_way(layout, route) for route in layout.board.routes)
    width = layout.measures.space[1]
    joined = 'fill="none" stroke-linejoin="round"'
    return [
        f'<path class="bed" d="{ways}" {joined} stroke="{tone.bed}" stroke-opacity="0.8" '
        f'stroke-width="{1.4 * width:.1f}"/>',
        f'<path class="rails" d="{ways}" {joined} stroke="{INK}" stroke-opacity="0.5" '
        f'stroke-width="{max(0.09 * width, 1.2):.1f}"/>',
    ]


def _route(layout: Layout, route: Route, prefix: str) -> list[str]:
    marked = set(ferry_spaces(route))
    names = " – ".join(layout.board.place[place].name for place in route.ends)
    colour = space_name(route.colour)
    said = f"{names}: {route.length} {colour}" + (f", {route.ferries} wild" if marked else "")
    lines = [
        f'<g class="route {colour}" data-route="{escape(route.id)}">',
        f"<title>{escape(said)}</title>",
    ]
    for k, box in enumerate(layout.spaces[route.id]):
        angle = math.degrees(math.atan2(box.uy, box.ux))
        # Symbols stand upright rather than on their heads.
        angle = (angle + 90) % 180 - 90
        shape = f"ferry-{colour}" if k in marked else colour
        lines.append(
            f'<use class="space" href="#{prefix}-{shape}" '
            f'transform="translate({box.x:.1f} {box.y:.1f}) rotate({angle:.1f})"/>'
        )
        if k in marked:
            aside = _aside(layout.measures, route.colour)
            x = box.x + aside * math.cos(math.radians(angle))
            y = box.y + aside * math.sin(math.radians(angle))
            lines.append(
                f'<use class="ferry" href="#{prefix}-mark" transform="translate({x:.1f} {y:.1f})"/>'
            )
    return [*lines, "</g>"]


def ferry_spaces(route: Route) -> list[int]:
    """Choose the spaces of a route that carry its wild marks: spread evenly along it."""
    count = min(route.ferries, route.length)
    return [(2 * k + 1) * route.length // (2 * count) for k in range(count)]


def _places(layout: Layout, tone: Tone) -> list[str]:
    marks: dict[PlaceId, list[str]] = {}
    for mark, singled_out in layout.board.marks.items():
        for name in singled_out:
            marks.setdefault(name, []).append(mark_name(mark))
    lines = ['<g class="places">']
    for place in layout.board.places:
        x, y = layout.at[place.id]
        said = ", ".join([place.name, *marks.get(place.id, [])])
        lines.append(
            f'<g class="place" data-place="{escape(place.id)}"><title>{escape(said)}</title>'
            f"{button(x, y, layout.measures.radius, tone, marked=place.id in marks)}</g>"
        )
    return [*lines, "</g>"]


def _labels(layout: Layout, tone: Tone) -> list[str]:
    size = layout.measures.text
    lines = [
        f'<g class="labels" font-family="{BODY}" font-size="{size:g}" font-weight="600" '
        f'text-anchor="middle" fill="{INK}" stroke="{tone.halo}" stroke-opacity="0.9" '
        f'stroke-width="{0.26 * size:.1f}" stroke-linejoin="round" paint-order="stroke">'
    ]
    for place in layout.board.places:
        box = layout.label(place.id)
        rows = layout.labels[place.id].lines
        for k, row in enumerate(rows):
            y = box.y + (k - (len(rows) - 1) / 2) * size + 0.35 * size
            lines.append(_label_line(place.id, row, box.x, y, size))
    return [*lines, "</g>"]


def _label_line(place: PlaceId, row: str, x: float, y: float, size: float) -> str:
    # The length is fixed so that a label keeps to its rectangle whatever face is at hand.
    wide = text_width(row, size)
    return (
        f'<text data-label="{escape(place)}" x="{x:.1f}" y="{y:.1f}" textLength="{wide:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(row)}</text>'
    )
