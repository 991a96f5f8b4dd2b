"""Relax a map into a cartogram where every space has the same size and nothing collides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fogline.core.board import Board, PlaceId
from fogline.picture.coarse_layout import CoarseLayout
from fogline.picture.fine_layout import FineLayout
from fogline.picture.geometry import Box, Point
from fogline.picture.initial_layout import default_measures, spring
from fogline.picture.map_layout import BoardLayout, Measures, Web, label_box

_STEPS = (20.0, 12.0, 7.0, 4.0, 2.0)
_MENDING = (30.0, 18.0, 9.0, 4.0)
"""Sizes of trial moves for a space 44 units long, from coarse to fine."""


_LEAST_GROWTH, _MOST_GROWTH = 1.15, 2.5
"""The least and the greatest factor by which a small board is enlarged."""


def relax(
    board: Board,
    start: Mapping[PlaceId, Point] | None = None,
    measures: Measures | None = None,
    *,
    effort: int = 1,
) -> BoardLayout:
    """Arrange a board from start positions, or from its graph alone if there are none.

    Without `measures`, a small board is enlarged until it fills its sheet. Deterministic: the same
    board and start give the same layout. `effort` multiplies the number of steps; 1
    takes a few seconds, a picture that will be kept deserves more.
    """
    if measures is None:
        return _filling(relax(board, start, default_measures(board), effort=effort))
    begin = start or spring(board, measures)
    web = Web.of(board)
    home = [begin[name] for name in web.ids]
    coarse = CoarseLayout(web, measures, home)
    for k in range(60):
        coarse.round(0.02 * (1 - k / 60), 0.5)

    # Labels take part once the tracks have room; their positions are chosen again as the
    # map changes.
    for _ in range(2 + effort):
        chooser = FineLayout(web, measures, coarse.at, home, coarse.bends)
        chooser.label_all()
        chooser.label_all()
        coarse.labels = [
            _relative(label_box(at, label, measures), at)
            for at, label in zip(chooser.at, chooser.labels, strict=True)
        ]
        for _ in range(25):
            coarse.round(0.002, 0.45)

    fine = FineLayout(web, measures, coarse.at, home, coarse.bends)
    fine.label_all()
    _refine(fine, _STEPS, effort)
    return _finished(board, web, fine)


def _filling(layout: BoardLayout) -> BoardLayout:
    """Enlarge a layout until it fills its sheet; all sizes grow equally, so nothing collides."""
    measures = layout.measures
    boxes = [*(layout.label(place) for place in layout.at), *map(layout.button, layout.at)]
    corners = [point for box in boxes for point in box.corners()]
    corners += [point for row in layout.spaces.values() for box in row for point in box.corners()]
    low = [min(point[i] for point in corners) for i in (0, 1)]
    high = [max(point[i] for point in corners) for i in (0, 1)]
    left, top, right, bottom = measures.frame
    room = (right - left, bottom - top)
    factor = min(*(room[i] / (high[i] - low[i]) for i in (0, 1)), _MOST_GROWTH)
    if factor < _LEAST_GROWTH:
        return layout
    middle = ((left + right) / 2, (top + bottom) / 2)

    def grown(point: Point) -> Point:
        return (
            round(middle[0] + (point[0] - (low[0] + high[0]) / 2) * factor, 1),
            round(middle[1] + (point[1] - (low[1] + high[1]) / 2) * factor, 1),
        )

    return replace(
        layout,
        measures=replace(
            measures,
            space=(round(measures.space[0] * factor, 1), round(measures.space[1] * factor, 1)),
            radius=round(measures.radius * factor, 1),
            text=round(measures.text * factor, 1),
        ),
        at={place: grown(point) for place, point in layout.at.items()},
        labels={
            place: replace(label, shift=(label.shift[0] * factor, label.shift[1] * factor))
            for place, label in layout.labels.items()
        },
        bends={name: round(bend * factor, 1) for name, bend in layout.bends.items()},
    )


def tidy(layout: BoardLayout, *, effort: int = 1) -> BoardLayout:
    """Repair a layout that was edited by hand, with small moves only."""
    web = Web.of(layout.board)
    fine = _fine_layout(layout, web)
    _refine(fine, _STEPS[-2:], effort)
    return _finished(layout.board, web, fine)


def choose_labels(layout: BoardLayout) -> BoardLayout:
    """Find a direction for every label that has none."""
    web = Web.of(layout.board)
    unset = [k for k, place in enumerate(web.ids) if place not in layout.labels]
    if not unset:
        return layout
    chooser = _fine_layout(layout, web)
    for k in unset * 2:
        chooser.try_label(k)
    return replace(layout, labels=dict(zip(web.ids, chooser.labels, strict=True)))


def _fine_layout(layout: BoardLayout, web: Web) -> FineLayout:
    at = [layout.at[place] for place in web.ids]
    bends = [layout.bends.get(connection.id, 0.0) for connection in web.connections]
    fine = FineLayout(web, layout.measures, at, at, bends)
    for place, label in layout.labels.items():
        fine.set_label(web.ids.index(place), label)
    return fine


def _refine(fine: FineLayout, steps: Sequence[float], effort: int) -> None:
    scale = fine.measures.space[0] / 44
    for step in steps:
        for _ in range(2 * effort):
            if not fine.sweep(step * scale):
                break
    fine.loosen()
    for step in _MENDING * effort:
        if not fine.mend(step * scale):
            break
        fine.sweep(2.0 * scale)


def _finished(board: Board, web: Web, fine: FineLayout) -> BoardLayout:
    return BoardLayout(
        board,
        fine.measures,
        {name: (round(x, 1), round(y, 1)) for name, (x, y) in zip(web.ids, fine.at, strict=True)},
        dict(zip(web.ids, fine.labels, strict=True)),
        {
            connection.id: round(bend, 1)
            for connection, bend in zip(web.connections, fine.bends, strict=True)
            if abs(bend) >= 0.05
        },
    )


def _relative(box: Box, at: Point) -> Box:
    return box._replace(x=box.x - at[0], y=box.y - at[1])
