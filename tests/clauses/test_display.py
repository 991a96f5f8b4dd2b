"""The display: swept when too wild, left alone when past help, refilled when it has gaps."""

from __future__ import annotations

import pytest

from fogline import (
    Card,
    Cards,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    PlaceMarker,
    TakeCard,
    define,
)
from fogline.core import engine
from fogline.core.decisions import SecondCard, Turn
from fogline.core.events import DisplaySwept
from fogline.rules.city_markers import MarkerOffer
from tests.positions import (
    HIGHEST,
    NONE,
    OLD_WEST,
    SAN_FRANCISCO,
    Script,
    after,
    arranged,
    begun,
    cards,
    happened,
    now,
    offers,
    row,
    with_deck,
)

BOTH = pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
DRAW = DrawCard()
TAKE_RED = TakeCard(Card.RED)
TAKE_BLACK = TakeCard(Card.BLACK)
TAKE_WILD = TakeCard(Card.WILD)

# The cards of a deck are numbered in the order
# red, orange, yellow, green, blue, purple, black, white, wild.


@pytest.mark.clause("C6", "OW11")
@BOTH
def test_a_third_displayed_wild_sweeps_the_display_between_the_two_cards(game: str) -> None:
    state = with_deck(game, "wild wild red blue green", wild=1, orange=6)
    # Orange is numbered 0 to 5 and the wild 6.
    state = after(state, (0, TAKE_RED), dice=Script(6, 0, 0, 0, 0, 0))
    assert state.display == row("orange orange orange orange orange")
    assert state.discards == cards(wild=3, blue=1, green=1)
    assert state.deck == cards(orange=1)
    assert now(state) == SecondCard((0,))


@pytest.mark.clause("C6", "OW11")
@BOTH
def test_a_third_displayed_wild_sweeps_the_display_after_the_second_card(game: str) -> None:
    state = with_deck(game, "wild wild red blue green", wild=1, orange=6)
    state = after(state, (0, DRAW), (0, TAKE_RED), dice=Script(0, 5, 0, 0, 0, 0, 0))
    assert state.display == row("orange orange orange orange orange")
    assert state.discards == cards(wild=3, blue=1, green=1)
    assert now(state) == Turn((1,))


@pytest.mark.clause("C6")
def test_the_display_is_swept_again_until_it_is_good() -> None:
    state = with_deck(SAN_FRANCISCO, "wild wild red blue green", orange=4, black=3, wild=4)
    # The red card is replaced by a wild; then three wilds and two oranges come up.
    dice = Script(10, *(9, 8, 7, 0, 0), *(0, 0, 0, 0, 0))
    state = after(state, (0, TAKE_RED), dice=dice)
    assert state.display == row("orange orange black black black")
    assert state.discards == cards(wild=6, blue=1, green=1, orange=2)


@pytest.mark.clause("C6")
@BOTH
def test_two_displayed_wilds_stay(game: str) -> None:
    state = with_deck(game, "wild red blue green black", wild=1, orange=6)
    events = happened(state, 0, TAKE_RED, Script(6))
    assert DisplaySwept() not in events
    state = after(state, (0, TAKE_RED), dice=Script(6))
    assert state.display == row("wild wild blue green black")


@pytest.mark.clause("C6", "SF2", "OW1")
@pytest.mark.parametrize(
    ("game", "seats", "display", "discards"),
    [
        # The dice give wilds while there are any. Of 8, two players are dealt 4: 4 come up.
        (SAN_FRANCISCO, 2, "black black black black black", cards(wild=4, black=1)),
        # Three players are dealt 6: two come up and stay.
        (SAN_FRANCISCO, 3, "wild wild black black black", NONE),
        (SAN_FRANCISCO, 4, "black black black black black", NONE),
        # Of 14, two players are dealt 8: 5 come up and are swept, then the last one.
        (OLD_WEST, 2, "wild white white white white", cards(wild=5)),
        (OLD_WEST, 3, "wild wild white white white", NONE),
        (OLD_WEST, 4, "white white white white white", NONE),
    ],
)
def test_the_first_display_is_swept_while_it_has_three_wilds_or_more(
    game: str, seats: int, display: str, discards: Cards
) -> None:
    state, _ = engine.start(define(game, {"first": 0}), seats, HIGHEST)
    assert state.display == row(display)
    assert state.discards == discards


@pytest.mark.clause("C7", "S2", "OW11")
@BOTH
@pytest.mark.parametrize(
    ("display", "deck"),
    [
        # n = 5, d = 5, and fewer than 3 cards are not wild
        ("wild wild wild red red", NONE),
        ("wild wild wild wild red", NONE),
        ("wild wild wild wild wild", NONE),
        # n = 4, d = 4, and fewer than 2 are not wild
        ("wild wild wild red -", NONE),
        ("wild wild wild wild -", NONE),
        # n = 3, d = 3, and none is not wild
        ("wild wild wild - -", NONE),
        # n = 7, 8, 10: the deck does not help enough
        ("wild wild wild wild wild", cards(red=2)),
        ("wild wild wild wild wild", cards(wild=3)),
        ("wild wild wild red red", cards(wild=5)),
    ],
)
def test_a_display_that_cannot_be_cured_stands(game: str, display: str, deck: Cards) -> None:
    state = arranged(begun(game, 2), display=display, deck=deck, rest_to=1)
    state = after(state, (0, DrawTickets()))
    assert state.display == row(display)
    assert state.deck == deck
    offered = tuple(filter(None, state.players[0].offered))
    state = after(state, (0, KeepTickets(offered)))
    assert state.display == row(display)
    assert state.discards == NONE


