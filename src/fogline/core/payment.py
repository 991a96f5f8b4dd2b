"""What something costs, and every legal way to pay for it (C13, C14, OW5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fogline.core.cards import COLOURS, POSITION, Card, Cards
from fogline.core.refusal import Refusal
from fogline.core.route_set import RouteSet


@dataclass(frozen=True, slots=True)
class Price:
    """One card for each space, all of one colour, any of them replaced by wilds."""

    spaces: int
    """How many cards to pay."""
    colour: Card | None = None
    """The colour asked for; `None` takes any one colour."""
    wilds: int = 0
    """At least so many of the cards must be wild."""


def payments(price: Price, hand: Cards) -> list[Cards]:
    """Every legal way to pay from this hand, the thriftiest with wilds first."""
    wilds = hand.counts[-1]
    colours = COLOURS if price.colour is None else (price.colour,)
    ways: list[Cards] = []
    for colour in colours:
        held = hand.counts[POSITION[colour]]
        if held:
            ways += _ways(colour, price.spaces, price.wilds, held, wilds)
    ways.sort(key=_wilds_spent)
    if wilds >= price.spaces:
        ways.append(Cards.of({Card.WILD: price.spaces}))
    return ways


def every_payment(price: Price) -> list[Cards]:
    """Every way to pay so many cards of one colour and wilds, in the order of `payments`.

    Those with fewer wilds than the price asks for are listed as well, so that prices of the same
    size and colour have the same list.
    """
    colours = COLOURS if price.colour is None else (price.colour,)
    ways = [
        Cards.of({colour: price.spaces - wilds, Card.WILD: wilds})
        for wilds in range(price.spaces)
        for colour in colours
    ]
    return [*ways, Cards.of({Card.WILD: price.spaces})]


def affordable(price: Price, hand: Cards) -> bool:
    """Whether there is any way to pay from this hand."""
    counts = hand.counts
    wilds = counts[-1]
    held = max(counts[:-1]) if price.colour is None else counts[POSITION[price.colour]]
    return wilds >= price.wilds and held + wilds >= price.spaces


class Affordable(dict[int, "list[_Payable]"]):
    """Which routes a hand can pay, kept by the number of wilds; then for each colour."""

    def __init__(self, prices: Sequence[Price]) -> None:
        super().__init__()
        self._prices = prices

    def __missing__(self, wilds: int) -> list[_Payable]:
        found = self[wilds] = [_Payable(self._prices, colour, wilds) for colour in COLOURS]
        return found

    def routes(self, hand: Cards) -> int:
        """Give the routes that this hand can pay, as the bits of a `RouteSet`."""
        counts = hand.counts
        bits = 0
        for payable, held in zip(self[counts[-1]], counts, strict=False):
            bits |= payable[held]
        return bits


class _Payable(dict[int, int]):
    """The routes that so many cards of one colour can pay with some wilds, as bits."""

    def __init__(self, prices: Sequence[Price], colour: Card, wilds: int) -> None:
        super().__init__()
        self._prices, self._colour, self._wilds = prices, colour, wilds

    def __missing__(self, held: int) -> int:
        wilds = self._wilds
        found = self[held] = RouteSet.of(
            index
            for index, price in enumerate(self._prices)
            if price.colour in (None, self._colour)
            and wilds >= price.wilds
            and held + wilds >= price.spaces
        ).bits
        return found


@dataclass(frozen=True, slots=True)
class Shortage:
    """How many cards a hand lacks at least to pay a price."""

    cards: int
    """Cards of the price's colour, or wild ones."""
    wilds: int
    """Wild cards beside these."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.cards + self.wilds


def shortage(price: Price, hand: Cards) -> Shortage:
    """Count what a hand lacks to pay a price; nothing, if it can pay."""
    counts = hand.counts
    held = max(counts[:-1]) if price.colour is None else counts[POSITION[price.colour]]
    spare = max(0, hand.wilds - price.wilds)
    return Shortage(
        cards=max(0, price.spaces - price.wilds - held - spare),
        wilds=max(0, price.wilds - hand.wilds),
    )


def refuse_payment(price: Price, hand: Cards, payment: Cards) -> Refusal | None:
    """Say what is wrong with a payment, or `None`."""
    whole = len(payment.counts) == len(hand.counts) and min(payment.counts) >= 0
    if payment.hidden or not whole or not hand.covers(payment):
        return Refusal.CARDS_NOT_IN_HAND
    if payment.total != price.spaces:
        return Refusal.WRONG_NUMBER_OF_CARDS
    colours = [card for card, _ in payment if card is not Card.WILD]
    if len(colours) > 1:
        return Refusal.MIXED_COLOURS
    if colours and price.colour is not None and colours[0] is not price.colour:
        return Refusal.WRONG_COLOUR
    if payment.wilds < price.wilds:
        return Refusal.TOO_FEW_WILDS
    return None


def _wilds_spent(payment: Cards) -> int:
    return payment.counts[-1]


@lru_cache(maxsize=1 << 14)
def _ways(colour: Card, spaces: int, least_wilds: int, held: int, wilds: int) -> tuple[Cards, ...]:
    """Payments with at least one card of the colour, from few wilds to many."""
    fewest = max(least_wilds, spaces - held)
    most = min(wilds, spaces - 1)
    return tuple(
        Cards.of({colour: spaces - spent, Card.WILD: spent}) for spent in range(fewest, most + 1)
    )
