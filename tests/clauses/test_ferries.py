"""Ferries: routes that demand wild cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fogline import Cards, ClaimRoute, Refusal, State, define
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

GRAY_FERRY = "alcatraz/pier-39#1"
ORANGE_FERRY = "alcatraz/fort-mason#1"
LONG_FERRY = "fort-mason/golden-gate-bridge"
WESTERN_FERRY = "los-angeles/san-francisco"


def in_the_city(**hand: int) -> State:
    return arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(**hand)})


def in_the_west(**hand: int) -> State:
    state = begun(OLD_WEST, 2, starts=("los-angeles", "denver"))
    return arranged(state, hands={0: cards(**hand)})


def with_symbols(state: State, route_id: str, symbols: int) -> State:
    """Print another number of ferry symbols on a route."""
    board = state.board
    routes = tuple(
        replace(route, ferries=symbols) if route.id == route_id else route for route in board.routes
    )
    return replace(state, game=replace(state.game, board=replace(board, routes=routes)))


@pytest.mark.clause("SF13")
def test_the_five_ferry_tracks_of_san_francisco_show_one_symbol_each() -> None:
    board = define(SAN_FRANCISCO).board
    assert {route.id: route.ferries for route in board.routes if route.ferries} == {
        "alcatraz/fort-mason#1": 1,
        "alcatraz/fort-mason#2": 1,
        "alcatraz/pier-39#1": 1,
        "alcatraz/pier-39#2": 1,
        "fort-mason/golden-gate-bridge": 1,
    }


@pytest.mark.clause("C14")
def test_the_one_ferry_of_old_west_shows_three_symbols() -> None:
    board = define(OLD_WEST).board
    assert {route.id: route.ferries for route in board.routes if route.ferries} == {
        WESTERN_FERRY: 3
    }


@pytest.mark.clause("C14", "SF13")
@pytest.mark.parametrize("payment", [cards(orange=1, wild=1), cards(wild=2)], ids=str)
def test_a_coloured_ferry_takes_its_colour_and_at_least_one_wild(payment: Cards) -> None:
    state = in_the_city(orange=2, wild=2)
    assert payments_offered(state, 0, ORANGE_FERRY) == [cards(orange=1, wild=1), cards(wild=2)]
    state = after(state, (0, ClaimRoute(ORANGE_FERRY, payment)))
    assert [route.id for route in state.routes_of(0)] == [ORANGE_FERRY]


@pytest.mark.clause("C14", "SF13")
@pytest.mark.parametrize(
    ("route", "payment"),
    [(ORANGE_FERRY, cards(orange=2)), (GRAY_FERRY, cards(red=2)), (LONG_FERRY, cards(red=5))],
)
def test_a_ferry_cannot_be_paid_without_a_wild(route: str, payment: Cards) -> None:
    state = in_the_city(orange=2, red=5, wild=2)
    assert refused(state, 0, ClaimRoute(route, payment)) is Refusal.TOO_FEW_WILDS


@pytest.mark.clause("C14", "C13")
def test_the_other_spaces_of_a_coloured_ferry_need_its_colour() -> None:
    state = in_the_city(red=1, wild=1)
    claim = ClaimRoute(ORANGE_FERRY, cards(red=1, wild=1))
    assert refused(state, 0, claim) is Refusal.WRONG_COLOUR


@pytest.mark.clause("C14", "C13")
def test_the_other_spaces_of_a_gray_ferry_take_any_one_colour() -> None:
    state = in_the_city(red=4, blue=3, green=1, wild=2)
    assert payments_offered(state, 0, LONG_FERRY) == [
        cards(red=4, wild=1),
        cards(red=3, wild=2),
        cards(blue=3, wild=2),
    ]
    mixed = ClaimRoute(LONG_FERRY, cards(red=3, blue=1, wild=1))
    assert refused(state, 0, mixed) is Refusal.MIXED_COLOURS


@pytest.mark.clause("C14")
def test_a_player_without_a_wild_is_not_offered_a_ferry() -> None:
    state = in_the_city(red=5, orange=4)
    assert payments_offered(state, 0, GRAY_FERRY) == []
    assert payments_offered(state, 0, ORANGE_FERRY) == []
    assert payments_offered(state, 0, LONG_FERRY) == []


@pytest.mark.clause("C14", "S9")
@pytest.mark.parametrize(("route", "spaces"), [(GRAY_FERRY, 2), (LONG_FERRY, 5)])
def test_a_gray_ferry_of_san_francisco_can_be_paid_wholly_with_wilds(
    route: str, spaces: int
) -> None:
    state = in_the_city(wild=spaces)
    assert payments_offered(state, 0, route) == [cards(wild=spaces)]
    state = after(state, (0, ClaimRoute(route, cards(wild=spaces))))
    assert [claimed.id for claimed in state.routes_of(0)] == [route]
    assert state.players[0].hand == NONE


@pytest.mark.clause("C14", "S9")
def test_the_gray_ferry_of_old_west_can_be_paid_wholly_with_wilds() -> None:
    state = in_the_west(wild=7)
    state = after(state, (0, ClaimRoute(WESTERN_FERRY, cards(wild=7))))
    assert state.players[0].score == 18
    assert state.players[0].vehicles == 33


@pytest.mark.clause("C14")
def test_a_ferry_with_three_symbols_needs_three_wilds_or_more() -> None:
    state = in_the_west(blue=5, red=3, wild=4)
    assert payments_offered(state, 0, WESTERN_FERRY) == [
        cards(blue=4, wild=3),
        cards(red=3, wild=4),
        cards(blue=3, wild=4),
    ]
    two_wilds = ClaimRoute(WESTERN_FERRY, cards(blue=5, wild=2))
    assert refused(state, 0, two_wilds) is Refusal.TOO_FEW_WILDS


@pytest.mark.clause("C14", "SF13")
@pytest.mark.parametrize(
    ("symbols", "ways"),
    [
        (0, [cards(black=3), cards(black=2, wild=1), cards(black=1, wild=2), cards(wild=3)]),
        (1, [cards(black=2, wild=1), cards(black=1, wild=2), cards(wild=3)]),
        (2, [cards(black=1, wild=2), cards(wild=3)]),
        (3, [cards(wild=3)]),
    ],
)
def test_a_route_may_show_any_number_of_symbols(symbols: int, ways: list[Cards]) -> None:
    state = in_the_city(black=3, wild=3)
    state = with_symbols(state, "haight-ashbury/pacific-heights", symbols)
    assert payments_offered(state, 0, "haight-ashbury/pacific-heights") == ways
    for few in range(symbols):
        claim = ClaimRoute("haight-ashbury/pacific-heights", cards(black=3 - few, wild=few))
        assert refused(state, 0, claim) is Refusal.TOO_FEW_WILDS
