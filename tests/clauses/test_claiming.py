"""Claiming a route: what is open, vehicles, points, and what everybody may see."""

from __future__ import annotations

import pytest

from fogline import Card, Cards, ClaimRoute, DrawCard, Refusal, TakeCard, view_of
from fogline.core.decisions import Turn
from fogline.core.events import PointsScored, RouteClaimed, TurnBegan, TurnEnded
from fogline.rules.city_markers import MarkerOffer, Markers
from fogline.rules.tourist_tokens import Tokens
from tests.positions import (
    NONE,
    OLD_WEST,
    SAN_FRANCISCO,
    after,
    arranged,
    begun,
    cards,
    finished,
    happened,
    holding,
    now,
    offers,
    on_turn,
    owning,
    refused,
    with_points,
    with_tokens,
    with_vehicles,
)

BLACK_ROUTE = "haight-ashbury/pacific-heights"
BLACK_CLAIM = ClaimRoute(BLACK_ROUTE, cards(black=3))


@pytest.mark.clause("C12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_open_route_is_offered_to_a_rich_player(seats: int) -> None:
    state = arranged(begun(SAN_FRANCISCO, seats), display="- - - - -", deck=NONE, rest_to=0)
    routes = {action.route for action in offers(state, 0) if isinstance(action, ClaimRoute)}
    assert len(routes) == 65


@pytest.mark.clause("C12")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_route_that_has_an_owner_cannot_be_claimed(owner: int) -> None:
    state = owning(begun(SAN_FRANCISCO, 3), {owner: [BLACK_ROUTE]})
    state = arranged(state, hands={0: cards(black=3)})
    assert refused(state, 0, BLACK_CLAIM) is Refusal.ROUTE_TAKEN


@pytest.mark.clause("C12")
def test_a_route_that_is_not_on_the_board_cannot_be_claimed() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    nowhere = ClaimRoute("alcatraz/sunset", cards(black=3))
    assert refused(state, 0, nowhere) is Refusal.UNKNOWN_ROUTE


@pytest.mark.clause("C12")
def test_one_vehicle_goes_on_each_space_and_the_route_is_the_players() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    state = after(state, (0, BLACK_CLAIM))
    assert state.players[0].vehicles == 17
    assert state.players[1].vehicles == 20
    assert [route.id for route in state.routes_of(0)] == [BLACK_ROUTE]
    assert state.routes_of(1) == []


@pytest.mark.clause("C12")
def test_a_player_with_exactly_as_many_vehicles_as_spaces_may_claim() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    state = after(with_vehicles(state, {0: 3}), (0, BLACK_CLAIM))
    assert state.players[0].vehicles == 0


@pytest.mark.clause("C12", "S8")
@pytest.mark.parametrize("vehicles", [0, 1, 2])
def test_a_route_longer_than_the_vehicles_left_cannot_be_claimed(vehicles: int) -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    state = with_vehicles(state, {0: vehicles})
    assert refused(state, 0, BLACK_CLAIM) is Refusal.TOO_FEW_VEHICLES


@pytest.mark.clause("C12", "S8")
def test_shorter_routes_stay_open_to_a_player_with_few_vehicles() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    state = with_vehicles(state, {0: 1})
    routes = {action.route for action in offers(state, 0) if isinstance(action, ClaimRoute)}
    assert routes == {
        "crissy-field/palace-of-fine-arts#1",
        "crissy-field/presidio",
        "fort-mason/pier-39#2",
        "market-street/union-square#1",
        "mission-district/the-castro",
    }


@pytest.mark.clause("C12")
def test_a_second_route_in_the_same_turn_is_refused() -> None:
    # A marker may still be bought, so that the turn is not over yet.
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = arranged(state, hands={0: cards(orange=4, red=3)})
    state = after(state, (0, ClaimRoute("boise/missoula", cards(orange=4))))
    assert isinstance(now(state), MarkerOffer)
    assert refused(state, 0, ClaimRoute("boise/winnemucca", cards(red=3))) is Refusal.NOT_NOW


@pytest.mark.clause("C15", "SF11")
@pytest.mark.parametrize(
    ("route", "payment", "points"),
    [
        ("crissy-field/presidio", cards(red=1), 1),
        ("haight-ashbury/twin-peaks", cards(blue=2), 2),
        ("haight-ashbury/pacific-heights", cards(black=3), 4),
        ("fort-mason/golden-gate-bridge", cards(red=4, wild=1), 10),
    ],
)
def test_a_route_of_san_francisco_scores_at_once_by_its_length(
    route: str, payment: Cards, points: int
) -> None:
    state = with_points(begun(SAN_FRANCISCO, 2), {0: 5, 1: 3})
    state = arranged(state, hands={0: payment})
    claim = ClaimRoute(route, payment)
    events = happened(state, 0, claim)
    assert events.index(PointsScored(0, points, "routes")) < events.index(TurnEnded(0))
    state = after(state, (0, claim))
    assert state.players[0].points == {"routes": 5 + points}
    assert state.players[1].score == 3


@pytest.mark.clause("SF11")
def test_the_score_table_of_san_francisco() -> None:
    state = begun(SAN_FRANCISCO, 2)
    assert state.board.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10}


