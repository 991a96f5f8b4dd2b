"""The routes that a ticket still needs."""

from __future__ import annotations

from collections.abc import Mapping

from fogline.core.board import Route, RouteId, TicketId
from fogline.core.engine import route_refusal
from fogline.core.graph import cheapest_way
from fogline.core.refusal import Refusal
from fogline.core.table import View

Barred = Mapping[RouteId, Refusal | None]
"""For each route why the viewer could not claim it now."""


def barred_routes(view: View) -> Barred:
    """Say for each route why the viewer could not claim it now, even with the right cards."""
    return {route.id: route_refusal(view, route) for route in view.board.routes}


def missing_routes(view: View, ticket: TicketId, barred: Barred) -> list[Route] | None:
    """List the routes still to claim for a ticket, with the fewest spaces.

    `None` if there is no way left. A route that is barred for the time being counts as open.
    """

    def spaces(route: Route) -> int | None:
        if view.owners[route.index] == view.seat:
            return 0
        refusal = barred[route.id]
        return route.length if refusal is None or refusal.temporary else None

    way = cheapest_way(view.board, view.board.ticket[ticket].ends, spaces)
    if way is None:
        return None
    return [route for route in way if view.owners[route.index] != view.seat]
