"""Draws a board as one self-contained SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from fogline.core.board import Board, PlaceId, slug
from fogline.picture.ground import ground, shades
from fogline.picture.legend import band, button, mark_name
from fogline.picture.lettering import BODY, text_width
from fogline.picture.map_layout import BoardLayout
from fogline.picture.merged import merged_places, merged_routes
from fogline.picture.ornaments import ornament
from fogline.picture.palette import INK, TONES, Tone
from fogline.picture.picture_reader import Picture
from fogline.picture.relax import relax
from fogline.picture.score_track import EDGE, score_track, sheet, stage
from fogline.picture.tracks import beds, route_group, space_shapes


class _Sheet(NamedTuple):
    """The parts of every drawing of a board."""

    layout: BoardLayout
    tone: Tone
    ferry: str
    prefix: str
    """The prefix of all ids, so that several boards can be shown on one page."""
    under: list[str]


def draw(board: Board, picture: Picture | BoardLayout | None = None) -> str:
    """Draw a board from its picture or a layout; without either, from a layout of its graph.

    Each route and each place is a separate group with a title, which can be found and restyled.
    """
    drawn = _sheet_of(board, picture)
    layout, tone, measures, prefix = drawn.layout, drawn.tone, drawn.layout.measures, drawn.prefix
    return _svg(
        drawn,
        sheet(measures),
        space_shapes(board, measures, prefix, drawn.ferry),
        [
            '<g class="routes">',
            *(line for route in board.routes for line in route_group(layout, route, prefix)),
            "</g>",
            *_places(layout, tone),
            *_labels(layout, tone),
            *score_track(measures, tone),
            *band(board, measures, tone, prefix),
        ],
    )


def draw_table(board: Board, picture: Picture | BoardLayout | None = None) -> str:
    """Draw the parts that a game needs, map and score track, in few large elements.

    A browser takes ten times as long over a thousand small ones.
    """
    drawn = _sheet_of(board, picture)
    layout, tone, measures = drawn.layout, drawn.tone, drawn.layout.measures
    return _svg(
        drawn,
        stage(measures),
        [],
        [
            *merged_routes(layout, drawn.ferry),
            *merged_places(layout, tone),
            *_labels(layout, tone),
            *score_track(measures, tone),
        ],
    )


def _sheet_of(board: Board, picture: Picture | BoardLayout | None) -> _Sheet:
    prefix = f"fogline-{slug(board.id)}"
    if isinstance(picture, Picture):
        layout, tone = picture.layout(), TONES[picture.tone]
        under = [*ground(picture, layout, tone, prefix), *_ornaments(picture, tone)]
        return _Sheet(layout, tone, picture.ferry, prefix, under)
    return _Sheet(picture or relax(board), TONES["morning"], "boat", prefix, [])


def _svg(
    drawn: _Sheet,
    view: tuple[float, float, float, float],
    shapes: Sequence[str],
    above: Sequence[str],
) -> str:
    layout, tone, prefix = drawn.layout, drawn.tone, drawn.prefix
    board, measures = layout.board, layout.measures
    width, height = measures.canvas
    inner = (width - 2 * EDGE, height - measures.band - EDGE)
    window = f'x="{EDGE:g}" y="{EDGE:g}" width="{inner[0]:g}" height="{inner[1]:g}" rx="10"'
    left, top, wide, high = view
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">',
        f'<title id="{prefix}-title">{escape(board.name)}</title>',
        f'<desc id="{prefix}-desc">{escape(_description(board))}</desc>',
        "<defs>",
        f'<clipPath id="{prefix}-window"><rect {window}/></clipPath>',
        *shades(measures, tone, prefix),
        *shapes,
        "</defs>",
        f'<rect class="sheet" x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" '
        f'fill="{tone.sheet}"/>',
        f'<g class="ground" clip-path="url(#{prefix}-window)">',
        f'<rect {window} fill="url(#{prefix}-land)"/>',
        *drawn.under,
        "</g>",
        f'<rect {window} fill="none" stroke="{INK}" stroke-width="1.6"/>',
        *beds(layout, tone),
        *above,
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


def _places(layout: BoardLayout, tone: Tone) -> list[str]:
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


def _labels(layout: BoardLayout, tone: Tone) -> list[str]:
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
    # The length is fixed so that a label fits its rectangle in any available font.
    wide = text_width(row, size)
    return (
        f'<text data-label="{escape(place)}" x="{x:.1f}" y="{y:.1f}" textLength="{wide:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(row)}</text>'
    )
