"""Hints: what each route costs, pays and needs, and what each ticket still lacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fogline.core.board import Route, RouteId, TicketId
from fogline.core.cards import NO_CARDS, Cards
from fogline.core.engine import barred, consequences, price_of, route_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.messages import Event, Seat
from fogline.core.payment import Price, missing_cards, shortage
from fogline.core.refusal import Refusal
from fogline.core.table import View
from fogline.core.ticket_paths import TicketPaths
from fogline.table.wording import EventValue, Wording


@dataclass(frozen=True)  # without slots, which orjson is slower to read
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
    pays: tuple[Seat, ...]
    """The seats that would get the points; a seat that gets them twice is listed twice."""
    follows: tuple[EventValue, ...]
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
    missing: dict[str, int]
    """The cards that the hand lacks for them; `any` counts cards that may be of any one colour."""


@dataclass(frozen=True, slots=True)
class HintsModel:
    """Hints for one seat; a spectator gets none."""

    version: int
    routes: list[RouteHint]
    tickets: list[TicketHint]


Effect = tuple[tuple[Seat, ...], tuple[Event, ...]]
"""What a claim of a route does: the seats that get its points, and what else would happen."""
_NOTHING: Effect = ((), ())


_hint = lru_cache(maxsize=1 << 14)(RouteHint)
"""Makes the same hint only once; most come again after the next move."""


class SeatHints:
    """The hints for the seat of a view, which keep what was computed for the next request."""

    def __init__(self, view: View, paths: TicketPaths | None = None) -> None:
        self.view = view
        self.paths = paths
        """The ticket paths: those of an earlier view until hints for tickets are wanted."""
        self._tickets: list[TicketHint] | None = None
        self._effects: dict[int, Effect] = {}
        """What a claim of each route does, by the index of the route."""

    def model(
        self,
        version: int,
        wording: Wording,
        routes: Collection[RouteId] | None = None,
        *,
        tickets: bool = True,
    ) -> HintsModel:
        """Compute the hints: for these routes, or for all; and for tickets."""
        view = self.view
        if view.seat is None:
            return HintsModel(version=version, routes=[], tickets=[])
        board = view.board
        wanted: Sequence[Route]
        if routes is None:
            wanted, refusals = board.routes, _route_refusals(view)
        else:
            wanted = [board.route[route] for route in dict.fromkeys(routes) if route in board.route]
            refusals = [route_refusal(view, route) for route in wanted]
        return HintsModel(
            version=version,
            routes=self._route_hints(view.seat, wording, wanted, refusals),
            tickets=self._ticket_hints() if tickets else [],
        )

    def _ticket_hints(self) -> list[TicketHint]:
        if self._tickets is None:
            view, me = self.view, self.view.me
            paths = self.paths = TicketPaths(view, self.paths)
            held = [ticket for ticket in (*me.tickets, *me.offered) if ticket is not None]
            self._tickets = [_ticket_hint(view, ticket, paths) for ticket in held]
        return self._tickets

    def _route_hints(
        self,
        seat: Seat,
        wording: Wording,
        routes: Sequence[Route],
        refusals: Sequence[Refusal | None],
    ) -> list[RouteHint]:
        # One loop without calls, because there are many routes.
        view, effects = self.view, self._effects
        lacking = _lacking(view.me.hand)
        prices: Mapping[int, Price] | Sequence[Price] = view.game.prices
        if view.game.hook("price_now"):
            prices = {route.index: price_of(view, route) for route in routes}
        owners, points = view.owners, view.board.route_points
        hints = []
        for route, closed in zip(routes, refusals, strict=True):
            index = route.index
            short, missing = lacking[prices[index]]
            refusal = closed or short
            if owners[index] is not None:
                pays, follows = _NOTHING
            else:
                if index not in effects:
                    effects[index] = _find_effect(view, seat, route)
                pays, follows = effects[index]
            after = tuple([wording.event(event) for event in follows])
            make = RouteHint if follows else _hint
            gain, reason = points[route.length], refusal and wording.refusal(refusal)
            hints.append(make(route.id, refusal, reason, missing, gain, pays, after))
        return hints


def _route_refusals(view: View) -> list[Refusal | None]:
    """Return why the viewer could not claim each route, in the order of the board."""
    found: list[Refusal | None] = [None] * len(view.board.routes)
    for refusal, routes in reversed(barred(view)):  # so that the first reason stays
        for index in routes:
            found[index] = refusal
    return found


def _find_effect(view: View, seat: Seat, route: Route) -> Effect:
    # What follows from a claim does not depend on the cards it is paid with.
    events = consequences(view, RouteClaimed(seat, route.id, NO_CARDS))
    paid = [
        event
        for event in events
        if isinstance(event, PointsScored) and event.category == Category.ROUTES
    ]
    others = [event for event in events if event not in paid]
    return tuple([event.seat for event in paid]), tuple(others)


class _Lacking(dict[Price, tuple[Refusal | None, int]]):
    """What is wrong with a hand for each price, and how many cards it lacks."""

    def __init__(self, hand: Cards) -> None:
        super().__init__()
        self._hand = hand

    def __missing__(self, price: Price) -> tuple[Refusal | None, int]:
        short = shortage(price, self._hand)
        refusal = Refusal.CARDS_NOT_IN_HAND if short.cards else None
        found = self[price] = (Refusal.TOO_FEW_WILDS if short.wilds else refusal, short.total)
        return found


_lacking = lru_cache(maxsize=256)(_Lacking)
"""A hand is often the same after the next move."""


def _ticket_hint(view: View, ticket: TicketId, paths: TicketPaths) -> TicketHint:
    routes = paths.missing_routes(ticket)
    missing = missing_cards([price_of(view, route) for route in routes or ()], view.me.hand)
    return TicketHint(
        ticket=ticket,
        complete=routes == [],
        way=None if routes is None else [route.id for route in routes],
        spaces=sum(route.length for route in routes or ()),
        missing={"any" if card is None else card.value: n for card, n in missing.items()},
    )
