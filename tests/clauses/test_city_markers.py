"""City markers: start cities, buying markers, and whom a route pays.

The worked example of the rulebook is the route from Salt Lake City to St. George.
"""

from __future__ import annotations

import pytest

from fogline import (
    Card,
    Cards,
    ChooseStartCity,
    ClaimRoute,
    DeclineMarker,
    DrawCard,
    KeepTickets,
    PlaceMarker,
    Refusal,
    State,
    define,
)
from fogline.core import engine
from fogline.core.decisions import Turn
from fogline.rules.city_markers import (
    CITY_HAS_MARKER,
    CITY_OFF_ROUTE,
    MarkerOffer,
    Markers,
    StartCity,
)
from tests.positions import (
    LOWEST,
    NONE,
    OLD_WEST,
    after,
    arranged,
    begun,
    cards,
    now,
    offers,
    on_turn,
    owning,
    refused,
    with_markers,
)

SALT_LAKE = "salt-lake-city"
ST_GEORGE = "st-george"
RED_TRACK = "salt-lake-city/st-george#1"
PURPLE_TRACK = "salt-lake-city/st-george#2"


def before_starts(seats: int, *, first: int = 0) -> State:
    """The tickets are chosen, the start cities are not."""
    state, _ = engine.start(define(OLD_WEST, {"first": first}), seats, LOWEST)
    for seat in range(seats):
        offered = tuple(ticket for ticket in state.players[seat].offered if ticket is not None)
        state = after(state, (seat, KeepTickets(offered)))
    return state


def markers(state: State) -> Markers:
    return state.part(Markers)


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


# OW3: start cities


@pytest.mark.clause("OW3")
@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (2, 0, [1, 0]),
        (2, 1, [0, 1]),
        (3, 0, [2, 1, 0]),
        (3, 1, [0, 2, 1]),
        (4, 0, [3, 2, 1, 0]),
        (4, 2, [1, 0, 3, 2]),
        (5, 0, [4, 3, 2, 1, 0]),
        (5, 4, [3, 2, 1, 0, 4]),
        (6, 0, [5, 4, 3, 2, 1, 0]),
        (6, 3, [2, 1, 0, 5, 4, 3]),
    ],
)
def test_start_cities_are_chosen_from_the_last_player_counter_clockwise(
    seats: int, first: int, order: list[int]
) -> None:
    cities = ["boise", "denver", "phoenix", "fresno", "seattle", "helena"]
    state = before_starts(seats, first=first)
    for seat in order:
        assert now(state) == StartCity((seat,))
        state = after(state, (seat, ChooseStartCity(cities[seat])))
    assert markers(state).starts == tuple(cities[:seats])
    assert [markers(state).controller(city) for city in cities[:seats]] == list(range(seats))
    assert now(state) == Turn((first,))


