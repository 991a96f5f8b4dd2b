"""What a hand lacks for several routes: no more and no less than it must draw to pay for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fogline import Card, Cards
from fogline.core.cards import COLOURS
from fogline.core.payment import Price, missing_cards, payments, shortage
from tests.positions import cards

HANDS = st.dictionaries(st.sampled_from(list(Card)), st.integers(0, 4)).map(Cards.of)
COLOUR = st.sampled_from([None, *COLOURS[:3]])
PRICES = st.builds(
    lambda spaces, colour, wilds: Price(spaces, colour, min(spaces, wilds)),
    st.integers(1, 4),
    COLOUR,
    st.integers(0, 2),
)


def can_pay(prices: list[Price], hand: Cards) -> bool:
    """Whether some payments, one after the other, pay all prices."""
    if not prices:
        return True
    first, *rest = prices
    return any(can_pay(rest, hand - payment) for payment in payments(first, hand))


@given(PRICES, HANDS)
def test_for_one_route_it_is_the_shortage(price: Price, hand: Cards) -> None:
    assert sum(missing_cards([price], hand).values()) == shortage(price, hand).total


@given(st.lists(PRICES, max_size=3), HANDS)
def test_a_hand_that_lacks_nothing_can_pay(prices: list[Price], hand: Cards) -> None:
    if not missing_cards(prices, hand):
        assert can_pay(prices, hand)


@given(st.lists(PRICES, max_size=3), HANDS)
def test_with_wilds_for_what_it_lacks_a_hand_can_pay(prices: list[Price], hand: Cards) -> None:
    missing = missing_cards(prices, hand)
    assert can_pay(prices, hand + Cards.of({Card.WILD: sum(missing.values())}))


def test_routes_of_one_colour_share_its_cards() -> None:
    assert missing_cards([Price(3, Card.RED), Price(2, Card.RED)], cards(red=4)) == {Card.RED: 1}
    assert missing_cards([Price(3, Card.RED)], cards(red=3)) == {}


def test_a_gray_route_takes_what_is_left_over_all_of_one_colour() -> None:
    assert missing_cards([Price(2, Card.BLUE), Price(4)], cards(blue=4, green=3)) == {None: 1}
    assert missing_cards([Price(4), Price(2)], cards(blue=4, green=1)) == {None: 1}


def test_nothing_stands_in_for_the_wilds_of_a_ferry() -> None:
    assert missing_cards([Price(4, None, 2)], cards(green=2, wild=1)) == {Card.WILD: 1}


def test_spare_wilds_stand_in_where_least_is_missing() -> None:
    prices = [Price(4, Card.RED), Price(3, Card.BLUE)]
    assert missing_cards(prices, cards(red=1, blue=2, wild=2)) == {Card.RED: 2}
