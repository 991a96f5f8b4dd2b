"""What something costs, and every legal way to pay for it (C13, C14, OW5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fogline.core.cards import ALL_CARDS, COLOURS, POSITION, Card, Cards
from fogline.core.refusal import Refusal
from fogline.core.route_set import RouteSet

_ANY_COLOUR = -1
_NO_COLOUR = -2


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


class Affordable:
    """Which routes a hand can pay; the answers are kept by colour and number of cards."""

    def __init__(self, prices: Sequence[Price]) -> None:
        self._colours = sorted({POSITION[price.colour] for price in prices if price.colour})
        self._payable = _Payable(prices)

    def __call__(self, hand: Cards) -> int:
        """Give the routes that this hand can pay, as the bits of a `RouteSet`."""
        counts, payable = hand.counts, self._payable
        wilds = counts[-1]
        found = payable[_ANY_COLOUR, max(counts[:-1]), wilds]
        for position in self._colours:
            if held := counts[position]:
                found |= payable[position, held, wilds]
        return found | payable[_NO_COLOUR, 0, wilds]


class _Payable(dict[tuple[int, int, int], int]):
    """The routes in one colour that so many cards of it, and wilds, can pay, as bits."""

    def __init__(self, prices: Sequence[Price]) -> None:
        super().__init__()
        self._prices = prices

    def __missing__(self, key: tuple[int, int, int]) -> int:
        position, held, wilds = key
        colour = ALL_CARDS[position] if position >= 0 else None
        found = self[key] = RouteSet.of(
            index
            for index, price in enumerate(self._prices)
            if (price.colour is colour or position == _NO_COLOUR)
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
