"""The routes that tickets still need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from fogline.core.board import PlaceId, Route, TicketId
from fogline.core.engine import route_refusals
from fogline.core.graph import Search
from fogline.core.table import View


class Ways:
    """The cheapest ways between places for the viewer, a seat: its own routes cost nothing.

    A route that is barred for the time being counts as open. Of several ways with the fewest spaces
    always the same one is found, so that what was found before stays true while nothing near it
    changes: the ways of an earlier view of the same seat save most of the work.
    """

    def __init__(self, view: View, before: Ways | None = None) -> None:
        # Not the view, which remembers its ways: neither would be freed without the other.
        self._board = view.board
        self._spaces = _spaces(view)
        self._known = {} if before is None else before.still_true(self._spaces)
        self._network = view.network(_seat(view))
        self._searches: dict[PlaceId, Search] = {}

    @cached_property
    def _costs(self) -> list[int | None]:
        """The costs of all routes, with a bit for each: no two ways cost the same."""
        return [
            spaces and spaces << len(self._spaces) | 1 << index
            for index, spaces in enumerate(self._spaces)
        ]

    def missing_routes(self, ticket: TicketId) -> list[Route] | None:
        """List the routes still to claim for a ticket, with the fewest spaces.

        `None` if there is no way left.
        """
        first, second = self._board.ticket[ticket].ends
        leader = self._network.get(first)
        if leader is not None and leader == self._network.get(second):
            return []
        if ticket not in self._known:
            self._known[ticket] = self._find(first, second)
        return self._known[ticket]

    def _find(self, first: PlaceId, second: PlaceId) -> list[Route] | None:
        # Where possible, search from the network: one search is enough for many tickets.
        if second in self._network and first not in self._network:
            way = self._way(self._network[second], first)
            return None if way is None else self._claimable(reversed(way))
        way = self._way(self._network.get(first, first), second)
        return None if way is None else self._claimable(way)

    def _way(self, start: PlaceId, goal: PlaceId) -> list[Route] | None:
        if start not in self._searches:
            self._searches[start] = Search(self._board, start, self._costs)
        return self._searches[start].way_to(goal)

    def _claimable(self, way: Iterable[Route]) -> list[Route]:
        return [route for route in way if self._spaces[route.index]]

    def still_true(self, spaces: list[int | None]) -> dict[TicketId, list[Route] | None]:
        """Return the ways that are the cheapest still, if routes were closed and nothing else."""
        if spaces == self._spaces:
            return self._known
        # A route has a fixed length: it is closed or open, or the viewer's own.
        if any(
            before is None or before == 0 or now == 0
            for before, now in zip(self._spaces, spaces, strict=True)
            if before != now
        ):
            return {}
        return {
            ticket: way
            for ticket, way in self._known.items()
            if way is None or all(spaces[route.index] == route.length for route in way)
        }


def _spaces(view: View) -> list[int | None]:
    """Say for each route how many spaces the viewer must claim to use it; `None` if it cannot."""
    seat, routes = _seat(view), view.board.routes
    spaces: list[int | None] = [
        route.length if owner is None else 0 if owner == seat else None
        for owner, route in zip(view.owners, routes, strict=True)
    ]
    for index, refusal in enumerate(route_refusals(view)):
        if refusal is not None and not refusal.temporary and spaces[index]:
            spaces[index] = None
    return spaces


def _seat(view: View) -> int:
    if view.seat is None:
        raise ValueError("a spectator has no tickets of its own")
    return view.seat
