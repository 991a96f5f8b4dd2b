"""Paying for a route: one card per space, one colour, wilds for any of them.

The worked example is the black route of three spaces from Haight Ashbury to Pacific Heights.
"""

from __future__ import annotations

import pytest

from fogline import Card, Cards, ClaimRoute, Refusal, State
from tests.positions import (
    NONE,
    OLD_WEST,
    SAN_FRANCISCO,
    after,
    arranged,
    begun,
    cards,
    payments_offered,
    refused,
)

BLACK_ROUTE = "haight-ashbury/pacific-heights"
GRAY_ROUTE = "market-street/pacific-heights"

BLACK_WAYS = [
    cards(black=3),
    cards(black=2, wild=1),
    cards(black=1, wild=2),
    cards(wild=3),
]


def cards_only(value: object) -> str | None:
    return str(value) if isinstance(value, Cards) else None


def with_hand(**hand: int) -> State:
    return arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(**hand)})


@pytest.mark.clause("C13")
@pytest.mark.parametrize("payment", BLACK_WAYS, ids=str)
def test_the_black_route_can_be_paid_in_each_legal_way(payment: Cards) -> None:
    state = with_hand(black=3, wild=3, red=3)
    state = after(state, (0, ClaimRoute(BLACK_ROUTE, payment)))
    assert [route.id for route in state.routes_of(0)] == [BLACK_ROUTE]
    assert state.discards == payment
    assert state.players[0].hand == cards(black=3, wild=3, red=3) - payment
    assert state.players[0].score == 4


@pytest.mark.clause("C13")
def test_every_split_is_offered_and_no_other_payment_of_the_black_route() -> None:
    state = with_hand(black=3, wild=3, red=3)
    assert payments_offered(state, 0, BLACK_ROUTE) == BLACK_WAYS


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        (cards(black=3), [cards(black=3)]),
        (cards(black=5), [cards(black=3)]),
        (cards(black=2, wild=1), [cards(black=2, wild=1)]),
        (cards(black=2, wild=2), [cards(black=2, wild=1), cards(black=1, wild=2)]),
        (cards(black=1, wild=2), [cards(black=1, wild=2)]),
        (cards(wild=3), [cards(wild=3)]),
        (cards(black=1, wild=3), [cards(black=1, wild=2), cards(wild=3)]),
        (cards(black=2), []),
        (cards(wild=2), []),
        (cards(black=1, wild=1), []),
        (cards(red=3), []),
        (cards(black=2, red=3), []),
        (NONE, []),
    ],
    ids=cards_only,
)
def test_what_a_hand_is_offered_for_the_black_route(hand: Cards, ways: list[Cards]) -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: hand})
    assert payments_offered(state, 0, BLACK_ROUTE) == ways


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        # Not one card per space
        (NONE, Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(black=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(black=2), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(black=4), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(black=3, wild=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(wild=2), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(wild=4), Refusal.WRONG_NUMBER_OF_CARDS),
        # Not one colour
        (cards(black=2, red=1), Refusal.MIXED_COLOURS),
        (cards(black=1, red=1, wild=1), Refusal.MIXED_COLOURS),
        (cards(red=2, blue=1), Refusal.MIXED_COLOURS),
        # Not the colour of the route
        (cards(red=3), Refusal.WRONG_COLOUR),
        (cards(red=2, wild=1), Refusal.WRONG_COLOUR),
        (cards(red=1, wild=2), Refusal.WRONG_COLOUR),
        # Not in the hand
        (cards(black=5), Refusal.CARDS_NOT_IN_HAND),
        (cards(green=3), Refusal.CARDS_NOT_IN_HAND),
        (cards(black=2, green=1), Refusal.CARDS_NOT_IN_HAND),
        (Cards.face_down(3), Refusal.CARDS_NOT_IN_HAND),
    ],
    ids=str,
)
def test_the_black_route_cannot_be_paid_otherwise(payment: Cards, refusal: Refusal) -> None:
    state = with_hand(black=4, wild=4, red=3, blue=1)
    assert refused(state, 0, ClaimRoute(BLACK_ROUTE, payment)) is refusal


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    "payment",
    [
        Cards.of({Card.BLACK: -1, Card.WILD: 4}),
        Cards.of({Card.BLACK: 4, Card.WILD: -1}),
        Cards.of({Card.BLACK: 4, Card.RED: -1}),
    ],
    ids=str,
)
def test_nobody_can_pay_with_fewer_than_no_cards(payment: Cards) -> None:
    # Three cards by their sum, but a player cannot take cards out of the discards.
    state = with_hand(black=4, wild=4)
    assert isinstance(refused(state, 0, ClaimRoute(BLACK_ROUTE, payment)), Refusal)


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    "payment",
    [
        cards(red=2),
        cards(orange=2),
        cards(green=2),
        cards(blue=2),
        cards(purple=2),
        cards(black=2),
        cards(red=1, wild=1),
        cards(black=1, wild=1),
        cards(wild=2),
    ],
    ids=str,
)
def test_a_gray_route_takes_any_one_colour_with_or_without_wilds(payment: Cards) -> None:
    state = with_hand(red=2, orange=2, green=2, blue=2, purple=2, black=2, wild=2)
    state = after(state, (0, ClaimRoute(GRAY_ROUTE, payment)))
    assert [route.id for route in state.routes_of(0)] == [GRAY_ROUTE]
    assert state.discards == payment


@pytest.mark.clause("C13")
def test_a_gray_route_is_offered_for_every_colour_and_every_split() -> None:
    state = with_hand(red=2, blue=1, wild=2)
    assert payments_offered(state, 0, GRAY_ROUTE) == [
        cards(red=2),
        cards(red=1, wild=1),
        cards(blue=1, wild=1),
        cards(wild=2),
    ]


@pytest.mark.clause("C13")
@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        (cards(red=1, blue=1), Refusal.MIXED_COLOURS),
        (cards(red=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(red=2, wild=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(blue=2), Refusal.CARDS_NOT_IN_HAND),
    ],
    ids=str,
)
def test_a_gray_route_cannot_be_paid_otherwise(payment: Cards, refusal: Refusal) -> None:
    state = with_hand(red=2, blue=1, wild=2)
    assert refused(state, 0, ClaimRoute(GRAY_ROUTE, payment)) is refusal


@pytest.mark.clause("C13")
def test_seven_spaces_of_old_west_are_offered_in_all_eight_splits() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = arranged(state, hands={0: cards(white=7, wild=7)})
    assert payments_offered(state, 0, "boise/seattle#1") == [
        cards(white=7),
        cards(white=6, wild=1),
        cards(white=5, wild=2),
        cards(white=4, wild=3),
        cards(white=3, wild=4),
        cards(white=2, wild=5),
        cards(white=1, wild=6),
        cards(wild=7),
    ]
