"""Checks of a board as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from fogline.boards.board_parts import TicketEntry
from fogline.boards.inspection import Inspection
from fogline.core.board import Board
from fogline.core.graph import shortest


def check_network(inspection: Inspection, board: Board, tickets: Sequence[TicketEntry]) -> None:
    """Check that routes touch all places, and that tickets are worth their distance."""
    for index, place in enumerate(board.places):
        if not board.routes_at[place.id]:
            inspection.warning(("places", index), f"no route touches {place.name}")
    for index, ticket in enumerate(tickets):
        if ticket.ends is None:
            continue
        way = ("tickets", index)
        start, goal = (board.place[end].name for end in ticket.ends)
        spaces = shortest(board, ticket.ends)
        if spaces is None:
            inspection.error(
                way, f"ticket {start} – {goal} cannot be completed: no routes join its two places"
            )
        # On a board with errors the lengths may be wrong as well.
        elif not inspection.failed and ticket.points != spaces:
            inspection.warning(
                (*way, "points"),
                f"ticket {start} – {goal} is worth {ticket.points},"
                f" but its shortest path has {spaces} spaces",
            )
