"""Alvin the Alien, a variant of Old West.

Roswell is joined to Albuquerque (2, red), Las Cruces (2, green) and Santa Fe (3, yellow).
"""

from __future__ import annotations

import pytest

from fogline import (
    ChooseStartCity,
    ClaimRoute,
    DeclineMarker,
    DrawCard,
    KeepTickets,
    MoveAlvin,
    Pass,
    PlaceMarker,
    Refusal,
    State,
    define,
    view_of,
)
from fogline.core import engine
from fogline.core.decisions import Turn
from fogline.core.events import PointsScored, RouteClaimed, TurnEnded
from fogline.rules.alvin import (
    ALVINS_HOME,
    CITY_NOT_YOURS,
    Alvin,
    AlvinCaptured,
    AlvinMoved,
    AlvinsMove,
)
from fogline.rules.city_markers import MarkerOffer, Markers
from tests.positions import (
    LOWEST,
    OLD_WEST,
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
    with_alvin,
    with_markers,
)

STARTS = ("albuquerque", "las-cruces", "santa-fe", "denver", "phoenix", "seattle")
TO_ROSWELL = ClaimRoute("albuquerque/roswell", cards(red=2))
CRUCES_TO_ROSWELL = ClaimRoute("las-cruces/roswell", cards(green=2))
TO_LAS_CRUCES = ClaimRoute("albuquerque/las-cruces#1", cards(blue=2))
"""Of length 2, gray; it joins the start cities of seats 0 and 1."""


def table(seats: int = 2, /, **hand: int) -> State:
    """Seat 0 is to act and has this hand, and everybody else can pay for two spaces."""
    state = begun(OLD_WEST, seats, starts=STARTS, alvin=True)
    hands = {seat: cards(blue=2) for seat in range(1, min(seats, 3))}
    return arranged(state, hands={0: cards(**hand), **hands})


def alvin(state: State) -> tuple[str, int | None]:
    part = state.part(Alvin)
    return part.city, part.holder


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


def alvins_points(state: State) -> list[int]:
    return [player.points.get("alvin", 0) for player in state.players]


# AL1: where he comes from


