"""What a player without a map wants to know: the way of a ticket, and what a route still lacks."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from fogline.cli import words as say
from fogline.core.board import PlaceId, Route
from fogline.core.engine import price_of, route_refusal
from fogline.core.payment import shortage
from fogline.core.refusal import Refusal
from fogline.core.table import View


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of routes, one's own and open ones, between two places."""

    missing: int
    """The spaces still to build."""
    places: tuple[PlaceId, ...]
    """The places passed, both ends included."""


def shortest_way(view: View, ends: tuple[PlaceId, PlaceId]) -> Way | None:
    """Find the way with the fewest spaces still to build; `None` if others closed every way."""
    start, goal = ends
    queue: list[tuple[int, int, tuple[PlaceId, ...]]] = [(0, 1, (start,))]
    done: set[PlaceId] = set()
    while queue:
        missing, _, places = heapq.heappop(queue)
        here = places[-1]
        if here == goal:
            return Way(missing, places)
        if here in done:
            continue
        done.add(here)
        for route in view.board.routes_at[here]:
            there = route.ends[1] if route.ends[0] == here else route.ends[0]
            cost = _spaces_to_build(view, route)
            if cost is not None and there not in done:
                heapq.heappush(queue, (missing + cost, len(places) + 1, (*places, there)))
    return None


def _spaces_to_build(view: View, route: Route) -> int | None:
    if view.owners[route.index] == view.seat:
        return 0
    refusal = route_refusal(view, route)
    return route.length if refusal is None or refusal.temporary else None


def standing(view: View, route: Route, names: tuple[str, ...]) -> str:
    """Say whose a route is, or what keeps the viewer from claiming it."""
    words = say.words_of(view.game)
    owner = view.owners[route.index]
    if owner is not None:
        return "yours" if owner == view.seat else f"claimed by {names[owner]}"
    match route_refusal(view, route):
        case None:
            return lacking(view, route) or "yours for the asking"
        case Refusal.TWIN_IS_YOURS:
            return "closed to you: the track beside it is yours"
        case Refusal.TWIN_TAKEN:
            return "closed: a track beside it is taken"
        case Refusal.TOO_FEW_VEHICLES:
            return f"too long for your {say.number_of(view.me.vehicles, words.vehicle)}"
        case Refusal.NOT_CONNECTED:
            return "does not touch your network yet"
        case refusal:
            return refusal.explain


def lacking(view: View, route: Route) -> str | None:
    """Say which cards are missing to pay for a route; `None` if none are."""
    price = price_of(view, route)
    short = shortage(price, view.me.hand)
    wild = say.words_of(view.game).wild
    parts = [f"{short.cards} more {price.colour or 'of one colour'}"] if short.cards else []
    if short.wilds:
        parts.append(f"{short.wilds} more {wild[0] if short.wilds == 1 else wild[1]}")
    return f"you need {say.listing(parts)}" if parts else None
