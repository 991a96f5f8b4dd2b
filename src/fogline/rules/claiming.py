"""Claiming a route (C12, C13, C15, C16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.actions import ClaimRoute
from fogline.core.board import Board, Route
from fogline.core.cards import POSITION, Card, Cards
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, Turn
from fogline.core.definition import GameDefinition
from fogline.core.engine import claimable, claimable_bits, price_of, route_refusal
from fogline.core.events import Category, PointsScored, RouteClaimed
from fogline.core.feature import Feature, from_viewer
from fogline.core.memory import change, replace, reuse, with_item
from fogline.core.messages import Action, Event, Seat
from fogline.core.payment import Price, every_payment, payments, refuse_payment
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule
from fogline.core.table import State, Table, TableT, View
from fogline.core.words import Words

_claim, _scored = reuse(ClaimRoute), reuse(PointsScored)

_MOST_KEPT = 1 << 10
"""Ways to pay for a route with so many wilds after which they are made anew."""


@dataclass(frozen=True)
class Claiming(Rule):
    """Pay a card for each space and put a vehicle on it."""

    name: ClassVar[str] = "claiming"
    handles: ClassVar[tuple[type[Action], ...]] = (ClaimRoute,)
    words: ClassVar[Words] = Words(
        actions={ClaimRoute: "Claim {route} for {payment}"},
        events={RouteClaimed: "{seat} claimed {route} for {payment}."},
    )

    vehicles: int
    """Cable cars or train cars each player starts with."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Somebody must be able to build something."""
        if min(route.length for route in board.routes) > self.vehicles:
            yield f"no route is short enough for {self.vehicles} vehicles"

    def lay_out(self, table: TableT) -> TableT:
        """Give each player the vehicles."""
        return replace(
            table,
            players=tuple(replace(player, vehicles=self.vehicles) for player in table.players),
        )

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        """A route must be open, and no longer than the vehicles left (C12)."""
        if view.owners[route.index] is not None:
            return Refusal.ROUTE_TAKEN
        return Refusal.TOO_FEW_VEHICLES if view.me.vehicles < route.length else None

    def open_to(self, view: View, kind: type[Action]) -> AbstractSet[int]:
        """Unowned routes, without the long ones for a player with few vehicles."""
        unowned, vehicles, board = view.holdings.unowned, view.me.vehicles, view.game.board
        return unowned if vehicles >= board.longest else unowned & board.up_to[vehicles]

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        """Offer every open route with every legal payment (C13)."""
        if not isinstance(decision, Turn):
            return ()
        game, hand = view.game, view.me.hand
        if game.rules_by_hook["price_now"]:
            return [
                ClaimRoute(route.id, payment)
                for route in claimable(view)
                for payment in payments(price_of(view, route), hand)
            ]
        counts = hand.counts
        ways_by_bit = game.recall("claims", _Claims)[counts[-1]]
        claims: list[Action] = []
        bits = claimable_bits(view)
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            position, ways = ways_by_bit[lowest]
            if position is None:
                claims += ways[_that_help(counts, ways.price.spaces)]
            else:
                claims += ways[counts[position]]
        return claims

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        """Refuse a route that is closed to the viewer, or a payment that does not fit."""
        if not isinstance(decision, Turn) or not isinstance(action, ClaimRoute):
            return Refusal.NOT_NOW
        route = view.board.route.get(action.route)
        if route is None:
            return Refusal.UNKNOWN_ROUTE
        barred = route_refusal(view, route)
        return barred or refuse_payment(price_of(view, route), view.me.hand, action.payment)

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        """Claim the route."""
        if not isinstance(action, ClaimRoute):
            return ()
        return (RouteClaimed(seat, action.route, action.payment),)

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """Claim any route, for any cards that pay its fixed price."""
        for route, price in zip(game.board.routes, game.prices, strict=True):
            for payment in every_payment(price):
                yield ClaimRoute(route.id, payment)

    def observe(self, view: View) -> Iterable[Feature]:
        """Say who owns what, what is open to the viewer, and the points so far."""
        around, routes = from_viewer(view), len(view.board.routes)
        owned = [int(owner == seat) for seat in around for owner in view.owners]
        yield Feature("routes", owned, (len(around), routes), 0, 1, "routes of each player")
        still = [int(self._is_open(view, route)) for route in view.board.routes]
        meaning = "routes that no rule forbids the viewer to claim"
        yield Feature("open", still, (routes,), 0, 1, meaning)
        players = [view.players[seat] for seat in around]
        vehicles = [player.vehicles for player in players]
        meaning = "vehicles of each player"
        yield Feature("vehicles", vehicles, (len(around),), 0, self.vehicles, meaning)
        scores = [part for player in players for part in divmod(player.score, 100)]
        meaning = "points of each player so far: hundreds, and the rest from 0 to 99"
        yield Feature("scores", scores, (len(around), 2), -127, 127, meaning)

    def _is_open(self, view: View, route: Route) -> bool:
        """Whether the viewer may claim a route, with vehicles and cards enough."""
        if view.owners[route.index] is not None:
            return False
        others = (rule for rule in view.game.rules_by_hook["bar_route"] if rule is not self)
        return all(rule.bar_route(view, route, ClaimRoute) is None for rule in others)

    def looks_at(self, kind: type[Event]) -> bool:
        """Claims."""
        return kind is RouteClaimed

    def acts_on(self, kind: type[Decision]) -> bool:
        """Turns."""
        return issubclass(kind, Turn)

    def wakes_at(self, kind: type[Event]) -> bool:
        """Nothing follows from this rule by itself."""
        return False

    def apply(self, table: TableT, event: Event) -> TableT:
        """Discard the payment and put the vehicles on the board (C16)."""
        if not isinstance(event, RouteClaimed):
            return table
        seat, route = event.seat, table.game.board.route[event.route]
        player, payment = table.players[seat], event.payment
        builder = replace(
            player,
            hand=player.hand - payment,
            seen=player.seen.forget(payment),
            vehicles=player.vehicles - route.length,
        )
        holdings = table.holdings.with_route(seat, route.index)
        table = change(
            table,
            players=with_item(table.players, seat, builder),
            discards=table.discards + payment,
            owners=holdings.owners,
        )
        table.share(holdings)
        return table


