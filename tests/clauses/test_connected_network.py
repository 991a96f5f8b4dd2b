"""A network that grows from the start city."""

from __future__ import annotations

import pytest

from fogline import ClaimRoute, Refusal, State
from tests.positions import (
    NONE,
    OLD_WEST,
    after,
    arranged,
    begun,
    cards,
    offers,
    on_turn,
    owning,
    refused,
    with_markers,
)

STARTS = ("boise", "denver", "phoenix", "fresno", "seattle", "helena")


def rich(state: State, seat: int) -> State:
    """It is the seat's turn, and it holds all cards."""
    return arranged(on_turn(state, seat), display="- - - - -", deck=NONE, rest_to=seat)


def claimable(state: State, seat: int) -> set[str]:
    routes = {action.route for action in offers(state, seat) if isinstance(action, ClaimRoute)}
    return {route.partition("#")[0] for route in routes}


@pytest.mark.clause("OW4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_first_route_must_touch_the_start_city(seats: int) -> None:
    state = begun(OLD_WEST, seats, starts=STARTS)
    assert claimable(rich(state, 0), 0) == {
        "bend/boise",
        "boise/idaho-falls",
        "boise/missoula",
        "boise/seattle",
        "boise/winnemucca",
    }
    assert claimable(rich(state, 1), 1) == {
        "cheyenne/denver",
        "denver/grand-junction",
        "denver/pueblo",
        "denver/salt-lake-city",
    }


@pytest.mark.clause("OW4")
def test_a_first_route_elsewhere_is_refused() -> None:
    state = rich(begun(OLD_WEST, 2, starts=STARTS), 0)
    elsewhere = ClaimRoute("redding/winnemucca", cards(green=4))
    assert refused(state, 0, elsewhere) is Refusal.NOT_CONNECTED


@pytest.mark.clause("OW4")
def test_a_later_route_must_touch_the_start_city_or_a_city_reached() -> None:
    state = owning(begun(OLD_WEST, 2, starts=STARTS), {0: ["boise/winnemucca"]})
    assert claimable(rich(state, 0), 0) == {
        # still from Boise
        "bend/boise",
        "boise/idaho-falls",
        "boise/missoula",
        "boise/seattle",
        # from Winnemucca
        "carson-city/winnemucca",
        "redding/winnemucca",
        "salt-lake-city/winnemucca",
    }


@pytest.mark.clause("OW4")
def test_the_network_grows_with_every_claim() -> None:
    state = begun(OLD_WEST, 2, starts=STARTS)
    sacramento = ClaimRoute("carson-city/sacramento#1", cards(red=1))
    assert refused(rich(state, 0), 0, sacramento) is Refusal.NOT_CONNECTED
    state = after(rich(state, 0), (0, ClaimRoute("boise/winnemucca", cards(red=3))))
    assert refused(rich(state, 0), 0, sacramento) is Refusal.NOT_CONNECTED
    state = after(rich(state, 0), (0, ClaimRoute("carson-city/winnemucca#1", cards(orange=2))))
    state = after(rich(state, 0), (0, sacramento))
    assert {route.id for route in state.routes_of(0)} == {
        "boise/winnemucca",
        "carson-city/winnemucca#1",
        "carson-city/sacramento#1",
    }


@pytest.mark.clause("OW4")
def test_the_routes_and_start_cities_of_others_do_not_connect() -> None:
    state = owning(begun(OLD_WEST, 2, starts=STARTS), {1: ["denver/pueblo#1"]})
    state = rich(state, 0)
    at_their_start = ClaimRoute("denver/grand-junction", cards(red=3))
    at_their_route = ClaimRoute("durango/pueblo", cards(red=3))
    assert refused(state, 0, at_their_start) is Refusal.NOT_CONNECTED
    assert refused(state, 0, at_their_route) is Refusal.NOT_CONNECTED


@pytest.mark.clause("OW4")
def test_a_marker_without_a_route_does_not_connect() -> None:
    # No claim leads to such a marker; it shows that only start city and routes count.
    state = rich(with_markers(begun(OLD_WEST, 2, starts=STARTS), ("tucson", 0)), 0)
    claim = ClaimRoute("las-cruces/tucson", cards(orange=4))
    assert refused(state, 0, claim) is Refusal.NOT_CONNECTED


@pytest.mark.clause("OW4")
def test_a_route_may_end_at_the_network_with_either_end() -> None:
    state = rich(begun(OLD_WEST, 2, starts=STARTS), 0)
    for claim in (
        ClaimRoute("bend/boise#1", cards(purple=4)),
        ClaimRoute("boise/missoula", cards(orange=4)),
    ):
        assert [route.id for route in after(state, (0, claim)).routes_of(0)] == [claim.route]
