"""Hints at one table."""

from __future__ import annotations

from collections.abc import Collection

from fogline.core.board import RouteId
from fogline.core.messages import Seat
from fogline.core.view import view_of
from fogline.table.hints import HintsModel, SeatHints
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState
from fogline.table.viewers import Viewer
from fogline.table.wording import wording_at


class Advisor:
    """Gives hints, and keeps those of the last view of each seat."""

    def __init__(self) -> None:
        self._hints: dict[Seat | None, SeatHints] = {}

    def hints(
        self,
        table: TableState,
        viewer: Viewer,
        routes: Collection[RouteId] | None,
        *,
        tickets: bool = True,
    ) -> HintsModel:
        """Compute hints for a viewer: for these routes, or for all; and for tickets."""
        if table.state is None:
            raise Problem(Code.WRONG_STATUS, "Hints are available once the game has started.")
        seat, view = viewer.seat, view_of(table.state, viewer.seat)
        kept = self._hints.get(seat)
        if kept is None or kept.view is not view:
            kept = self._hints[seat] = SeatHints(view, None if kept is None else kept.paths)
        wording = wording_at(table, viewer.language, words=viewer.words)
        return kept.model(table.version, wording, routes, tickets=tickets)
