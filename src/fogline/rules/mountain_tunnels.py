"""Mountain tunnels: routes of which nobody knows beforehand what they cost.

A route that the board marks as a tunnel is dug, not claimed. The player chooses how to pay, and
three cards are turned up from the deck. Each of the colour paid, and each wild card, costs one more
card of that colour, or a wild one. The player pays them, or withdraws and keeps all cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from fogline.core.actions import ClaimRoute
from fogline.core.board import Board, Route, RouteId
from fogline.core.cards import NO_CARDS, Card, Cards
from fogline.core.chance import Dice
from fogline.core.decisions import Decision, Turn
from fogline.core.definition import GameDefinition
from fogline.core.engine import claimable, lay_out, price_of, route_refusal
from fogline.core.events import DiscardsShuffled, RouteClaimed
from fogline.core.messages import Action, Event, Seat, Shown
from fogline.core.payment import Price, payments, refuse_payment
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule
from fogline.core.table import Part, State, Table, TableT, View
from fogline.core.words import Fact, Words

IS_TUNNEL = Refusal("is-mountain-tunnel", "This route is a tunnel: dig it.")
NO_TUNNEL = Refusal("no-mountain-tunnel", "This route is not a tunnel: claim it.")
WRONG_EXTRA = Refusal(
    "wrong-tunnel-payment",
    "Pay exactly the extra cards, of the colour that you paid with, or wild.",
)


@dataclass(frozen=True)
class Digging(Part):
    """The tunnel that is being dug, until it is paid."""

    verb: ClassVar[str] = "tunnelling"
    route: Shown[RouteId | None] = None
    payment: Shown[Cards] = NO_CARDS
    extra: Shown[int] = 0


@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Dig a tunnel, and pay at least these cards for it."""

    verb: ClassVar[str] = "dig-tunnel"
    route: RouteId
    payment: Cards