@pytest.mark.clause("C15", "OW10")
@pytest.mark.parametrize(
    ("route", "start", "payment", "points"),
    [
        ("ashland/redding#1", "ashland", cards(red=1), 1),
        ("ashland/bend", "bend", cards(black=2), 2),
        ("billings/gillette", "billings", cards(blue=3), 4),
        ("boise/missoula", "missoula", cards(orange=4), 7),
        ("great-falls/spokane", "spokane", cards(red=5), 10),
        ("san-diego/tucson", "tucson", cards(green=6), 15),
        ("boise/seattle#1", "seattle", cards(white=7), 18),
    ],
)
def test_a_route_of_old_west_scores_at_once_by_its_length(
    route: str, start: str, payment: Cards, points: int
) -> None:
    state = begun(OLD_WEST, 2, starts=(start, "denver"))
    state = after(arranged(state, hands={0: payment}), (0, ClaimRoute(route, payment)))
    assert state.players[0].points == {"routes": points}
    assert state.players[1].score == 0


@pytest.mark.clause("OW10")
def test_the_longest_chain_of_routes_brings_no_bonus() -> None:
    # Seat 0 has a chain of 6 routes, seat 1 has nothing; neither has a ticket.
    chain = [
        "boise/seattle#1",
        "boise/missoula",
        "helena/missoula#1",
        "great-falls/helena",
        "great-falls/spokane",
        "seattle/spokane#1",
    ]
    state = owning(holding(begun(OLD_WEST, 2), {}), {0: chain})
    end = finished(with_points(state, {0: 51, 1: 0}))
    assert [result.total for result in end.results] == [51, 0]
    assert [result.points for result in end.results] == [{"routes": 51}, {"routes": 0}]


@pytest.mark.clause("C16")
def test_paid_cards_go_to_the_discards() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2), hands={0: cards(black=4, wild=2)}, discards=cards(red=2, wild=1)
    )
    state = after(state, (0, ClaimRoute(BLACK_ROUTE, cards(black=2, wild=1))))
    assert state.players[0].hand == cards(black=2, wild=1)
    assert state.discards == cards(red=2, wild=2, black=2)


@pytest.mark.clause("C16")
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_everybody_sees_discards_and_sizes_but_no_faces(viewer: int | None) -> None:
    state = holding(begun(SAN_FRANCISCO, 3), {0: ["alcatraz/presidio", "pier-39/south-beach"]})
    state = arranged(state, hands={0: cards(black=4, wild=2)}, discards=cards(red=2))
    state = after(state, (0, BLACK_CLAIM))
    view = view_of(state, viewer)
    assert view.discards == cards(red=2, black=3)
    assert view.players[0].hand == Cards.face_down(3)
    assert view.players[0].tickets == (None, None)
    assert view.players[0].vehicles == 17
    assert view.players[0].score == 4
    assert view.deck == Cards.face_down(44 - 2 - 3 - 3 - 5)


@pytest.mark.clause("C16")
@pytest.mark.parametrize("viewer", [1, None])
def test_a_card_taken_from_the_display_was_seen_by_all_and_one_drawn_blind_was_not(
    viewer: int | None,
) -> None:
    state = arranged(begun(SAN_FRANCISCO, 2))
    state = after(state, (0, TakeCard(Card.BLUE)), (0, DrawCard()))
    assert view_of(state, viewer).players[0].hand == cards(blue=1) + Cards.face_down(1)


@pytest.mark.clause("C16")
@pytest.mark.parametrize("viewer", [1, None])
def test_a_card_that_was_seen_is_not_in_the_hand_once_it_is_paid(viewer: int | None) -> None:
    hands = {0: cards(black=2)}
    state = arranged(begun(SAN_FRANCISCO, 2), hands=hands, display="black red blue green purple")
    state = after(state, (0, TakeCard(Card.BLACK)), (0, DrawCard()))
    assert view_of(state, viewer).players[0].hand == cards(black=1) + Cards.face_down(3)
    state = after(state, (1, DrawCard()), (1, DrawCard()), (0, BLACK_CLAIM))
    assert view_of(state, viewer).players[0].hand == Cards.face_down(1)


@pytest.mark.clause("C16", "SF9")
@pytest.mark.parametrize("viewer", [1, None])
def test_everybody_sees_tokens(viewer: int | None) -> None:
    state = with_tokens(begun(SAN_FRANCISCO, 2), {"sunset": ("gull", 1)}, {0: ["bell"]})
    tokens = view_of(state, viewer).part(Tokens)
    assert tokens.held == (("bell",), ())
    assert tokens.stacks == (("sunset", "gull", 1),)


@pytest.mark.clause("C16")
@pytest.mark.parametrize("viewer", [1, None])
def test_everybody_sees_markers(viewer: int | None) -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    markers = view_of(state, viewer).part(Markers)
    assert markers.controller("boise") == 0
    assert markers.controller("denver") == 1
    assert markers.controller("helena") is None


@pytest.mark.clause("SF12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_routes_of_san_francisco_need_not_touch_each_other(seats: int) -> None:
    state = owning(begun(SAN_FRANCISCO, seats), {0: ["crissy-field/presidio"]})
    state = arranged(state, hands={0: cards(black=3)})
    far = ClaimRoute("potrero-hill/south-beach", cards(black=3))
    state = after(state, (0, far))
    assert {route.id for route in state.routes_of(0)} == {
        "crissy-field/presidio",
        "potrero-hill/south-beach",
    }


@pytest.mark.clause("C12", "C15", "C16")
def test_what_happens_in_a_claim_and_in_which_order() -> None:
    state = with_tokens(on_turn(begun(SAN_FRANCISCO, 2), 1), {})
    state = arranged(state, hands={1: cards(black=3)})
    assert happened(state, 1, BLACK_CLAIM) == [
        RouteClaimed(1, BLACK_ROUTE, cards(black=3)),
        PointsScored(1, 4, "routes"),
        TurnEnded(1),
        TurnBegan(0),
    ]
    assert now(after(state, (1, BLACK_CLAIM))) == Turn((0,))
