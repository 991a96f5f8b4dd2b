"""Claiming a route (C12, C13, C15, C16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.actions import ClaimRoute
from fogline.core.board import Board
from fogline.core.chance import Dice
from fogline.core.decisions import Turn
from fogline.core.definition import GameDefinition
from fogline.core.engine import barred, claimable, price_of, route_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import replace, with_item
from fogline.core.messages import Action, Event, Seat
from fogline.core.payment import every_payment, payments, refuse_payment
from fogline.core.refusal import Refusal
from fogline.core.route_set import RouteSet
from fogline.core.rule import Rule, changes, offers, plays, refuses
from fogline.core.table import State, Table, TableT, View
from fogline.core.text.words import Words
from fogline.rules.drawing import pay


@dataclass(frozen=True)
class Claiming(Rule):
    """Pay a card for each space and put a vehicle on it."""

    name: ClassVar[str] = "claiming"
    words: ClassVar[Words] = Words(
        actions={ClaimRoute: "Claim {route} for {payment}"},
        events={RouteClaimed: "{seat} claimed {route} for {payment}."},
    )

    vehicles: int
    """Cable cars or train cars each player starts with."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Check that some route can be built with the vehicles of a player."""
        if min(route.length for route in board.routes) > self.vehicles:
            yield f"no route is short enough for {self.vehicles} vehicles"

    def lay_out(self, table: TableT) -> TableT:
        """Set the number of vehicles of each player."""
        return replace(
            table,
            players=tuple(replace(player, vehicles=self.vehicles) for player in table.players),
        )

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        """Yield routes that are claimed already or longer than the vehicles left (C12)."""
        board = view.board
        yield Refusal.ROUTE_TAKEN, board.all_routes - view.routes(None)
        if view.seat is not None and view.me.vehicles < board.longest:
            yield Refusal.TOO_FEW_VEHICLES, board.all_routes - board.up_to[view.me.vehicles]

    @offers(Turn)
    def claims(self, view: View, decision: Turn) -> Iterable[Action]:
        """Offer every open route with every legal payment (C13)."""
        hand = view.me.hand
        return [
            ClaimRoute(route.id, payment)
            for route in claimable(view)
            for payment in payments(price_of(view, route), hand)
        ]

    @refuses(ClaimRoute)
    def why_not(self, view: View, decision: Turn, action: ClaimRoute) -> Refusal | None:
        """Refuse a route that is closed to the viewer, or a payment that does not fit."""
        route = view.board.route.get(action.route)
        if route is None:
            return Refusal.UNKNOWN_ROUTE
        return route_refusal(view, route) or refuse_payment(
            price_of(view, route), view.me.hand, action.payment
        )

    @plays(ClaimRoute, at=Turn)
    def claim(self, state: State, seat: Seat, action: ClaimRoute, dice: Dice) -> Iterable[Event]:
        """Claim the route."""
        yield RouteClaimed(seat, action.route, action.payment)

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List the claims of all routes with all payments of their fixed price."""
        for route, price in zip(game.board.routes, game.prices, strict=True):
            for payment in every_payment(price):
                yield ClaimRoute(route.id, payment)

    def observe(self, view: View) -> Iterable[Feature]:
        """Encode who owns what, what is open to the viewer, and the points so far."""
        around, routes = from_viewer(view), len(view.board.routes)
        owned = [int(owner == seat) for seat in around for owner in view.owners]
        yield Feature("routes", owned, (len(around), routes), 0, 1, "routes of each player")
        closed = [
            routes for refusal, routes in barred(view) if refusal is not Refusal.TOO_FEW_VEHICLES
        ]
        still = [int(not any(index in each for each in closed)) for index in range(routes)]
        meaning = "routes that no rule forbids the viewer to claim"
        yield Feature("open", still, (routes,), 0, 1, meaning)
        players = [view.players[seat] for seat in around]
        vehicles = [player.vehicles for player in players]
        meaning = "vehicles of each player"
        yield Feature("vehicles", vehicles, (len(around),), 0, self.vehicles, meaning)
        scores = [part for player in players for part in divmod(player.score, 100)]
        meaning = "points of each player so far: hundreds, and the rest from 0 to 99"
        yield Feature("scores", scores, (len(around), 2), -127, 127, meaning)

    @changes(RouteClaimed)
    def built(self, table: TableT, event: RouteClaimed) -> TableT:
        """Discard the payment and put the vehicles on the board (C16)."""
        seat, route = event.seat, table.board.route[event.route]
        table = pay(table, seat, event.payment)
        player = table.players[seat]
        builder = replace(player, vehicles=player.vehicles - route.length)
        owners = with_item(table.owners, route.index, seat)
        return replace(table, owners=owners, players=table.players_with(seat, builder))


@dataclass(frozen=True)
class BuilderScores(Rule):
    """The player who claims a route scores its points at once (C15)."""

    name: ClassVar[str] = "builder-scores"
    words: ClassVar[Words] = Words(categories={Category.ROUTES: "routes"})

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Score by the length of the route."""
        return (PointsScored(claim.seat, route_points(table, claim), Category.ROUTES),)


def route_points(table: Table, claim: RouteClaimed) -> int:
    """Return the points for the length of the claimed route."""
    board = table.game.board
    return board.route_points[board.route[claim.route].length]
