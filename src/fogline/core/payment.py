"""What something costs, and every legal way to pay for it (C13, C14, OW5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fogline.core.cards import ALL_CARDS, COLOURS, POSITION, Card, Cards
from fogline.core.refusal import Refusal

_ANY_COLOUR = -1


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
    """Which of many prices a hand can pay; the answers are kept by colour and number of cards."""

    def __init__(self, prices: Sequence[Price]) -> None:
        self._prices = prices
        self._most = max((max(price.spaces, price.wilds) for price in prices), default=0)
        self._colours = sorted({POSITION[price.colour] for price in prices if price.colour})
        self._kept: dict[tuple[int, int, int], frozenset[int]] = {}

    def __call__(self, hand: Cards) -> set[int]:
        """Give the positions of the prices that this hand can pay."""
        *held, wilds = hand.counts
        most = self._most  # cards beyond that change nothing
        wilds = min(wilds, most)
        found = set(self._with(_ANY_COLOUR, min(max(held), most), wilds))
        for position in self._colours:
            if held[position] or wilds:
                found |= self._with(position, min(held[position], most), wilds)
        return found

    def _with(self, position: int, held: int, wilds: int) -> frozenset[int]:
        """The prices in one colour that so many cards of it, and wilds, can pay."""
        key = (position, held, wilds)
        found = self._kept.get(key)
        if found is None:
            colour = None if position == _ANY_COLOUR else ALL_CARDS[position]
            payable = [
                number
                for number, price in enumerate(self._prices)
                if price.colour is colour and wilds >= price.wilds and held + wilds >= price.spaces
            ]
            found = self._kept[key] = frozenset(payable)
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