@dataclass(frozen=True)
class BuilderScores(Rule):
    """The player who claims a route scores its points at once (C15)."""

    name: ClassVar[str] = "builder-scores"
    words: ClassVar[Words] = Words(categories={Category.ROUTES: "routes"})

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Score by the length of the route."""
        return (_scored(claim.seat, route_points(table, claim), Category.ROUTES),)

    def foretells(self) -> bool:
        """The length of a route is fixed."""
        return True


class _Claims(dict[int, dict[int, "tuple[int | None, _Ways]"]]):
    """The ways to pay for each route at its fixed price, by the number of wilds held.

    A route is given as its bit of a `RouteSet`. With its ways comes where its colour stands among
    the counts of cards.
    """

    def __init__(self, game: GameDefinition) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, wilds: int) -> dict[int, tuple[int | None, _Ways]]:
        game = self._game
        found = self[wilds] = {
            1 << route.index: (
                None if price.colour is None else POSITION[price.colour],
                _Ways(route, price, wilds),
            )
            for route, price in zip(game.board.routes, game.prices, strict=True)
        }
        return found


class _Ways(dict[int | tuple[int, ...], Sequence[ClaimRoute]]):
    """Every way to pay for a route with some wilds, found when it is first needed.

    A key is how many cards of its colour are held. Any colour pays for a gray route, so its keys
    have as many of each colour as can help.
    """

    def __init__(self, route: Route, price: Price, wilds: int) -> None:
        super().__init__()
        self.price = price
        self._route, self._wilds = route.id, wilds

    def __missing__(self, held: int | tuple[int, ...]) -> Sequence[ClaimRoute]:
        if len(self) >= _MOST_KEPT:
            self.clear()
        if isinstance(held, tuple):
            hand = Cards((*held, self._wilds))
        else:
            hand = Cards.of({self.price.colour or Card.WILD: held, Card.WILD: self._wilds})
        ways = payments(self.price, hand)
        claims = self[held] = [_claim(self._route, payment) for payment in ways]
        return claims


def _that_help(counts: tuple[int, ...], spaces: int) -> tuple[int, ...]:
    """How many cards of each colour can help to pay so many, beside the wilds."""
    fewest = spaces - counts[-1]
    return tuple(
        [
            0 if held < fewest else held if held < spaces else spaces  # `min` takes longer
            for held in counts[:-1]
        ]
    )


def route_points(table: Table, claim: RouteClaimed) -> int:
    """What the claimed route is worth by its length."""
    board = table.game.board
    return board.route_points[board.route[claim.route].length]
