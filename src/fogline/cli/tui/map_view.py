"""The map of a board as a widget that can be moved and magnified."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from fogline.cli.tui.chart import Chart, Grid, Overlay
from fogline.core.board import PlaceId, RouteId
from fogline.picture import BoardLayout, Picture

ZOOMS = (1.0, 1.4, 2.0, 2.8, 4.0)
_STEP = (6, 2)


class MapView(Widget, can_focus=True):
    """Shows a part of a board, or all of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "pan(-1, 0)", show=False, id="map-left"),
        Binding("right", "pan(1, 0)", show=False, id="map-right"),
        Binding("up", "pan(0, -1)", show=False, id="map-up"),
        Binding("down", "pan(0, 1)", show=False, id="map-down"),
    ]

    def __init__(self, picture: Picture | None, layout: BoardLayout, name: str) -> None:
        super().__init__(id=name)
        self._picture = picture
        self._layout = layout
        self._zoom = 0
        self._offset: tuple[int, int] | None = None
        """The cell of the map in the upper left corner; `None` shows the middle."""
        self._window = (0, 0)
        """The size for which the map is drawn."""
        self._chart: Chart | None = None
        self._grid: Grid | None = None
        self._overlay = Overlay([None] * len(layout.board.routes))

    @property
    def magnified(self) -> bool:
        """Whether less than the whole board is shown."""
        return self._zoom > 0

    def show(self, overlay: Overlay) -> None:
        """Draw the board as it is now."""
        if overlay != self._overlay:
            self._overlay = overlay
            self._grid = None
            self.refresh()

    def look_at(self, routes: Collection[RouteId], places: Collection[PlaceId]) -> None:
        """Move the map until some routes or places are visible."""
        if not (routes or places) or not self.magnified:
            return
        chart = self._drawn()
        x, y = chart.middle(routes, places)
        left, top = self._corner(chart)
        wide, high = self.size
        if not (left + 4 <= x < left + wide - 4 and top + 2 <= y < top + high - 2):
            self._offset = (x - wide // 2, y - high // 2)
            self.refresh()

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the map by a few characters."""
        left, top = self._corner(self._drawn())
        self._offset = (left + columns * _STEP[0], top + rows * _STEP[1])
        self._offset = self._corner(self._drawn())
        self.refresh()

    def zoom(self, change: int) -> None:
        """Show less of the board and larger, or more of it; 0 shows all."""
        before = self._drawn()
        left, top = self._corner(before)
        middle = (
            (left + self.size.width / 2) / before.size[0],
            (top + self.size.height / 2) / before.size[1],
        )
        self._zoom = min(max(self._zoom + change, 0), len(ZOOMS) - 1) if change else 0
        self._chart = self._grid = None
        after = self._drawn()
        self._offset = (
            round(middle[0] * after.size[0] - self.size.width / 2),
            round(middle[1] * after.size[1] - self.size.height / 2),
        )
        self.refresh()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Magnify."""
        event.stop()
        self.zoom(1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Show more."""
        event.stop()
        self.zoom(-1)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Take the whole width."""
        return container.width

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        chart = self._drawn()
        if self._grid is None:
            self._grid = chart.paint(self._overlay)
        left, top = self._corner(chart)
        row = self._grid[top + y][left : left + self.size.width]
        colour = self._overlay.colour
        return Strip([Segment(cell.char, cell.style(colour=colour)) for cell in row]).simplify()

    def _drawn(self) -> Chart:
        """Return the map for the size of the window, which may change before a line is drawn."""
        size = (max(self.size.width, 20), max(self.size.height, 6))
        if size != self._window:
            self._chart = self._grid = self._offset = None
            self._window = size
        if self._chart is None:
            self._chart = Chart(self._picture, self._layout, size, ZOOMS[self._zoom])
        return self._chart

    def _corner(self, chart: Chart) -> tuple[int, int]:
        most = (chart.size[0] - self.size.width, chart.size[1] - self.size.height)
        left, top = (most[0] // 2, most[1] // 2) if self._offset is None else self._offset
        return min(max(left, 0), max(most[0], 0)), min(max(top, 0), max(most[1], 0))
