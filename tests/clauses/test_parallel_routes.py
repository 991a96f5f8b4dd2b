"""Parallel routes: two or three tracks between the same two places."""

from __future__ import annotations

import pytest

from fogline import ClaimRoute, Refusal, State
from tests.positions import (
    OLD_WEST,
    SAN_FRANCISCO,
    after,
    arranged,
    begun,
    cards,
    offers,
    on_turn,
    owning,
    refused,
)

RED = ClaimRoute("crissy-field/golden-gate-bridge#1", cards(red=1))
PURPLE = ClaimRoute("crissy-field/golden-gate-bridge#2", cards(purple=1))

WHITE = ClaimRoute("fresno/sacramento#1", cards(white=2))
GREEN = ClaimRoute("fresno/sacramento#2", cards(green=2))
ROSE = ClaimRoute("fresno/sacramento#3", cards(red=2))


def in_the_city(seats: int) -> State:
    hands = dict.fromkeys(range(seats), cards(red=1, purple=1))
    return arranged(begun(SAN_FRANCISCO, seats), hands=hands)


def in_the_west(seats: int) -> State:
    """Everybody's network touches Fresno or Sacramento, and everybody can pay for any track.

    Nobody has two cards more than a claim costs, so that no marker is offered.
    """
    starts = ("fresno", "sacramento", "carson-city", "redding", "bakersfield", "los-angeles")
    state = begun(OLD_WEST, seats, starts=starts)
    roads = {
        2: ["carson-city/fresno"],
        3: ["redding/sacramento#1"],
        4: ["bakersfield/fresno#1"],
        5: ["bakersfield/los-angeles#1", "bakersfield/fresno#2"],
    }
    state = owning(state, {seat: road for seat, road in roads.items() if seat < seats})
    hands = {0: cards(white=3), 1: cards(green=3), 2: cards(red=3)}
    hands |= {seat: cards(wild=2) for seat in (3, 4, 5)}
    return arranged(state, hands={seat: hand for seat, hand in hands.items() if seat < seats})


def wild(claim: ClaimRoute) -> ClaimRoute:
    return ClaimRoute(claim.route, cards(wild=2))


# Double routes


@pytest.mark.clause("C17")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_may_own_both_tracks_of_a_double_route(seats: int) -> None:
    state = after(in_the_city(seats), (0, RED))
    assert refused(on_turn(state, 0), 0, PURPLE) is Refusal.TWIN_IS_YOURS


@pytest.mark.clause("C18")
@pytest.mark.parametrize("other", [0, 1])
def test_two_players_in_san_francisco_use_only_one_track_of_a_double_route(other: int) -> None:
    state = after(in_the_city(2), (0, RED))
    state = on_turn(state, other)
    expected = Refusal.TWIN_IS_YOURS if other == 0 else Refusal.TWIN_TAKEN
    assert refused(state, other, PURPLE) is expected


@pytest.mark.clause("C18", "C17")
@pytest.mark.parametrize("seats", [3, 4])
def test_three_or_four_players_in_san_francisco_may_use_both_tracks(seats: int) -> None:
    state = after(in_the_city(seats), (0, RED), (1, PURPLE))
    assert [route.id for route in state.routes_of(0)] == [RED.route]
    assert [route.id for route in state.routes_of(1)] == [PURPLE.route]
    assert refused(state, 2, PURPLE) is Refusal.ROUTE_TAKEN


@pytest.mark.clause("C18")
@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_in_old_west_use_only_one_track_of_a_double_route(seats: int) -> None:
    starts = ("billings", "bozeman", "helena")
    state = begun(OLD_WEST, seats, starts=starts)
    state = arranged(state, hands={0: cards(red=2), 1: cards(green=2)})
    state = after(state, (0, ClaimRoute("billings/bozeman#1", cards(red=2))))
    green = ClaimRoute("billings/bozeman#2", cards(green=2))
    assert refused(state, 1, green) is Refusal.TWIN_TAKEN


@pytest.mark.clause("C18", "C17")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_four_or_more_players_in_old_west_may_use_both_tracks(seats: int) -> None:
    starts = ("billings", "bozeman", "helena", "denver", "seattle", "phoenix")
    state = begun(OLD_WEST, seats, starts=starts)
    state = arranged(state, hands={0: cards(red=2), 1: cards(green=2)})
    state = after(
        state,
        (0, ClaimRoute("billings/bozeman#1", cards(red=2))),
        (1, ClaimRoute("billings/bozeman#2", cards(green=2))),
    )
    assert [route.id for route in state.routes_of(1)] == ["billings/bozeman#2"]


# Three tracks


@pytest.mark.clause("C17", "C18", "S10")
@pytest.mark.parametrize("seats", [2, 3])
def test_one_claim_closes_all_three_tracks_to_two_or_three_players(seats: int) -> None:
    state = after(in_the_west(seats), (0, WHITE))
    for other in range(1, seats):
        state = on_turn(state, other)
        state = arranged(state, hands={other: cards(green=2, red=2)})
        assert refused(state, other, GREEN) is Refusal.TWIN_TAKEN
        assert refused(state, other, ROSE) is Refusal.TWIN_TAKEN
    state = arranged(on_turn(state, 0), hands={0: cards(green=2, red=2)})
    assert refused(state, 0, GREEN) is Refusal.TWIN_IS_YOURS
    assert refused(state, 0, ROSE) is Refusal.TWIN_IS_YOURS


@pytest.mark.clause("C17", "C18", "S10")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_three_of_four_or_more_players_may_own_one_of_three_tracks_each(seats: int) -> None:
    state = after(in_the_west(seats), (0, WHITE), (1, GREEN), (2, ROSE))
    for seat, claim in enumerate((WHITE, GREEN, ROSE)):
        assert claim.route in [route.id for route in state.routes_of(seat)]
    for claim in (WHITE, GREEN, ROSE):
        assert refused(state, 3, wild(claim)) is Refusal.ROUTE_TAKEN


@pytest.mark.clause("C17", "S10")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_second_and_third_track_are_closed_only_to_who_owns_one(seats: int) -> None:
    state = after(in_the_west(seats), (0, WHITE))
    mine = arranged(on_turn(state, 0), hands={0: cards(green=2, red=2)})
    assert refused(mine, 0, GREEN) is Refusal.TWIN_IS_YOURS
    assert refused(mine, 0, ROSE) is Refusal.TWIN_IS_YOURS
    for other in range(1, seats):
        theirs = arranged(on_turn(state, other), hands={other: cards(wild=2)})
        assert {wild(GREEN), wild(ROSE)} <= set(offers(theirs, other))


@pytest.mark.clause("C17")
def test_routes_to_the_same_place_from_elsewhere_are_not_parallel() -> None:
    state = after(in_the_city(2), (0, RED), (1, ClaimRoute("fort-mason/pier-39#1", cards(red=1))))
    presidio = ClaimRoute("crissy-field/presidio", cards(purple=1))
    state = after(state, (0, presidio))
    assert [route.id for route in state.routes_of(0)] == [RED.route, "crissy-field/presidio"]