@dataclass(frozen=True, slots=True)
class PayExtra(Action):
    """Pay the extra cards as well."""

    verb: ClassVar[str] = "pay-tunnel"
    payment: Cards


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Give the tunnel up, and keep all cards."""

    verb: ClassVar[str] = "leave-tunnel"


@dataclass(frozen=True, slots=True)
class TunnelDug(Event):
    """A seat began to dig, and cards were turned up from the deck."""

    verb: ClassVar[str] = "tunnel-dug"
    takes_turn: ClassVar[bool] = True
    seat: Shown[Seat]
    route: Shown[RouteId]
    payment: Shown[Cards]
    turned_up: Shown[tuple[Card, ...]]

    @property
    def chance_outcomes(self) -> tuple[object, ...]:
        """The cards, in the order in which they were asked for."""
        return self.turned_up


@dataclass(frozen=True, slots=True)
class Withdrew(Event):
    """A seat gave its tunnel up."""

    verb: ClassVar[str] = "tunnel-left"
    seat: Shown[Seat]


@dataclass(frozen=True, slots=True)
class ExtraCards(Decision):
    """A seat pays the extra cards for its tunnel, or withdraws."""

    extra: int


@dataclass(frozen=True)
class MountainTunnels(Rule):
    """Routes that cost more than they show."""

    name: ClassVar[str] = "mountain-tunnels"
    needs: ClassVar[tuple[str, ...]] = ("claiming", "drawing")
    handles: ClassVar[tuple[type[Action], ...]] = (Dig, PayExtra, Withdraw)
    words: ClassVar[Words] = Words(
        actions={
            Dig: "Dig the tunnel {route} for {payment}",
            PayExtra: "Pay {payment} more",
            Withdraw: "Withdraw from the tunnel",
        },
        events={
            TunnelDug: (
                "{seat} dug at {route} for {payment}, and turned up {turned_up:a}.",
                "{seat} dug at {route} for {payment}, and there was no card to turn up.",
            ),
            Withdrew: "{seat} withdrew from the tunnel.",
        },
        decisions={ExtraCards: "The tunnel costs {extra:# more card|# more cards}. Do you pay?"},
    )

    cards: int = 3
    """How many cards are turned up."""
    mark: str = "tunnel"
    """The mark of the board on the routes that are tunnels."""

    def board_errors(self, board: Board, most_seats: int) -> Iterable[str]:
        """Say what is missing on a board; `fogline board check` shows it."""
        if not board.route_marks.get(self.mark):
            yield f"the board must mark a route as {self.mark!r}"

    def lay_out(self, table: TableT) -> TableT:
        """Put the slice on the empty table."""
        return table.with_part(Digging())

    def _is_tunnel(self, board: Board, route: Route) -> bool:
        return route.id in board.route_marks[self.mark]

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        """Tunnels are dug, and other routes are claimed."""
        tunnel = self._is_tunnel(view.board, route)
        if kind is ClaimRoute and tunnel:
            return IS_TUNNEL
        return NO_TUNNEL if kind is Dig and not tunnel else None

    def decision(self, table: Table) -> Decision | None:
        """Ask for the extra cards."""
        extra = table.part(Digging).extra
        return ExtraCards((table.turn,), extra) if extra and table.turn is not None else None

    def actions(self, view: View, decision: Decision) -> Iterable[Action]:
        """Offer every tunnel with every payment; then the extra cards, or to withdraw."""
        if isinstance(decision, Turn):
            for route in claimable(view, Dig):
                for payment in payments(price_of(view, route), view.me.hand):
                    yield Dig(route.id, payment)
        elif isinstance(decision, ExtraCards):
            yield Withdraw()
            for payment in _extra_payments(view):
                yield PayExtra(payment)

    def refuse(self, view: View, decision: Decision, action: Action) -> Refusal | None:
        """Refuse a tunnel that is closed to the viewer, or a payment that does not fit."""
        match decision, action:
            case Turn(), Dig(route_id, payment):
                route = view.board.route.get(route_id)
                if route is None:
                    return Refusal.UNKNOWN_ROUTE
                # One call asks all rules: is the route taken, are there vehicles enough …
                barred = route_refusal(view, route, Dig)
                return barred or refuse_payment(price_of(view, route), view.me.hand, payment)
            case ExtraCards(), PayExtra(payment):
                return None if payment in _extra_payments(view) else WRONG_EXTRA
            case ExtraCards(), Withdraw():
                return None
            case _:
                return Refusal.NOT_NOW

    def perform(self, state: State, seat: Seat, action: Action, dice: Dice) -> Iterable[Event]:
        """Dig, pay, or withdraw. A tunnel without extra cards is claimed at once."""
        digging = state.part(Digging)
        match action:
            case Dig(route, payment):
                shuffle, turned_up = self._turn_up(state, dice)
                yield from shuffle
                yield TunnelDug(seat, route, payment, turned_up)
                if not extra_cards(payment, turned_up):
                    yield RouteClaimed(seat, route, payment)
            case PayExtra(payment) if digging.route is not None:
                yield RouteClaimed(seat, digging.route, digging.payment + payment)
            case Withdraw():
                yield Withdrew(seat)

    def _turn_up(self, state: State, dice: Dice) -> tuple[list[Event], tuple[Card, ...]]:
        """Ask chance for cards of the deck; the discards join it if it is too small."""
        deck, shuffle = state.deck, list[Event]()
        if deck.total < self.cards and state.discards:
            deck, shuffle = deck + state.discards, [DiscardsShuffled(state.discards)]
        turned_up: list[Card] = []
        while deck and len(turned_up) < self.cards:
            turned_up.append(dice.card(deck))
            deck = deck.minus(turned_up[-1])
        return shuffle, tuple(turned_up)

    def apply(self, table: TableT, event: Event) -> TableT:
        """Change the slice by what happened, and put the cards turned up on the discards."""
        match event:
            case TunnelDug(_, route, payment, turned_up):
                cards = Cards.of(turned_up)
                table = replace(table, deck=table.deck - cards, discards=table.discards + cards)
                return table.with_part(Digging(route, payment, extra_cards(payment, turned_up)))
            case RouteClaimed() | Withdrew():
                return table.with_part(Digging())
            case _:
                return table

    def summary(self, table: Table) -> Iterable[Fact]:
        """Say which routes are tunnels, for a text screen."""
        tunnels = table.board.route_marks[self.mark]
        names = [table.game.phrasebook().route(route) for route in tunnels]
        yield Fact("Tunnels", ", ".join(names))

    def every_action(self, game: GameDefinition, seats: int) -> Iterable[Action]:
        """List all actions that can ever be legal, for programs that number them."""
        deck = lay_out(game, seats).deck
        for route in game.board.routes:
            if self._is_tunnel(game.board, route):
                for payment in payments(game.prices[route.index], deck):
                    yield Dig(route.id, payment)
        for extra in range(1, self.cards + 1):
            for payment in payments(Price(extra), deck):
                yield PayExtra(payment)
        yield Withdraw()


def extra_cards(payment: Cards, turned_up: Iterable[Card]) -> int:
    """Count the cards turned up that are wild or of a colour that was paid."""
    return sum(card is Card.WILD or payment[card] > 0 for card in turned_up)


def _extra_payments(view: View) -> list[Cards]:
    """Every way to pay the extra cards with what is left in the hand."""
    digging = view.part(Digging)
    left = view.me.hand - digging.payment
    colour = next((card for card, _ in digging.payment if card is not Card.WILD), None)
    if colour is not None:
        return payments(Price(digging.extra, colour), left)
    return [Cards.of({Card.WILD: digging.extra})] if left.wilds >= digging.extra else []
