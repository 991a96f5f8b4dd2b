"""The routes that tickets still need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from fogline.core.board import PlaceId, Route, TicketId
from fogline.core.engine import barred
from fogline.core.graph import PathSearch
from fogline.core.route_set import RouteSet
from fogline.core.table import View


class TicketPaths:
    """The cheapest paths between places for the viewer, whose own routes cost nothing.

    A route that is barred for the time being counts as open. Of several paths with the fewest
    spaces always the same one is found. The paths of an earlier view of the same seat that are
    still the cheapest are taken over, which saves most of the work.
    """

    def __init__(self, view: View, before: TicketPaths | None = None) -> None:
        # Keep no reference to the view: it refers to its paths, and a cycle delays freeing both.
        seat = _seat(view)
        self._board = view.board
        self._own = view.ticket_routes(seat).bits
        self._closed = _closed(view, self._own)
        self._network = view.ticket_network(seat)
        self._known: dict[TicketId, _Path | None] = {}
        self._searches: dict[PlaceId, PathSearch] = {}
        if before is not None:
            self._known, self._searches = before.still_true(self._own, self._closed)

    @cached_property
    def _costs(self) -> list[int | None]:
        """Return the costs of all routes."""
        costs: list[int | None] = [*self._board.path_costs]
        for index in RouteSet(self._own):
            costs[index] = 0
        for index in RouteSet(self._closed):
            costs[index] = None
        return costs

    def missing_routes(self, ticket: TicketId) -> list[Route] | None:
        """Return the routes still to claim for a ticket, with the fewest spaces.

        `None` if there is no path left.
        """
        first, second = self._board.ticket[ticket].ends
        leader = self._network.get(first)
        if leader is not None and leader == self._network.get(second):
            return []
        if ticket not in self._known:
            self._known[ticket] = self._find(first, second)
        found = self._known[ticket]
        return None if found is None else found.routes

    def _find(self, first: PlaceId, second: PlaceId) -> _Path | None:
        # Where possible, search from the network: one search is enough for many tickets.
        if second in self._network and first not in self._network:
            path = self._search(self._network[second], first)
            return None if path is None else self._to_claim(reversed(path))
        path = self._search(self._network.get(first, first), second)
        return None if path is None else self._to_claim(path)

    def _search(self, start: PlaceId, goal: PlaceId) -> list[Route] | None:
        if start not in self._searches:
            self._searches[start] = PathSearch(self._board, start, self._costs)
        return self._searches[start].path_to(goal)

    def _to_claim(self, path: Iterable[Route]) -> _Path:
        routes = [route for route in path if not self._own >> route.index & 1]
        return _Path(routes, sum([1 << route.index for route in routes]))

    def still_true(
        self, own: int, closed: int
    ) -> tuple[dict[TicketId, _Path | None], dict[PlaceId, PathSearch]]:
        """Return the paths that are still the cheapest with these routes owned or closed.

        Return the searches, too, if the owned and closed routes are the same.
        """
        if own != self._own or self._closed & ~closed:
            return {}, {}
        if closed == self._closed:
            return self._known, self._searches
        still_open = {
            ticket: path
            for ticket, path in self._known.items()
            if path is None or not path.bits & closed
        }
        return still_open, {}


class _Path(NamedTuple):
    routes: list[Route]
    """Those still to claim."""
    bits: int
    """The same as the bits of a `RouteSet`."""


def _closed(view: View, own: int) -> int:
    """Return the routes that the viewer can never use, as the bits of a `RouteSet`."""
    lasting = [routes.bits for refusal, routes in barred(view) if not refusal.temporary]
    return reduce(or_, lasting, 0) & ~own


def _seat(view: View) -> int:
    if view.seat is None:
        raise ValueError("a spectator has no tickets of its own")
    return view.seat