@pytest.mark.clause("AL1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_alvin_starts_in_roswell_and_nobody_has_him(seats: int) -> None:
    state = begun(OLD_WEST, seats, alvin=True)
    assert alvin(state) == ("roswell", None)
    assert view_of(state, None).part(Alvin).city == "roswell"


@pytest.mark.clause("AL1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nobody_may_start_in_roswell(seats: int) -> None:
    state, _ = engine.start(define(OLD_WEST, {"alvin": True, "first": 0}), seats, LOWEST)
    for seat in range(seats):
        offered = tuple(ticket for ticket in state.players[seat].offered if ticket is not None)
        state = after(state, (seat, KeepTickets(offered)))
    free = 40
    for seat in reversed(range(seats)):
        assert len(offers(state, seat)) == free
        assert refused(state, seat, ChooseStartCity("roswell")) is ALVINS_HOME
        state = after(state, (seat, offers(state, seat)[0]))
        free -= 1


@pytest.mark.clause("AL1")
def test_nobody_may_put_a_marker_on_roswell() -> None:
    # Seat 0 comes from Albuquerque, where it has a marker: no free city is left on the route.
    state = after(table(red=2, orange=2), (0, TO_ROSWELL), (0, MoveAlvin("albuquerque")))
    assert now(state) == Turn((1,))


@pytest.mark.clause("AL1")
@pytest.mark.parametrize("gone", [False, True])
def test_roswell_stays_closed_to_markers_when_alvin_has_left(gone: bool) -> None:
    state = owning(table(), {0: ["albuquerque/santa-fe#1"]})
    state = arranged(state, hands={0: cards(yellow=3, orange=2)})
    claim = (0, ClaimRoute("roswell/santa-fe", cards(yellow=3)))
    if gone:
        state = after(with_alvin(state, "las-cruces", 1), claim)
    else:
        state = after(state, claim, (0, MoveAlvin("albuquerque")))
    assert now(state) == MarkerOffer((0,), ("santa-fe",))
    marker = PlaceMarker("roswell", cards(orange=2))
    assert refused(state, 0, marker) is ALVINS_HOME


@pytest.mark.clause("AL1")
def test_without_the_variant_roswell_is_a_city_like_any_other() -> None:
    state = begun(OLD_WEST, 2, starts=("roswell", "denver"))
    assert state.part(Markers).controller("roswell") == 0
    assert Alvin.verb not in state.parts
    state = arranged(state, hands={0: cards(red=2)})
    state = after(state, (0, TO_ROSWELL))
    assert state.players[0].points == {"routes": 2}


# AL2: the first capture


@pytest.mark.clause("AL2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("seat", "claim"), [(0, TO_ROSWELL), (1, CRUCES_TO_ROSWELL)], ids=["seat 0", "seat 1"]
)
def test_the_first_route_to_roswell_captures_alvin_for_10_points(
    seats: int, seat: int, claim: ClaimRoute
) -> None:
    state = arranged(on_turn(table(seats), seat), hands={seat: claim.payment})
    state = after(state, (seat, claim))
    assert state.players[seat].points == {"routes": 2, "alvin": 10}
    assert sum(scores(state)) == 12
    assert now(state) == AlvinsMove((seat,), (STARTS[seat],))
    state = after(state, (seat, MoveAlvin(STARTS[seat])))
    assert alvin(state) == (STARTS[seat], seat)
    assert now(state) == Turn(((seat + 1) % seats,))


@pytest.mark.clause("AL2")
def test_alvin_moves_to_any_city_that_the_captor_controls() -> None:
    state = with_markers(table(red=2), ("tucson", 0), ("phoenix", 0), ("boise", 1))
    state = after(state, (0, TO_ROSWELL))
    assert offers(state, 0) == [
        MoveAlvin("albuquerque"),
        MoveAlvin("tucson"),
        MoveAlvin("phoenix"),
    ]
    for city in ("albuquerque", "tucson", "phoenix"):
        assert alvin(after(state, (0, MoveAlvin(city)))) == (city, 0)


@pytest.mark.clause("AL2")
def test_alvin_moves_nowhere_else_and_must_move() -> None:
    state = after(table(red=2), (0, TO_ROSWELL))
    # A city of another player, a free city, Roswell itself, and one that does not exist
    assert refused(state, 0, MoveAlvin("las-cruces")) is CITY_NOT_YOURS
    assert refused(state, 0, MoveAlvin("tucson")) is CITY_NOT_YOURS
    assert refused(state, 0, MoveAlvin("roswell")) is CITY_NOT_YOURS
    assert refused(state, 0, MoveAlvin("area-51")) is Refusal.UNKNOWN_PLACE
    assert refused(state, 0, Pass()) is Refusal.NOT_NOW
    assert refused(state, 0, DrawCard()) is Refusal.NOT_NOW
    assert refused(state, 0, DeclineMarker()) is Refusal.NOT_NOW
    assert refused(state, 1, MoveAlvin("las-cruces")) is Refusal.NOT_DECIDING


@pytest.mark.clause("AL2")
def test_alvin_cannot_be_moved_without_a_capture() -> None:
    state = with_alvin(table(red=2), "albuquerque", 0)
    assert refused(state, 0, MoveAlvin("albuquerque")) is Refusal.NOT_NOW


@pytest.mark.clause("AL2")
def test_a_route_elsewhere_does_not_capture_alvin() -> None:
    state = after(table(blue=2), (0, TO_LAS_CRUCES))
    assert alvin(state) == ("roswell", None)
    assert alvins_points(state) == [0, 0]


@pytest.mark.clause("AL2", "AL3")
def test_only_the_first_route_to_roswell_counts() -> None:
    state = after(table(red=2), (0, TO_ROSWELL), (0, MoveAlvin("albuquerque")))
    state = arranged(state, hands={1: cards(green=2)})
    state = after(state, (1, CRUCES_TO_ROSWELL))
    assert alvin(state) == ("albuquerque", 0)
    assert alvins_points(state) == [10, 0]
    assert now(state) == Turn((0,))


# AL3: later captures


@pytest.mark.clause("AL3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_route_to_the_city_where_another_has_alvin_captures_him(seats: int) -> None:
    state = on_turn(with_alvin(table(seats), "albuquerque", 0), 1)
    state = after(state, (1, TO_LAS_CRUCES))
    assert alvins_points(state)[:2] == [0, 10]
    assert now(state) == AlvinsMove((1,), ("las-cruces",))
    assert refused(state, 1, MoveAlvin("albuquerque")) is CITY_NOT_YOURS
    state = after(state, (1, MoveAlvin("las-cruces")))
    assert alvin(state) == ("las-cruces", 1)


@pytest.mark.clause("AL3")
def test_alvin_can_be_captured_back_and_scores_again() -> None:
    state = with_alvin(table(4, blue=2), "albuquerque", 0)
    state = after(on_turn(state, 1), (1, TO_LAS_CRUCES), (1, MoveAlvin("las-cruces")))
    twin = ClaimRoute("albuquerque/las-cruces#2", cards(blue=2))
    state = after(on_turn(state, 0), (0, twin), (0, MoveAlvin("albuquerque")))
    assert alvin(state) == ("albuquerque", 0)
    assert alvins_points(state) == [10, 10, 0, 0]


@pytest.mark.clause("AL3")
def test_own_routes_to_ones_own_alvin_do_nothing() -> None:
    state = with_alvin(table(blue=2), "albuquerque", 0)
    state = after(state, (0, TO_LAS_CRUCES))
    assert alvin(state) == ("albuquerque", 0)
    assert alvins_points(state) == [0, 0]
    assert now(state) == Turn((1,))


@pytest.mark.clause("AL3")
def test_a_route_to_another_city_of_the_holder_does_not_capture_alvin() -> None:
    state = with_markers(with_alvin(table(), "albuquerque", 0), ("tucson", 0))
    state = arranged(on_turn(state, 1), hands={1: cards(orange=4)})
    state = after(state, (1, ClaimRoute("las-cruces/tucson", cards(orange=4))))
    assert alvin(state) == ("albuquerque", 0)
    assert alvins_points(state) == [0, 0]


@pytest.mark.clause("AL3")
def test_a_third_player_may_capture_alvin_from_the_second() -> None:
    state = with_alvin(table(3), "las-cruces", 1)
    state = owning(on_turn(state, 2), {2: ["albuquerque/santa-fe#1"]})
    state = after(state, (2, TO_LAS_CRUCES), (2, MoveAlvin("santa-fe")))
    assert alvin(state) == ("santa-fe", 2)
    assert alvins_points(state) == [0, 0, 10]


# AL4: the order within a claim


@pytest.mark.clause("AL4", "AL2", "OW6")
def test_route_points_come_first_then_capture_and_move_then_the_marker() -> None:
    state = owning(table(), {0: ["albuquerque/santa-fe#1"]})
    state = arranged(state, hands={0: cards(yellow=3, orange=2)})
    claim = ClaimRoute("roswell/santa-fe", cards(yellow=3))
    assert happened(state, 0, claim) == [
        RouteClaimed(0, "roswell/santa-fe", cards(yellow=3)),
        PointsScored(0, 4, "routes"),
        AlvinCaptured(0),
        PointsScored(0, 10, "alvin"),
    ]
    state = after(state, (0, claim))
    assert now(state) == AlvinsMove((0,), ("albuquerque",))
    marker = PlaceMarker("santa-fe", cards(orange=2))
    assert refused(state, 0, marker) is Refusal.NOT_NOW

    assert happened(state, 0, MoveAlvin("albuquerque")) == [AlvinMoved(0, "albuquerque")]
    state = after(state, (0, MoveAlvin("albuquerque")))
    assert now(state) == MarkerOffer((0,), ("santa-fe",))
    assert TurnEnded(0) in happened(state, 0, marker)


@pytest.mark.clause("AL4")
def test_alvin_cannot_go_to_a_city_whose_marker_is_still_to_be_bought() -> None:
    state = owning(table(), {0: ["albuquerque/santa-fe#1"]})
    state = arranged(state, hands={0: cards(yellow=3, orange=2)})
    state = after(state, (0, ClaimRoute("roswell/santa-fe", cards(yellow=3))))
    assert refused(state, 0, MoveAlvin("santa-fe")) is CITY_NOT_YOURS
    state = after(state, (0, MoveAlvin("albuquerque")))
    state = after(state, (0, PlaceMarker("santa-fe", cards(orange=2))))
    assert state.part(Markers).cities_of(0) == ["albuquerque", "santa-fe"]
    assert alvin(state) == ("albuquerque", 0)


@pytest.mark.clause("AL4", "AL3", "OW6")
def test_the_route_pays_by_the_markers_whoever_captures_alvin() -> None:
    # Both cities are controlled: seats 0 and 1 score 2 each, and seat 1 has Alvin's 10.
    state = on_turn(with_alvin(table(), "albuquerque", 0), 1)
    state = after(state, (1, TO_LAS_CRUCES))
    assert [player.points for player in state.players] == [
        {"routes": 2},
        {"routes": 2, "alvin": 10},
    ]


# AL5: the end


@pytest.mark.clause("AL5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_who_has_alvin_at_the_end_gets_another_10_points(seats: int) -> None:
    state = holding(with_alvin(table(seats), "las-cruces", 1), {})
    end = finished(state)
    assert [result.points.get("alvin", 0) for result in end.results] == [0, 10, *[0] * (seats - 2)]
    assert end.results[1].total == 10


@pytest.mark.clause("AL5", "AL2")
def test_capture_and_possession_add_up() -> None:
    state = holding(table(red=2), {})
    state = after(state, (0, TO_ROSWELL), (0, MoveAlvin("albuquerque")))
    end = finished(state)
    assert [result.points.get("alvin", 0) for result in end.results] == [20, 0]
    assert [result.total for result in end.results] == [22, 0]


@pytest.mark.clause("AL5")
def test_who_lost_alvin_keeps_the_points_for_the_capture_only() -> None:
    state = holding(table(red=2), {})
    state = after(state, (0, TO_ROSWELL), (0, MoveAlvin("albuquerque")))
    state = after(state, (1, TO_LAS_CRUCES), (1, MoveAlvin("las-cruces")))
    end = finished(state)
    assert [result.points.get("alvin", 0) for result in end.results] == [10, 20]


@pytest.mark.clause("AL5")
def test_nobody_gets_points_for_an_alvin_who_was_never_captured() -> None:
    end = finished(holding(table(), {}))
    assert [result.total for result in end.results] == [0, 0]