@pytest.mark.clause("C7", "C6")
@pytest.mark.parametrize(
    ("discards", "deck"), [(NONE, cards(red=1)), (cards(red=1), NONE)], ids=["deck", "discards"]
)
def test_a_third_card_that_is_not_wild_makes_the_display_curable(
    discards: Cards, deck: Cards
) -> None:
    # n = 6, d = 5, and exactly 3 are not wild, wherever they lie.
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        display="wild wild wild red red",
        deck=deck,
        discards=discards,
        rest_to=1,
    )
    state = after(state, (0, DrawTickets()))
    assert state.display == row("red red red wild wild")
    assert state.deck == cards(wild=1)


@pytest.mark.clause("C6", "C7")
def test_a_curable_display_is_swept_as_often_as_chance_demands() -> None:
    state = with_deck(SAN_FRANCISCO, "wild wild wild red red", red=1)
    tickets = (0, 0)
    # A red card, then of the shuffled discards (2 red, 3 wild): wild, wild, wild, red.
    bad = (0, 4, 3, 2, 0)
    # The last red card, then of the discards (2 red, 3 wild): red, red, wild, wild.
    good = (0, 0, 0, 0, 0)
    state = after(state, (0, DrawTickets()), dice=Script(*tickets, *bad, *good))
    assert state.display == row("red red red wild wild")


@pytest.mark.clause("C7", "C9")
def test_a_standing_display_is_swept_as_soon_as_a_payment_makes_it_curable() -> None:
    # n = 5 and all are wild; three black cards paid make n = 8 with 3 that are not wild.
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        hands={0: cards(black=3)},
        display="wild wild wild wild wild",
        deck=NONE,
        rest_to=1,
    )
    claim = ClaimRoute("haight-ashbury/pacific-heights", cards(black=3))
    state = after(state, (0, claim))
    # Three black cards and two wilds were turned up of the shuffled eight.
    assert state.display == row("black black black wild wild")
    assert state.deck == cards(wild=3)


@pytest.mark.clause("C7", "C5", "S2")
def test_a_wild_may_be_taken_from_a_display_full_of_wilds() -> None:
    state = with_deck(SAN_FRANCISCO, "wild wild wild wild wild")
    assert [action for action in offers(state, 0) if isinstance(action, TakeCard)] == [TAKE_WILD]
    state = after(state, (0, TAKE_WILD))
    assert state.display == row("- wild wild wild wild")
    assert state.players[0].hand == cards(wild=1)
    assert now(state) == Turn((1,))


@pytest.mark.clause("C9", "S1", "S3", "OW11")
@BOTH
def test_a_gap_stays_open_when_deck_and_discards_are_empty(game: str) -> None:
    state = with_deck(game, "red orange blue purple black")
    state = after(state, (0, TakeCard(Card.BLUE)))
    assert state.display == row("red orange - purple black")
    state = after(state, (0, TAKE_BLACK))
    assert state.display == row("red orange - purple -")
    assert now(state) == Turn((1,))


@pytest.mark.clause("C9", "S1", "S3")
def test_gaps_are_refilled_from_left_to_right_at_the_end_of_a_claim() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        hands={0: cards(blue=1, wild=1)},
        display="- red - - orange",
        deck=NONE,
        rest_to=1,
    )
    claim = ClaimRoute("haight-ashbury/twin-peaks", cards(blue=1, wild=1))
    state = after(state, (0, claim), dice=Script(1, 0))
    assert state.display == row("wild red blue - orange")
    assert state.deck == NONE
    assert state.discards == NONE


@pytest.mark.clause("C9", "OW5", "S3")
def test_gaps_are_refilled_after_a_claim_and_again_after_a_marker_payment() -> None:
    state = begun(OLD_WEST, 2, starts=("boise", "denver"))
    state = arranged(
        state,
        hands={0: cards(orange=4, green=2)},
        display="- - - - -",
        deck=NONE,
        rest_to=1,
    )
    state = after(state, (0, ClaimRoute("boise/missoula", cards(orange=4))))
    assert isinstance(now(state), MarkerOffer)
    assert state.display == row("orange orange orange orange -")
    state = after(state, (0, PlaceMarker("missoula", cards(green=2))))
    assert state.display == row("orange orange orange orange green")
    assert state.deck == cards(green=1)


@pytest.mark.clause("C9", "C6")
def test_three_wilds_after_refilling_sweep_the_display() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        hands={0: cards(blue=1, wild=1)},
        display="wild wild - red red",
        deck=NONE,
        rest_to=1,
    )
    claim = ClaimRoute("haight-ashbury/twin-peaks", cards(blue=1, wild=1))
    # The wild just paid fills the gap: three wilds. With the blue card 3 of 6 are not wild.
    dice = Script(1, 0, 0, 0, 0, 0)
    assert happened(state, 0, claim, dice).count(DisplaySwept()) == 1
    state = after(state, (0, claim), dice=Script(1, 0, 0, 0, 0, 0))
    assert state.display == row("blue red red wild wild")
    assert state.deck == cards(wild=1)


@pytest.mark.clause("C9", "C7", "S3")
def test_three_wilds_after_refilling_stand_when_they_cannot_be_cured() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        hands={0: cards(wild=1)},
        display="wild wild - red red",
        deck=NONE,
        rest_to=1,
    )
    state = after(state, (0, ClaimRoute("crissy-field/presidio", cards(wild=1))))
    assert state.display == row("wild wild wild red red")
