"""A rule of one's own: tunnels, of which nobody knows beforehand what they cost.

A route that the board marks as a tunnel is dug, not claimed. The player chooses how to pay, and
three cards are turned up from the deck. Each of the colour paid, and each wild card, costs one more
card of that colour, or a wild one. The player pays them, or withdraws and keeps all cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from fogline.plugin import (
    NO_CARDS,
    Action,
    Board,
    Card,
    Cards,
    ClaimRoute,
    Decision,
    Dice,
    DiscardsShuffled,
    Event,
    Fact,
    GameDefinition,
    Part,
    Price,
    Refusal,
    Route,
    RouteClaimed,
    RouteId,
    RouteSet,
    Rule,
    Seat,
    Shown,
    State,
    Table,
    TableT,
    Turn,
    TurnTaken,
    View,
    Words,
    changes,
    claimable,
    lay_out,
    offers,
    payments,
    plays,
    price_of,
    refuse_payment,
    refuses,
    route_refusal,
)

IS_TUNNEL = Refusal("is-tunnel", "This route is a tunnel: dig it.")
NO_TUNNEL = Refusal("no-tunnel", "This route is not a tunnel: claim it.")
WRONG_EXTRA = Refusal(
    "wrong-extra", "Pay exactly the extra cards, of the colour that you paid with, or wild."
)


# A rule's own slice of the table. Everybody may see all of it: that is what Shown says.
@dataclass(frozen=True)
class Digging(Part):
    """The tunnel that is being dug, until it is paid."""

    verb: ClassVar[str] = "digging"
    route: Shown[RouteId | None] = None
    payment: Shown[Cards] = NO_CARDS
    extra: Shown[int] = 0


# What a player can do.
@dataclass(frozen=True, slots=True)
class Dig(Action):
    """Dig a tunnel, and pay at least these cards for it."""

    verb: ClassVar[str] = "dig"
    route: RouteId
    payment: Cards


@dataclass(frozen=True, slots=True)
class PayExtra(Action):
    """Pay the extra cards as well."""

    verb: ClassVar[str] = "pay-extra"
    payment: Cards


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Give the tunnel up, and keep all cards."""

    verb: ClassVar[str] = "withdraw"


# What can happen. Events say what chance gave, so that a replay needs no dice.
@dataclass(frozen=True, slots=True)
class TunnelDug(TurnTaken):
    """A seat began to dig, and cards were turned up from the deck."""

    verb: ClassVar[str] = "dug"
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

    verb: ClassVar[str] = "withdrew"
    seat: Shown[Seat]


# What a player must decide. Everybody can tell that it is asked: it depends on no secret.
@dataclass(frozen=True, slots=True)
class ExtraCards(Decision):
    """A seat pays the extra cards for its tunnel, or withdraws."""

    extra: int


# The rule itself. Its fields are the numbers that a board file may set in [rules.tunnels].
@dataclass(frozen=True)
class Tunnels(Rule):
    """Routes that cost more than they show."""

    name: ClassVar[str] = "tunnels"
    needs: ClassVar[tuple[str, ...]] = ("claiming", "drawing")
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

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        """Tunnels are dug, and other routes are claimed."""
        board = view.board
        tunnels = RouteSet.of(r.index for r in board.routes if self._is_tunnel(board, r))
        if kind is ClaimRoute:
            yield IS_TUNNEL, tunnels
        if kind is Dig:
            yield NO_TUNNEL, board.all_routes - tunnels

    def decision(self, table: Table) -> Decision | None:
        """Ask for the extra cards."""
        extra = table.part(Digging).extra
        return ExtraCards((table.turn,), extra) if extra and table.turn is not None else None

    @offers(Turn)
    def digs(self, view: View, decision: Turn) -> Iterable[Action]:
        """Offer every tunnel with every payment."""
        for route in claimable(view, Dig):
            for payment in payments(price_of(view, route), view.me.hand):
                yield Dig(route.id, payment)

    @offers(ExtraCards)
    def extras(self, view: View, decision: ExtraCards) -> Iterable[Action]:
        """Offer to withdraw, and every way to pay the extra cards."""
        yield Withdraw()
        for payment in _extra_payments(view):
            yield PayExtra(payment)

    @refuses(Dig)
    def why_not_dig(self, view: View, decision: Turn, action: Dig) -> Refusal | None:
        """Refuse a tunnel that is closed to the viewer, or a payment that does not fit."""
        route = view.board.route.get(action.route)
        if route is None:
            return Refusal.UNKNOWN_ROUTE
        # One call asks all rules: is the route taken, are there vehicles enough …
        barred = route_refusal(view, route, Dig)
        return barred or refuse_payment(price_of(view, route), view.me.hand, action.payment)

    @refuses(PayExtra)
    def why_not_pay(self, view: View, decision: ExtraCards, action: PayExtra) -> Refusal | None:
        """Refuse cards that do not pay the extra price."""
        return None if action.payment in _extra_payments(view) else WRONG_EXTRA

    @plays(Dig, at=Turn)
    def dig(self, state: State, seat: Seat, action: Dig, dice: Dice) -> Iterable[Event]:
        """Turn cards up. A tunnel without extra cards is claimed at once."""
        shuffle, turned_up = self._turn_up(state, dice)
        yield from shuffle
        yield TunnelDug(seat, action.route, action.payment, turned_up)
        if not extra_cards(action.payment, turned_up):
            yield RouteClaimed(seat, action.route, action.payment)

    @plays(PayExtra, at=ExtraCards)
    def pay_extra(self, state: State, seat: Seat, action: PayExtra, dice: Dice) -> Iterable[Event]:
        """Claim the tunnel for all the cards."""
        digging = state.part(Digging)
        if digging.route is not None:
            yield RouteClaimed(seat, digging.route, digging.payment + action.payment)

    @plays(Withdraw, at=ExtraCards)
    def withdraw(self, state: State, seat: Seat, action: Withdraw, dice: Dice) -> Iterable[Event]:
        """Give the tunnel up."""
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

    @changes(TunnelDug)
    def dug(self, table: TableT, event: TunnelDug) -> TableT:
        """Put the cards turned up on the discards, and ask for the extra cards."""
        cards = Cards.of(event.turned_up)
        table = replace(table, deck=table.deck - cards, discards=table.discards + cards)
        extra = extra_cards(event.payment, event.turned_up)
        return table.with_part(Digging(event.route, event.payment, extra))

    @changes(RouteClaimed, Withdrew)
    def done(self, table: TableT, event: RouteClaimed | Withdrew) -> TableT:
        """End the digging."""
        return table.with_part(Digging())

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