@pytest.mark.clause("OW3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_any_city_without_a_marker_may_be_a_start_city(seats: int) -> None:
    state = before_starts(seats)
    free = 41
    for seat in reversed(range(seats)):
        assert len(offers(state, seat)) == free
        state = after(state, (seat, offers(state, seat)[0]))
        free -= 1
    assert len(set(markers(state).starts)) == seats


@pytest.mark.clause("OW3")
def test_start_cities_differ() -> None:
    state = after(before_starts(2), (1, ChooseStartCity("boise")))
    assert refused(state, 0, ChooseStartCity("boise")) is CITY_HAS_MARKER
    assert refused(state, 0, ChooseStartCity("reno")) is Refusal.UNKNOWN_PLACE
    assert refused(state, 0, DrawCard()) is Refusal.NOT_NOW


@pytest.mark.clause("OW3")
def test_a_start_city_cannot_be_chosen_again_or_out_of_turn() -> None:
    state = before_starts(3)
    assert refused(state, 0, ChooseStartCity("boise")) is Refusal.NOT_DECIDING
    state = after(state, (2, ChooseStartCity("boise")))
    assert refused(state, 2, ChooseStartCity("denver")) is Refusal.NOT_DECIDING
    state = after(state, (1, ChooseStartCity("denver")), (0, ChooseStartCity("fresno")))
    assert refused(state, 0, ChooseStartCity("helena")) is Refusal.NOT_NOW


@pytest.mark.clause("OW3", "OW5")
def test_three_markers_each_the_start_city_included() -> None:
    # Seat 0 started in Boise: after two more markers there is none left.
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = arranged(state, hands={0: cards(orange=4, red=6)})
    claim = ClaimRoute("boise/missoula", cards(orange=4))
    one = after(with_markers(state, ("fresno", 0)), (0, claim))
    assert now(one) == MarkerOffer((0,), ("missoula",))
    two = after(with_markers(state, ("fresno", 0), ("tucson", 0)), (0, claim))
    assert now(two) == Turn((1,))


# OW5: buying a marker


def after_claim(**hand: int) -> State:
    """Seat 0 went from Boise, its start, over Winnemucca to Redding, and has this hand left."""
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = owning(state, {0: ["boise/winnemucca"]})
    state = arranged(state, hands={0: cards(green=4) + cards(**hand)})
    return after(state, (0, ClaimRoute("redding/winnemucca", cards(green=4))))


@pytest.mark.clause("OW5")
@pytest.mark.parametrize("city", ["redding", "winnemucca"])
@pytest.mark.parametrize(
    "payment", [cards(red=2), cards(red=1, wild=1), cards(wild=2), cards(blue=2)], ids=str
)
def test_a_marker_on_either_city_costs_a_pair_with_or_without_locomotives(
    city: str, payment: Cards
) -> None:
    state = after_claim(red=2, blue=2, wild=2)
    assert now(state) == MarkerOffer((0,), ("redding", "winnemucca"))
    before = state.discards
    state = after(state, (0, PlaceMarker(city, payment)))
    assert markers(state).controller(city) == 0
    assert markers(state).cities_of(0) == ["boise", city]
    assert state.discards == before + payment
    assert state.players[0].hand == cards(red=2, blue=2, wild=2) - payment
    assert now(state) == Turn((1,))


@pytest.mark.clause("OW5")
def test_every_way_to_pay_and_to_decline_is_offered() -> None:
    state = after_claim(red=2, blue=1, wild=2)
    ways = [cards(red=2), cards(red=1, wild=1), cards(blue=1, wild=1), cards(wild=2)]
    assert offers(state, 0) == [
        DeclineMarker(),
        *(PlaceMarker("redding", way) for way in ways),
        *(PlaceMarker("winnemucca", way) for way in ways),
    ]


@pytest.mark.clause("OW5")
@pytest.mark.parametrize(
    ("payment", "refusal"),
    [
        (cards(red=1, blue=1), Refusal.MIXED_COLOURS),
        (NONE, Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(red=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(wild=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(red=3), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(red=2, wild=1), Refusal.WRONG_NUMBER_OF_CARDS),
        (cards(green=2), Refusal.CARDS_NOT_IN_HAND),
        (cards(blue=2), Refusal.CARDS_NOT_IN_HAND),
    ],
    ids=str,
)
def test_nothing_but_a_pair_pays_for_a_marker(payment: Cards, refusal: Refusal) -> None:
    state = after_claim(red=3, blue=1, wild=1)
    assert refused(state, 0, PlaceMarker("redding", payment)) is refusal


@pytest.mark.clause("OW5")
def test_nobody_can_pay_for_a_marker_with_fewer_than_no_cards() -> None:
    state = after_claim(red=1, wild=3)
    payment = Cards.of({Card.RED: -1, Card.WILD: 3})
    assert isinstance(refused(state, 0, PlaceMarker("redding", payment)), Refusal)


@pytest.mark.clause("OW5")
def test_a_marker_may_be_declined() -> None:
    state = after_claim(red=2)
    state = after(state, (0, DeclineMarker()))
    assert markers(state).cities_of(0) == ["boise"]
    assert state.players[0].hand == cards(red=2)
    assert now(state) == Turn((1,))


@pytest.mark.clause("OW5")
def test_only_one_marker_may_be_put_after_a_claim() -> None:
    state = after_claim(red=2, blue=2)
    state = after(state, (0, PlaceMarker("redding", cards(red=2))))
    assert now(state) == Turn((1,))
    second = PlaceMarker("winnemucca", cards(blue=2))
    assert refused(state, 0, second) is Refusal.NOT_DECIDING


@pytest.mark.clause("OW5")
def test_a_marker_goes_on_a_free_city_of_the_route_just_claimed() -> None:
    # Boise is the start city, Denver another's, Carson City has none but is elsewhere.
    state = after_claim(red=2)
    assert refused(state, 0, PlaceMarker("boise", cards(red=2))) is CITY_HAS_MARKER
    assert refused(state, 0, PlaceMarker("denver", cards(red=2))) is CITY_HAS_MARKER
    elsewhere = PlaceMarker("carson-city", cards(red=2))
    assert refused(state, 0, elsewhere) is CITY_OFF_ROUTE
    assert refused(state, 0, PlaceMarker("reno", cards(red=2))) is Refusal.UNKNOWN_PLACE


@pytest.mark.clause("OW5")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_city_that_has_a_marker_takes_no_other(owner: int) -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = with_markers(owning(state, {0: ["boise/winnemucca"]}), ("redding", owner))
    state = arranged(state, hands={0: cards(green=4, red=2)})
    state = after(state, (0, ClaimRoute("redding/winnemucca", cards(green=4))))
    assert now(state) == MarkerOffer((0,), ("winnemucca",))
    taken = PlaceMarker("redding", cards(red=2))
    assert refused(state, 0, taken) is CITY_HAS_MARKER


@pytest.mark.clause("OW5")
def test_no_marker_is_offered_between_two_cities_that_have_one() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "missoula"))
    state = arranged(state, hands={0: cards(orange=4, red=2)})
    state = after(state, (0, ClaimRoute("boise/missoula", cards(orange=4))))
    assert now(state) == Turn((1,))


@pytest.mark.clause("OW5")
def test_no_marker_is_offered_to_a_player_without_two_cards() -> None:
    assert now(after_claim(wild=1)) == Turn((1,))


@pytest.mark.clause("OW5")
def test_a_player_without_a_pair_can_only_decline() -> None:
    assert offers(after_claim(red=1, blue=1), 0) == [DeclineMarker()]


@pytest.mark.clause("OW5")
def test_a_marker_can_only_be_bought_after_a_claim() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = arranged(state, hands={0: cards(red=2)})
    assert refused(state, 0, PlaceMarker("missoula", cards(red=2))) is Refusal.NOT_NOW
    assert refused(state, 0, DeclineMarker()) is Refusal.NOT_NOW
    drawn = after(state, (0, DrawCard()))
    assert refused(drawn, 0, PlaceMarker("missoula", cards(red=2))) is Refusal.NOT_NOW


@pytest.mark.clause("OW5", "OW3")
def test_a_marker_stays_where_it_is_and_a_fourth_is_never_offered() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    roads = [
        ("boise/winnemucca", cards(red=3), "winnemucca"),
        ("redding/winnemucca", cards(green=4), "redding"),
    ]
    for route, payment, city in roads:
        state = arranged(on_turn(state, 0), hands={0: payment + cards(blue=2)})
        state = after(state, (0, ClaimRoute(route, payment)), (0, PlaceMarker(city, cards(blue=2))))
    assert markers(state).cities_of(0) == ["boise", "winnemucca", "redding"]
    state = arranged(on_turn(state, 0), hands={0: cards(white=1, blue=2)})
    state = after(state, (0, ClaimRoute("ashland/redding#2", cards(white=1))))
    assert now(state) == Turn((1,))
    assert markers(state).cities_of(0) == ["boise", "winnemucca", "redding"]
    assert markers(state).cities_of(1) == ["denver"]


# OW6: whom a route pays


def before_example(*more: tuple[str, int], seats: int = 3) -> State:
    """Seat 0 can reach Salt Lake City and pays for St. George; start cities are elsewhere."""
    starts = ("green-river", "seattle", "phoenix", "denver", "los-angeles", "helena")
    state = begun(OLD_WEST, seats, starts=starts)
    state = owning(state, {0: ["green-river/salt-lake-city#1"]})
    return with_markers(arranged(state, hands={0: cards(red=4)}), *more)


@pytest.mark.clause("OW6")
@pytest.mark.parametrize(
    ("at_salt_lake", "at_st_george", "points"),
    [
        # No marker of another player and at most one of one's own: the builder
        (None, None, [7, 0, 0]),
        (0, None, [7, 0, 0]),
        (None, 0, [7, 0, 0]),
        # One city is another's, the other is free: that player, the builder nothing
        (1, None, [0, 7, 0]),
        (None, 1, [0, 7, 0]),
        (2, None, [0, 0, 7]),
        (None, 2, [0, 0, 7]),
        # Both are controlled: each controller the full points
        (0, 1, [7, 7, 0]),
        (1, 0, [7, 7, 0]),
        (2, 0, [7, 0, 7]),
        (1, 2, [0, 7, 7]),
        (2, 1, [0, 7, 7]),
        # Both are the same player's: twice the points
        (0, 0, [14, 0, 0]),
        (1, 1, [0, 14, 0]),
        (2, 2, [0, 0, 14]),
    ],
)
def test_the_markers_on_its_two_cities_decide_whom_a_route_pays(
    at_salt_lake: int | None, at_st_george: int | None, points: list[int]
) -> None:
    cities = [(SALT_LAKE, at_salt_lake), (ST_GEORGE, at_st_george)]
    state = before_example(*((city, seat) for city, seat in cities if seat is not None))
    state = after(state, (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert scores(state) == points


@pytest.mark.clause("OW6")
@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_it_is_the_same_with_any_number_of_players(seats: int) -> None:
    other = seats - 1
    one = before_example((SALT_LAKE, other), seats=seats)
    one = after(one, (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert scores(one) == [0] * other + [7]
    both = before_example((SALT_LAKE, other), (ST_GEORGE, 0), seats=seats)
    both = after(both, (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert scores(both) == [7] + [0] * (other - 1) + [7]


@pytest.mark.clause("OW6", "OW3")
def test_a_start_city_is_a_controlled_city() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "missoula"))
    state = arranged(state, hands={0: cards(orange=4)})
    state = after(state, (0, ClaimRoute("boise/missoula", cards(orange=4))))
    assert scores(state) == [7, 7]


@pytest.mark.clause("OW6")
def test_markers_elsewhere_do_not_matter() -> None:
    state = before_example(("flagstaff", 1), ("grand-junction", 2))
    state = after(state, (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert scores(state) == [7, 0, 0]


@pytest.mark.clause("OW6", "C12")
def test_the_builder_owns_the_route_and_gives_the_vehicles_whoever_scores() -> None:
    state = after(before_example((SALT_LAKE, 1)), (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert RED_TRACK in [route.id for route in state.routes_of(0)]
    assert state.players[0].vehicles == 40 - 1 - 4
    assert state.players[1].vehicles == 40


# OW7: the moment that counts


@pytest.mark.clause("OW7", "OW5")
def test_a_marker_put_after_the_claim_does_not_change_its_points() -> None:
    state = arranged(before_example((SALT_LAKE, 1)), hands={0: cards(red=4, blue=2)})
    state = after(state, (0, ClaimRoute(RED_TRACK, cards(red=4))))
    assert scores(state) == [0, 7, 0]
    state = after(state, (0, PlaceMarker(ST_GEORGE, cards(blue=2))))
    assert scores(state) == [0, 7, 0]


@pytest.mark.clause("OW7")
def test_a_second_own_marker_put_after_the_claim_does_not_double_its_points() -> None:
    state = begun(OLD_WEST, 2, starts=(SALT_LAKE, "denver"))
    state = arranged(state, hands={0: cards(red=4, blue=2)})
    state = after(
        state,
        (0, ClaimRoute(RED_TRACK, cards(red=4))),
        (0, PlaceMarker(ST_GEORGE, cards(blue=2))),
    )
    assert scores(state) == [7, 0]


@pytest.mark.clause("OW7")
def test_a_marker_put_after_a_claim_counts_for_the_next_one() -> None:
    starts = ("green-river", SALT_LAKE, "phoenix", "denver")
    state = owning(begun(OLD_WEST, 4, starts=starts), {0: ["green-river/salt-lake-city#1"]})
    state = arranged(state, hands={0: cards(red=4, blue=2), 1: cards(purple=4)})
    state = after(
        state,
        (0, ClaimRoute(RED_TRACK, cards(red=4))),
        (0, PlaceMarker(ST_GEORGE, cards(blue=2))),
    )
    assert scores(state) == [0, 7, 0, 0]
    state = after(state, (1, ClaimRoute(PURPLE_TRACK, cards(purple=4))))
    assert scores(state) == [7, 14, 0, 0]


# OW8: the worked examples of the rulebook


@pytest.mark.clause("OW8", "OW6")
@pytest.mark.parametrize("track", [RED_TRACK, PURPLE_TRACK])
def test_with_a_marker_on_salt_lake_city_its_owner_gets_7_and_the_builder_0(track: str) -> None:
    # Seat 1 started in Salt Lake City; seat 0 comes from Flagstaff.
    state = begun(OLD_WEST, 2, starts=("flagstaff", SALT_LAKE))
    state = owning(state, {0: ["flagstaff/st-george"]})
    state = arranged(state, hands={0: cards(wild=4)})
    state = after(state, (0, ClaimRoute(track, cards(wild=4))))
    assert scores(state) == [0, 7]


@pytest.mark.clause("OW8", "OW6")
@pytest.mark.parametrize("track", [RED_TRACK, PURPLE_TRACK])
def test_with_markers_on_both_cities_their_owner_gets_14_and_the_builder_0(track: str) -> None:
    # Seat 1 started in Salt Lake City, reaches St. George and buys a marker there.
    state = begun(OLD_WEST, 4, starts=("flagstaff", SALT_LAKE, "denver", "seattle"))
    state = owning(state, {0: ["flagstaff/st-george"], 1: ["grand-junction/salt-lake-city"]})
    state = arranged(on_turn(state, 1), hands={1: cards(white=4, blue=2), 0: cards(wild=4)})
    state = after(
        state,
        (1, ClaimRoute("grand-junction/st-george", cards(white=4))),
        (1, PlaceMarker(ST_GEORGE, cards(blue=2))),
    )
    assert scores(state) == [0, 7, 0, 0]
    state = after(on_turn(state, 0), (0, ClaimRoute(track, cards(wild=4))))
    assert scores(state) == [0, 7 + 14, 0, 0]
