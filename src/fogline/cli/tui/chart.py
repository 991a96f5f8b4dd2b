"""A board drawn with characters: ground, tracks, places and names, at any scale."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rich.style import Style

from fogline.cli.text.colors import ANY, SYMBOLS
from fogline.cli.tui.overview import Where, tracks
from fogline.core.board import PlaceId, Route, RouteId
from fogline.core.cards import Card
from fogline.core.messages import Seat
from fogline.picture import BoardLayout, Picture
from fogline.picture.geometry import Box, Point
from fogline.picture.ground import shapes
from fogline.picture.map_layout import Connection, track_boxes
from fogline.picture.palette import (
    INK,
    PAPER,
    PLAYER_INKS,
    TONES,
    PlayerInk,
    space_ink,
    symbol_ink,
)
from fogline.picture.tracks import ferry_spaces

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What tells the owners of routes apart where colours do not."""
GLOW = "#ffe45c"
"""Behind what is pointed at."""

_WIDEST_STRETCH = 2.4
"""How much wider than on paper a map may be, to use a wide window."""
_MARGIN = 5
_CROWDED = 0.06
"""The share of spaces on top of others from which on a board is drawn with lines instead."""
_LINE = "#9b8468"
_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a map shows on top of the board."""

    owners: Sequence[Seat | None]
    glowing: Collection[RouteId] = ()
    """Routes that are pointed at."""
    places: Collection[PlaceId] = ()
    """Places that are pointed at."""
    controllers: Mapping[PlaceId, Seat] = field(default_factory=dict)
    """Places with a marker of a seat."""
    notes: Mapping[PlaceId, str] = field(default_factory=dict)
    """What lies at a place, in a few letters."""
    important: Collection[PlaceId] = ()
    """Places that are named before others: the ends of the viewer's tickets."""
    colour: bool = True


@dataclass(slots=True)
class Cell:
    """One character of a map."""

    char: str = " "
    ink: str | None = None
    ground: str | None = None
    bold: bool = False

    def style(self, *, colour: bool) -> Style:
        """How to print it."""
        if not colour:
            return Style(bold=self.bold)
        return Style(color=self.ink, bgcolor=self.ground, bold=self.bold)


Grid = list[list[Cell]]
Taken = set[Where]
"""Cells that something is drawn on already."""


