"""Advice: the shortest way for a ticket, and what keeps a player from a route."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fogline.cli.i18n import CatalogBook
from fogline.core.board import PlaceId, Route, RouteId
from fogline.core.engine import price_of, route_refusal
from fogline.core.graph import cheapest_way
from fogline.core.payment import shortage
from fogline.core.refusal import Refusal
from fogline.core.table import View
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import listing


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of routes, one's own and open ones, between two places."""

    missing: int
    """The spaces still to build."""
    places: tuple[PlaceId, ...]
    """The places passed, both ends included."""
    routes: tuple[RouteId, ...] = ()
    """The routes passed."""


def shortest_way(view: View, ends: tuple[PlaceId, PlaceId]) -> Way | None:
    """Find the way with the fewest spaces still to build; `None` if others closed every way."""

    def cost(route: Route) -> int | None:
        spaces = _spaces_to_build(view, route)
        # Of ways with equally many spaces, the one with the fewest routes.
        return None if spaces is None else spaces * len(view.board.routes) + 1

    routes = cheapest_way(view.board, ends, cost)
    if routes is None:
        return None
    places = [ends[0]]
    for route in routes:
        places.append(route.ends[1] if route.ends[0] == places[-1] else route.ends[0])
    missing = sum(route.length for route in routes if view.owners[route.index] != view.seat)
    return Way(missing, tuple(places), tuple(route.id for route in routes))


def _spaces_to_build(view: View, route: Route) -> int | None:
    if view.owners[route.index] == view.seat:
        return 0
    refusal = route_refusal(view, route)
    return route.length if refusal is None or refusal.temporary else None


def standing(view: View, route: Route, book: Phrasebook, names: Sequence[str]) -> str:
    """Return who owns a route, or what keeps the viewer from claiming it, in a few words."""
    if isinstance(book, CatalogBook):
        return _by_catalog(view, route, book, names)
    owner = view.owners[route.index]
    if owner is not None:
        return "yours" if owner == view.seat else f"claimed by {names[owner]}"
    match route_refusal(view, route):
        case None:
            missing = _missing(view, route, book)
            return f"you need {listing(missing)}" if missing else "yours for the asking"
        case Refusal.TWIN_IS_YOURS:
            return "closed to you: the track beside it is yours"
        case Refusal.TWIN_TAKEN:
            return "closed: a track beside it is taken"
        case Refusal.TOO_FEW_VEHICLES:
            return f"too long for your {book.count(view.me.vehicles, 'vehicle')}"
        case Refusal.NOT_CONNECTED:
            return "does not touch your network yet"
        case refusal:
            return book.explain(refusal)


def _by_catalog(view: View, route: Route, book: CatalogBook, names: Sequence[str]) -> str:
    owner = view.owners[route.index]
    if owner is not None:
        return book.say("table.route.owner", player=names[owner])
    refusal = route_refusal(view, route)
    if refusal is not None:
        return book.explain(refusal)
    short = shortage(price_of(view, route), view.me.hand)
    if short.wilds:
        return book.say("table.route.missing-wilds", count=route.ferries)
    if short.cards:
        return book.say("table.route.missing", count=short.cards)
    return book.say("tty.affordable")


def _missing(view: View, route: Route, book: Phrasebook) -> list[str]:
    """Return which cards are missing to pay for a route."""
    price = price_of(view, route)
    short = shortage(price, view.me.hand)
    one, several = book.things["wild"]
    parts = [f"{short.cards} more {price.colour or 'of one colour'}"] if short.cards else []
    if short.wilds:
        parts.append(f"{short.wilds} more {one if short.wilds == 1 else several}")
    return parts
