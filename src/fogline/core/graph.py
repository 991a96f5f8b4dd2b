"""Connections between places, and their lengths."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

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
    """Whether an unbroken chain of the grouped routes joins both ends."""
    first, second = (group.get(end) for end in ends)
    return first is not None and first == second


def shortest(board: Board, ends: tuple[PlaceId, PlaceId]) -> int | None:
    """The fewest spaces between two places on an empty board; `None` if no routes join them."""
    way = cheapest_way(board, ends, lambda route: route.length)
    return None if way is None else sum(route.length for route in way)


def cheapest_way(
    board: Board, ends: tuple[PlaceId, PlaceId], cost: Callable[[Route], int | None]
) -> list[Route] | None:
    """The routes that join two places at least cost, in order; what costs `None` is not used."""
    start, goal = ends
    best = {start: 0}
    came: dict[PlaceId, tuple[PlaceId, Route]] = {}
    queue = [(0, start)]
    while queue:
        paid, place = heapq.heappop(queue)
        if place == goal:
            return _back(came, start, goal)
        if paid > best[place]:
            continue
        for route in board.routes_at[place]:
            price = cost(route)
            if price is None:
                continue
            other = route.ends[1] if route.ends[0] == place else route.ends[0]
            farther = paid + price
            if farther < best.get(other, farther + 1):
                best[other] = farther
                came[other] = (place, route)
                heapq.heappush(queue, (farther, other))
    return None


def _back(came: dict[PlaceId, tuple[PlaceId, Route]], start: PlaceId, goal: PlaceId) -> list[Route]:
    way: list[Route] = []
    place = goal
    while place != start:
        place, route = came[place]
        way.append(route)
    return way[::-1]
