"""What something costs, and every legal way to pay for it (C13, C14, OW5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

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
    """The least number of cards that must be wild."""


def payments(price: Price, hand: Cards) -> list[Cards]:
    """Return every legal payment from this hand, those with few wilds first."""
    wilds = hand.counts[-1]
    colours = COLOURS if price.colour is None else (price.colour,)
    found: list[Cards] = []
    for colour in colours:
        held = hand.counts[POSITION[colour]]
        if held:
            found += _mixes(colour, price.spaces, price.wilds, held, wilds)
    found.sort(key=_wilds_spent)
    if wilds >= price.spaces:
        found.append(Cards.of({Card.WILD: price.spaces}))
    return found


def every_payment(price: Price) -> list[Cards]:
    """Return every payment of this size in one colour and wilds, in the order of `payments`.

    Those with fewer wilds than the price asks for are listed as well, so that prices of the same
    size and colour have the same list.
    """
    colours = COLOURS if price.colour is None else (price.colour,)
    found = [
        Cards.of({colour: price.spaces - wilds, Card.WILD: wilds})
        for wilds in range(price.spaces)
        for colour in colours
    ]
    return [*found, Cards.of({Card.WILD: price.spaces})]


def affordable(price: Price, hand: Cards) -> bool:
    """Return whether this hand can pay."""
    counts = hand.counts
    wilds = counts[-1]
    held = max(counts[:-1]) if price.colour is None else counts[POSITION[price.colour]]
    return wilds >= price.wilds and held + wilds >= price.spaces


class Affordable:
    """The routes that hands can pay, cached for each colour and number of cards and wilds."""

    def __init__(self, prices: Sequence[Price]) -> None:
        self._prices = prices
        self._known: dict[tuple[int, int, int], int] = {}

    def routes(self, hand: Cards) -> int:
        """Return the routes that this hand can pay, as the bits of a `RouteSet`."""
        *colours, wilds = hand.counts
        known, bits = self._known, 0
        for colour, held in enumerate(colours):
            key = colour, held, wilds
            bits |= known[key] if key in known else self._find(key)
        return bits

    def _find(self, key: tuple[int, int, int]) -> int:
        colour, held, wilds = key
        found = self._known[key] = RouteSet.of(
            index
            for index, price in enumerate(self._prices)
            if price.colour in (None, COLOURS[colour])
            and wilds >= price.wilds
            and held + wilds >= price.spaces
        ).bits
        return found


@dataclass(frozen=True, slots=True)
class Shortage:
    """The least number of cards that a hand lacks to pay a price."""

    cards: int
    """Cards of the price's colour, or wild ones."""
    wilds: int
    """Wild cards in addition to these."""

    @property
    def total(self) -> int:
        """Return the number of all these cards."""
        return self.cards + self.wilds


def shortage(price: Price, hand: Cards) -> Shortage:
    """Return the cards that a hand lacks to pay a price; none if it can pay."""
    counts = hand.counts
    held = max(counts[:-1]) if price.colour is None else counts[POSITION[price.colour]]
    spare = max(0, hand.wilds - price.wilds)
    return Shortage(
        cards=max(0, price.spaces - price.wilds - held - spare),
        wilds=max(0, price.wilds - hand.wilds),
    )


def missing_cards(prices: Iterable[Price], hand: Cards) -> dict[Card | None, int]:
    """Return the cards that a hand lacks to pay several prices, by colour.

    Prices in any colour take the one with most cards to spare, the largest price first; what they
    lack is counted under `None`. Spare wild cards stand in where least is missing.
    """
    *left, spare = hand.counts
    wilds, any_colour, wanted = 0, [], [0] * len(left)
    for price in prices:
        wilds += price.wilds
        if price.colour is None:
            any_colour.append(price.spaces - price.wilds)
        else:
            wanted[POSITION[price.colour]] += price.spaces - price.wilds
    missing: list[tuple[int, Card | None]] = []
    for at, count in enumerate(wanted):
        if count > left[at]:
            missing.append((count - left[at], COLOURS[at]))
        left[at] = max(0, left[at] - count)
    lacking = 0
    for count in sorted(any_colour, reverse=True):
        most = max(left)
        lacking += max(0, count - most)
        left[left.index(most)] = max(0, most - count)
    if lacking:
        missing.append((lacking, None))
    found: dict[Card | None, int] = {Card.WILD: wilds - spare} if wilds > spare else {}
    spare = max(0, spare - wilds)
    for count, card in sorted(missing, key=itemgetter(0)):
        if count > spare:
            found[card] = count - spare
        spare = max(0, spare - count)
    return found


def refuse_payment(price: Price, hand: Cards, payment: Cards) -> Refusal | None:
    """Return what is wrong with a payment, or `None`."""
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
def _mixes(colour: Card, spaces: int, least_wilds: int, held: int, wilds: int) -> tuple[Cards, ...]:
    """Return payments with at least one card of the colour, from few wilds to many."""
    fewest = max(least_wilds, spaces - held)
    most = min(wilds, spaces - 1)
    return tuple(
        Cards.of({colour: spaces - spent, Card.WILD: spent}) for spent in range(fewest, most + 1)
    )
