"""Connections between places, and their lengths."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence

from fogline.core.board import Board, PlaceId, Route


def groups(routes: Iterable[Route]) -> dict[PlaceId, PlaceId]:
    """Map every place that the routes touch to one place that represents its group."""
    leader: dict[PlaceId, PlaceId] = {}

    def find(place: PlaceId) -> PlaceId:
        while leader.setdefault(place, place) != place:
            place = leader[place]
        return place

    for route in routes:
        leader[find(route.ends[0])] = find(route.ends[1])
    return {place: find(place) for place in leader}


def joined(group: dict[PlaceId, PlaceId], ends: tuple[PlaceId, PlaceId]) -> bool:
    """Return whether an unbroken chain of the grouped routes joins both ends."""
    first = group.get(ends[0])
    return first is not None and first == group.get(ends[1])


def shortest(board: Board, ends: tuple[PlaceId, PlaceId]) -> int | None:
    """Return the fewest spaces between two places on an empty board, or `None`."""
    path = cheapest_way(board, ends, lambda route: route.length)
    return None if path is None else sum(route.length for route in path)


def cheapest_way(
    board: Board, ends: tuple[PlaceId, PlaceId], cost: Callable[[Route], int | None]
) -> list[Route] | None:
    """Return the routes that join two places at least cost; what costs `None` is not used."""
    return PathSearch(board, ends[0], [cost(route) for route in board.routes]).path_to(ends[1])


class PathSearch:
    """The cheapest paths from one place. It goes no farther than the places asked for."""

    def __init__(self, board: Board, start: PlaceId, costs: Sequence[int | None]) -> None:
        self._board = board
        self._start = start
        self._costs = costs
        """The cost of each route, by its index; what costs `None` is not used."""
        self._best = {start: 0}
        self._came: dict[PlaceId, tuple[PlaceId, int]] = {}
        self._queue = [(0, start)]
        self._reached: set[PlaceId] = set()

    def path_to(self, goal: PlaceId) -> list[Route] | None:
        """Return the routes to a place, in order; `None` if there is no path."""
        if not self._reach(goal):
            return None
        path: list[Route] = []
        place = goal
        while place != self._start:
            place, index = self._came[place]
            path.append(self._board.routes[index])
        return path[::-1]

    def _reach(self, goal: PlaceId) -> bool:
        """Reach the nearest places, up to the goal; return whether there is a path to it."""
        best, costs, queue, reached = self._best, self._costs, self._queue, self._reached
        neighbours, came = self._board.neighbours, self._came
        while goal not in reached:
            if not queue:
                return False
            paid, place = heapq.heappop(queue)
            if place in reached:
                continue
            reached.add(place)
            for index, other in neighbours[place]:
                price = costs[index]
                if price is None or other in reached:
                    continue
                farther = paid + price
                known = best.get(other)
                if known is None or farther < known:
                    best[other] = farther
                    came[other] = (place, index)
                    heapq.heappush(queue, (farther, other))
        return True
