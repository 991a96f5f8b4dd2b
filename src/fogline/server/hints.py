"""What a player would work out with a finger on the board: why not, for whom, and which way."""

from __future__ import annotations

from typing import cast

from fogline.core.board import Route, RouteId, TicketId
from fogline.core.cards import NO_CARDS
from fogline.core.codec import encode
from fogline.core.engine import consequences, price_of, route_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.graph import cheapest_way
from fogline.core.messages import Seat
from fogline.core.payment import shortage
from fogline.core.refusal import Refusal
from fogline.core.table import View
from fogline.server.models import JsonObject, Told


class RouteHint(Told):
    """What claiming a route would mean to a seat."""

    route: RouteId
    refusal: str | None
    """Why the seat could not claim it if it were its turn."""
    missing: int
    """How many cards the hand lacks at least."""
    points: int
    pays: list[Seat]
    """Whom the points would go to; a seat that gets them twice stands here twice."""
    follows: list[JsonObject]
    """What else would happen, as events: a token, Alvin."""


class TicketHint(Told):
    """How far a ticket is from being complete."""

    ticket: TicketId
    complete: bool
    way: list[RouteId] | None
    """The routes still to claim for it, as few spaces as can be; `None` if there is no way."""
    spaces: int
    """How many spaces these have."""


class HintsModel(Told):
    """Hints for one seat; a spectator gets none."""

    version: int
    routes: list[RouteHint]
    tickets: list[TicketHint]


def hints_for(view: View, version: int) -> HintsModel:
    """Tell a viewer what it could work out from what it sees."""
    if view.seat is None:
        return HintsModel(version=version, routes=[], tickets=[])
    known = [ticket for ticket in (*view.me.tickets, *view.me.offered) if ticket is not None]
    barred = {route.id: route_refusal(view, route) for route in view.board.routes}
    return HintsModel(
        version=version,
        routes=[
            _route_hint(view, view.seat, route, barred[route.id]) for route in view.board.routes
        ],
        tickets=[_ticket_hint(view, view.seat, ticket, barred) for ticket in known],
    )


def _route_hint(view: View, seat: Seat, route: Route, barred: Refusal | None) -> RouteHint:
    lacking, missing = _lacking(view, route)
    # What follows from a claim does not depend on the cards it is paid with.
    claim = RouteClaimed(seat, route.id, NO_CARDS)
    follows = consequences(view, claim) if view.owners[route.index] is None else []
    paid = [
        event
        for event in follows
        if isinstance(event, PointsScored) and event.category == Category.ROUTES
    ]
    return RouteHint(
        route=route.id,
        refusal=barred or lacking,
        missing=missing,
        points=view.board.route_points[route.length],
        pays=[event.seat for event in paid],
        follows=[cast("JsonObject", encode(event)) for event in follows if event not in paid],
    )


def _lacking(view: View, route: Route) -> tuple[Refusal | None, int]:
    """Say what is wrong with the hand, and how many cards it lacks."""
    short = shortage(price_of(view, route), view.me.hand)
    if short.wilds:
        return Refusal.TOO_FEW_WILDS, short.total
    return (Refusal.CARDS_NOT_IN_HAND if short.cards else None), short.cards


def _ticket_hint(
    view: View, seat: Seat, ticket: TicketId, barred: dict[RouteId, Refusal | None]
) -> TicketHint:
    def spaces(route: Route) -> int | None:
        if view.owners[route.index] == seat:
            return 0
        refusal = barred[route.id]
        return route.length if refusal is None or refusal.temporary else None

    way = cheapest_way(view.board, view.board.ticket[ticket].ends, spaces)
    missing = [route for route in way or () if view.owners[route.index] != seat]
    return TicketHint(
        ticket=ticket,
        complete=view.is_complete(seat, ticket),
        way=None if way is None else [route.id for route in missing],
        spaces=sum(route.length for route in missing),
    )