class Chart:
    """Draws one board at one scale."""

    def __init__(
        self, picture: Picture | None, layout: BoardLayout, size: tuple[int, int], zoom: float
    ) -> None:
        self.layout = layout
        self.board = layout.board
        self._tone = TONES["morning" if picture is None else picture.tone]
        left, top, right, bottom = _frame(layout)
        wide, high = max(right - left, 1.0), max(bottom - top, 1.0)
        per_row = (size[1] - 2) / high
        per_column = min((size[0] - 2 * _MARGIN) / wide, 2 * _WIDEST_STRETCH * per_row)
        per_row = min(per_row, per_column / 2 * 1.25)
        self._scale = (per_column * zoom, per_row * zoom)
        width = max(size[0], round(wide * self._scale[0]) + 2 * _MARGIN)
        height = max(size[1], round(high * self._scale[1]) + 2)
        self.size = (width, height)
        """Columns and rows of the whole map."""
        self._shift = (
            (width - wide * self._scale[0]) / 2 - left * self._scale[0],
            (height - high * self._scale[1]) / 2 - top * self._scale[1],
        )
        self._spaces = {
            route.id: cells
            for connection in layout.connections
            for route, cells in self._tracks(connection)
        }
        cells = [cell for spaces in self._spaces.values() for space in spaces for cell in space]
        self.small = len(set(cells)) < (1 - _CROWDED) * len(cells)
        """Whether there is no room for spaces, so that routes are lines."""
        self._at = self._place_cells()
        self._lines = tracks(layout, self._cells, self._at.values()) if self.small else {}
        self._strokes = {cell for track in self._lines.values() for cell, _ in track.line}
        self._ground = self._paint_ground([] if picture is None else shapes(picture, layout))

    def cell(self, point: Point) -> Where:
        """Find the column and row of a point."""
        x, y = self._cells(point)
        return math.floor(x), math.floor(y)

    def _place_cells(self) -> dict[PlaceId, Where]:
        """Return a cell for each place, next to its point where two would share one."""
        found: dict[PlaceId, Where] = {}
        for place in self.board.places:
            x, y = self.cell(self.layout.at[place.id])
            beside = (x + aside for aside in (0, 1, -1, 2, -2))
            free = (column for column in beside if (column, y) not in found.values())
            found[place.id] = next(free, x), y
        return found

    def middle(self, routes: Collection[RouteId], places: Collection[PlaceId]) -> Where:
        """Find the column and row in the middle of some routes and places."""
        ends = {end for route in routes for end in self.board.route[route].ends}
        found = [self.cell(self.layout.at[place]) for place in (*places, *ends)]
        columns, rows = [x for x, _ in found], [y for _, y in found]
        return (min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2

    def paint(self, overlay: Overlay) -> Grid:
        """Draw the board as it is now."""
        line = self._tone.line
        grid = [
            [Cell(char if overlay.colour else " ", line, ground) for char, ground in row]
            for row in self._ground
        ]
        taken: Taken = set()
        # What is pointed at lies on top, and what is claimed above what is not.
        glowing, owners = overlay.glowing, overlay.owners
        routes = sorted(
            self.board.routes,
            key=lambda route: (route.id in glowing, owners[route.index] is not None),
        )
        for route in routes:
            if self.small:
                self._paint_line(grid, route, overlay, taken)
            else:
                self._paint_route(grid, route, overlay, taken)
        for route in routes if self.small else ():
            self._paint_number(grid, route, overlay, taken)
        for place in self.board.places:
            self._paint_place(grid, place.id, overlay, taken)
        named = [(overlay.places, overlay.important), (overlay.controllers, overlay.notes)]
        first = sorted(
            self.board.places,
            key=lambda place: [all(place.id not in each for each in rank) for rank in named],
        )
        for place in first:
            self._paint_name(grid, place.id, overlay, taken)
        return grid

    def _cells(self, point: Point) -> tuple[float, float]:
        return (
            point[0] * self._scale[0] + self._shift[0],
            point[1] * self._scale[1] + self._shift[1],
        )

    def _paint_ground(
        self, outlines: Sequence[tuple[str, list[Point]]]
    ) -> list[list[tuple[str, str]]]:
        width, height = self.size
        inks = {"water": self._tone.water, "land": self._tone.land, "park": self._tone.park}
        rows = [[(" ", self._tone.land)] * width for _ in range(height)]
        for kind, points in outlines:
            line = [self._cells(point) for point in points]
            if kind in inks:
                for y, x0, x1 in _filled(line, height):
                    for x in range(max(0, round(x0)), min(width, round(x1))):
                        rows[y][x] = (" ", inks[kind])
            elif kind in {"border", "river", "ridge"} and not self.small:
                char = {"border": "·", "river": "~", "ridge": "^"}[kind]
                for x, y in _traced(line):
                    if 0 <= x < width and 0 <= y < height:
                        rows[y][x] = (char, rows[y][x][1])
        return rows

    def _tracks(self, connection: Connection) -> Iterator[tuple[Route, list[list[Where]]]]:
        """Yield each track of a connection with its cells, space by space."""
        curve = self.layout.curve(connection)
        middle = (len(connection.routes) - 1) / 2
        (x0, y0), (x1, y1) = (self._cells(self.layout.at[end]) for end in connection.ends)
        flat = abs(x1 - x0) >= 1.6 * abs(y1 - y0)
        lane = self.layout.measures.lane
        # Parallel tracks must not fall on the same characters.
        step = (
            (0.0, max(1.0, lane * self._scale[1]))
            if flat
            else (max(2.0, lane * self._scale[0]), 0.0)
        )
        for position, route in enumerate(connection.routes):
            aside = (position - middle) * step[0], (position - middle) * step[1]
            boxes = list(track_boxes(curve, route, 0.0, self.layout.measures))
            spaces = [self._space(box, aside) for box in boxes]
            yield route, spaces if route.ends == connection.ends else spaces[::-1]

    def _space(self, box: Box, aside: tuple[float, float]) -> list[Where]:
        x, y = self._cells((box.x, box.y))
        x, y = x + aside[0], y + aside[1]
        along = (
            2 * box.half_length * box.ux * self._scale[0],
            2 * box.half_length * box.uy * self._scale[1],
        )
        reach = max(abs(along[0]), abs(along[1]))
        # A character stays free between two spaces, as soon as there is room for it.
        count = max(1, math.floor(reach - 0.2))
        cells: list[Where] = []
        for k in range(count):
            t = (k - (count - 1) / 2) / max(reach, 1.0)
            cell = math.floor(x + along[0] * t), math.floor(y + along[1] * t)
            if cell not in cells:
                cells.append(cell)
        steep = abs(along[1]) > abs(along[0])
        if steep and 2 * box.half_width * self._scale[0] >= 1.5:
            cells = [wide for column, row in cells for wide in ((column, row), (column + 1, row))]
        return cells

    def _paint_route(self, grid: Grid, route: Route, overlay: Overlay, taken: Taken) -> None:
        owner = overlay.owners[route.index]
        glows = route.id in overlay.glowing
        ferries = set(ferry_spaces(route))
        for number, cells in enumerate(self._spaces[route.id]):
            if owner is not None:
                sign, (ink, ground) = LETTERS[owner], _owned(owner)
            elif number in ferries:
                sign, ink, ground = SYMBOLS[Card.WILD], INK, space_ink(route.colour)
            else:
                (sign, ink), ground = _open_space(route.colour), space_ink(route.colour)
            if glows and owner is None:
                ink, ground = INK, GLOW
            middle = (len(cells) - 1) // 2
            for k, (x, y) in enumerate(cells):
                if not self._inside(x, y):
                    continue
                cell = grid[y][x]
                shown = k == middle or not overlay.colour or owner is not None
                cell.char = sign if shown else " "
                if glows and owner is None and not overlay.colour:
                    cell.char = "#"
                cell.ink, cell.ground, cell.bold = ink, ground, owner is not None or glows
                taken.add((x, y))

    def _paint_line(self, grid: Grid, route: Route, overlay: Overlay, taken: Taken) -> None:
        owner = overlay.owners[route.index]
        glows = route.id in overlay.glowing
        for (x, y), stroke in self._lines[route.id].line:
            if not self._inside(x, y):
                continue
            cell = grid[y][x]
            cell.char, cell.ink = stroke, _LINE
            if owner is not None:
                cell.char = stroke if overlay.colour else LETTERS[owner]
                (cell.ink, cell.ground), cell.bold = _owned(owner), True
            elif glows:
                cell.char = stroke if overlay.colour else "#"
                cell.ink, cell.ground, cell.bold = INK, GLOW, True
            if owner is not None or glows:
                taken.add((x, y))  # names may hide other lines, since those go on behind them

    def _paint_number(self, grid: Grid, route: Route, overlay: Overlay, taken: Taken) -> None:
        """Write the length of a track on its colour, or the letter of its owner."""
        x, y = self._lines[route.id].number
        if not self._inside(x, y):
            return
        owner = overlay.owners[route.index]
        cell = grid[y][x]
        if owner is None:
            _, ink = _open_space(route.colour)
            cell.char = _DIGITS[route.length] if route.length < len(_DIGITS) else "+"
            cell.ink, cell.ground = ink, space_ink(route.colour)
        else:
            cell.char, (cell.ink, cell.ground) = LETTERS[owner], _owned(owner)
        cell.bold = True
        taken.add((x, y))

    def _paint_place(self, grid: Grid, place: PlaceId, overlay: Overlay, taken: Taken) -> None:
        x, y = self._at[place]
        if not self._inside(x, y):
            return
        controller = overlay.controllers.get(place)
        glows = place in overlay.places
        cell = grid[y][x]
        if controller is None:
            cell.char, cell.ink, cell.ground = "◉", self._tone.button, GLOW if glows else PAPER
        else:
            cell.char, (cell.ink, cell.ground) = LETTERS[controller], _owned(controller)
        cell.bold = True
        taken.add((x, y))

    def _paint_name(self, grid: Grid, place: PlaceId, overlay: Overlay, taken: Taken) -> None:
        glows = place in overlay.places
        label = self.layout.labels[place]
        note = overlay.notes.get(place, "")
        forms = list(_forms(self.board.place[place].name, label.lines, note))
        # On a small map a name in full that hides no line is best, then any that can be read.
        tries = [(form, True) for form in forms[: self._full(label.lines)]] if self.small else []
        for lines, clear in [*tries, *((form, False) for form in forms)]:
            for left, top in self._spots(place, label.wind, lines):
                cells = {
                    (left + k, top + row)
                    for row, line in enumerate(lines)
                    for k in range(len(line))
                }
                if cells & taken or not all(self._inside(x, y) for x, y in cells):
                    continue
                if clear and cells & self._strokes:
                    continue
                around = {(left - 1, top + row) for row in range(len(lines))}
                around |= {(left + len(line), top + row) for row, line in enumerate(lines)}
                taken |= cells | around
                for row, line in enumerate(lines):
                    for k, char in enumerate(line):
                        cell = grid[top + row][left + k]
                        cell.char, cell.ink, cell.bold = char, INK, glows
                        if glows:
                            cell.ground = GLOW
                return

    @staticmethod
    def _full(lines: Sequence[str]) -> int:
        """Count the forms of a name that are not cut short."""
        return 2 if len(lines) > 1 else 1

    def _spots(self, place: PlaceId, wind: str, lines: Sequence[str]) -> Iterator[Where]:
        """Yield the upper left cells to try for a label, the direction of the picture first."""
        x, y = self._at[place]
        wide, high = max(map(len, lines)), len(lines)
        sides: dict[str, Where] = {
            "e": (x + 2, y - (high - 1) // 2),
            "w": (x - wide - 1, y - (high - 1) // 2),
            "n": (x - wide // 2, y - high),
            "s": (x - wide // 2, y + 1),
            "ne": (x + 1, y - high),
            "nw": (x - wide, y - high),
            "se": (x + 1, y + 1),
            "sw": (x - wide, y + 1),
        }
        wanted = wind if wind in sides else wind[-2:] if wind[-2:] in sides else "e"
        yield sides[wanted]
        yield from (spot for side, spot in sides.items() if side != wanted)

    def _inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.size[0] and 0 <= y < self.size[1]


def seat_ink(seat: Seat) -> PlayerInk:
    """Return the colour of a seat; at large tables colours repeat, and letters do not."""
    return PLAYER_INKS[seat % len(PLAYER_INKS)]


def _owned(seat: Seat) -> tuple[str, str]:
    """Return the inks of a letter and of the ground under it, for what a seat owns."""
    inks = seat_ink(seat)
    return inks.on, inks.ink


def _frame(layout: BoardLayout) -> tuple[float, float, float, float]:
    """The smallest rectangle around all places and the ends of their names."""
    points = list(layout.at.values())
    points += [(box.x, box.y) for boxes in layout.spaces.values() for box in boxes]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _open_space(colour: Card | None) -> tuple[str, str]:
    return (ANY, INK) if colour is None else (SYMBOLS[colour], symbol_ink(colour))


def _forms(name: str, lines: tuple[str, ...], note: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to write a name, from the fullest to the shortest."""
    tail = f" {note}" if note else ""
    if len(lines) > 1:
        yield (*lines[:-1], f"{lines[-1]}{tail}")
    yield (f"{name}{tail}",)
    short = name.removeprefix("The ")
    for length in (8, 5, 3):
        if len(short) > length + 1:
            yield (f"{short[:length].rstrip()}.{tail}",)
    yield (short[:3],)


def _filled(outline: Sequence[Point], height: int) -> Iterator[tuple[int, float, float]]:
    """Yield the rows of a polygon: the row, and where it begins and ends."""
    for row in range(height):
        y = row + 0.5
        crossings = sorted(
            ax + (y - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
            if (ay <= y) != (by <= y)
        )
        for start, end in zip(crossings[::2], crossings[1::2], strict=False):
            yield row, start, end


def _traced(line: Sequence[Point]) -> Iterator[Where]:
    """Yield the cells along a line."""
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, math.ceil(max(abs(bx - ax), abs(by - ay))))
        for k in range(steps):
            yield (
                math.floor(ax + (bx - ax) * k / steps),
                math.floor(ay + (by - ay) * k / steps),
            )
