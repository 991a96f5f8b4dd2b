"""Hints: what each route costs, pays and needs, and what each ticket still lacks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import orjson

from fogline.core.board import Route, RouteId, TicketId
from fogline.core.cards import NO_CARDS
from fogline.core.engine import consequences, price_of, route_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.messages import Seat
from fogline.core.payment import shortage
from fogline.core.refusal import Refusal
from fogline.core.table import View
from fogline.core.ways import Ways
from fogline.server.record_models import EventJson
from fogline.server.wording import Wording, write_event


@dataclass(frozen=True, slots=True)
class RouteHint:
    """What a claim of a route would mean for a seat."""

    route: RouteId
    refusal: str | None
    """The code of the reason why the seat could not claim it if it were its turn."""
    reason: str | None
    """The same in a sentence."""
    missing: int
    """The number of cards that the hand lacks."""
    points: int
    pays: list[Seat]
    """The seats that would get the points; a seat that gets them twice is listed twice."""
    follows: list[EventJson]
    """What else would happen, as events."""


@dataclass(frozen=True, slots=True)
class TicketHint:
    """What a ticket still needs."""

    ticket: TicketId
    complete: bool
    way: list[RouteId] | None
    """The routes still to claim, with the fewest spaces; `None` if there is no way left."""
    spaces: int
    """The number of spaces of these routes."""


@dataclass(frozen=True, slots=True)
class HintsModel:
    """Hints for one seat; a spectator gets none."""

    version: int
    routes: list[RouteHint]
    tickets: list[TicketHint]


def hints_for(
    view: View,
    version: int,
    wording: Wording,
    routes: Collection[RouteId] | None = None,
    *,
    tickets: bool = True,
) -> HintsModel:
    """Compute the hints for the seat of a view: for these routes, or for all; and for tickets."""
    if view.seat is None:
        return HintsModel(version=version, routes=[], tickets=[])
    seat, board = view.seat, view.board
    wanted = (
        board.routes
        if routes is None
        else [board.route[route] for route in dict.fromkeys(routes) if route in board.route]
    )
    return HintsModel(
        version=version,
        routes=[_route_hint(view, seat, route, wording) for route in wanted],
        tickets=_ticket_hints(view) if tickets else [],
    )


def find_ways(view: View, found: dict[Seat, Ways]) -> None:
    """Find the ways of a view before its hints are computed, with the help of earlier ones."""
    seat, known = view.seat, view.facts
    if seat is not None and "ways" not in known:
        known["ways"] = found[seat] = Ways(view, found.get(seat))


def _ticket_hints(view: View) -> list[TicketHint]:
    known = view.facts
    if "ticket hints" not in known:
        held = [ticket for ticket in (*view.me.tickets, *view.me.offered) if ticket is not None]
        ways = known.get("ways") or Ways(view)
        known["ticket hints"] = [_ticket_hint(ticket, ways) for ticket in held]
    found: list[TicketHint] = known["ticket hints"]
    return found


def _route_hint(view: View, seat: Seat, route: Route, wording: Wording) -> RouteHint:
    lacking, missing = _lacking(view, route)
    # What follows from a claim does not depend on the cards it is paid with.
    claim = RouteClaimed(seat, route.id, NO_CARDS)
    follows = consequences(view, claim) if view.owners[route.index] is None else []
    paid = [
        event
        for event in follows
        if isinstance(event, PointsScored) and event.category == Category.ROUTES
    ]
    refusal = route_refusal(view, route) or lacking
    return RouteHint(
        route=route.id,
        refusal=None if refusal is None else str(refusal),
        reason=None if refusal is None else wording.refusal(refusal),
        missing=missing,
        points=view.board.route_points[route.length],
        pays=[event.seat for event in paid],
        follows=[
            orjson.loads(write_event(event, wording)) for event in follows if event not in paid
        ],
    )


def _lacking(view: View, route: Route) -> tuple[Refusal | None, int]:
    """Say what is wrong with the hand, and how many cards it lacks."""
    short = shortage(price_of(view, route), view.me.hand)
    if short.wilds:
        return Refusal.TOO_FEW_WILDS, short.total
    return (Refusal.CARDS_NOT_IN_HAND if short.cards else None), short.cards


def _ticket_hint(ticket: TicketId, ways: Ways) -> TicketHint:
    missing = ways.missing_routes(ticket)
    return TicketHint(
        ticket=ticket,
        complete=missing == [],
        way=None if missing is None else [route.id for route in missing],
        spaces=sum(route.length for route in missing or ()),
    )
