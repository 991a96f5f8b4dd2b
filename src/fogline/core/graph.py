"""Questions about which places are joined, and by how many spaces."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from fogline.core.board import Board, PlaceId, Route


def groups(routes: Iterable[Route]) -> dict[PlaceId, PlaceId]:
    """Map every place that the routes touch to one place that stands for its group."""
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
    """The fewest spaces between two places on an empty board; `None` when they are apart."""
    start, goal = ends
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spaces, place = heapq.heappop(queue)
        if place == goal:
            return spaces
        if spaces > best[place]:
            continue
        for route in board.routes_at[place]:
            other = route.ends[1] if route.ends[0] == place else route.ends[0]
            longer = spaces + route.length
            if longer < best.get(other, longer + 1):
                best[other] = longer
                heapq.heappush(queue, (longer, other))
    return None
