"""Hints at one table."""

from __future__ import annotations

from collections.abc import Collection

from fogline.core.board import RouteId
from fogline.core.messages import Seat
from fogline.core.ticket_paths import TicketPaths
from fogline.core.view import view_of
from fogline.table.hints import HintsModel, find_paths, hints_for
from fogline.table.problems import Code, Problem
from fogline.table.table_state import TableState
from fogline.table.viewers import Viewer
from fogline.table.wording import wording_at


class Advisor:
    """Gives hints, and keeps the paths that it found for the tickets of each seat."""

    def __init__(self) -> None:
        self._paths: dict[Seat, TicketPaths] = {}

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
        wording = wording_at(table, viewer.language, words=viewer.words)
        view = view_of(table.state, viewer.seat)
        if tickets:
            find_paths(view, self._paths)
        return hints_for(view, table.version, wording, routes, tickets=tickets)
