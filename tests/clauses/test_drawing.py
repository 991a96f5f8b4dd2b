"""Drawing cards: two a turn, from the deck or the display, while there are any."""

from __future__ import annotations

import pytest

from fogline import (
    Card,
    Cards,
    Chance,
    ClaimRoute,
    DeclineMarker,
    DrawCard,
    Refusal,
    TakeCard,
)
from fogline.core.decisions import SecondCard, Turn
from fogline.core.events import DiscardsShuffled
from fogline.rules.city_markers import MarkerOffer
from tests.positions import (
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
    refused,
    row,
    turn_of,
    with_deck,
)

BOTH = pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
DRAW = DrawCard()
TAKE_RED = TakeCard(Card.RED)
TAKE_BLACK = TakeCard(Card.BLACK)
TAKE_WILD = TakeCard(Card.WILD)

# The cards of a deck are numbered in the order
# red, orange, yellow, green, blue, purple, black, white, wild.


@pytest.mark.clause("C3", "OW11")
@BOTH
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        (DRAW, DRAW, cards(green=2)),
        (TAKE_RED, TAKE_BLACK, cards(red=1, black=1)),
        (DRAW, TAKE_RED, cards(green=1, red=1)),
        (TAKE_RED, DRAW, cards(red=1, green=1)),
    ],
)
def test_a_turn_takes_two_cards_each_from_the_deck_or_the_display(
    game: str, first: DrawCard | TakeCard, second: DrawCard | TakeCard, hand: Cards
) -> None:
    state = with_deck(game, "red orange blue purple black", green=4)
    state = after(state, (0, first))
    assert now(state) == SecondCard((0,))
    state = after(state, (0, second))
    assert now(state) == Turn((1,))
    assert state.players[0].hand == hand


@pytest.mark.clause("C3", "OW11")
@BOTH
def test_a_third_card_is_refused(game: str) -> None:
    state = with_deck(game, "red orange blue purple black", green=4)
    state = after(state, (0, DRAW), (0, DRAW))
    assert refused(state, 0, DRAW) is Refusal.NOT_DECIDING
    assert refused(state, 0, TAKE_RED) is Refusal.NOT_DECIDING


@pytest.mark.clause("C3", "OW11")
@BOTH
def test_the_deck_and_each_different_displayed_card_are_offered(game: str) -> None:
    state = with_deck(game, "red red blue blue wild", green=4)
    drawing = [action for action in offers(state, 0) if isinstance(action, DrawCard | TakeCard)]
    assert drawing == [DRAW, TAKE_RED, TakeCard(Card.BLUE), TAKE_WILD]


@pytest.mark.clause("C3")
@BOTH
def test_a_card_that_is_not_displayed_cannot_be_taken(game: str) -> None:
    state = with_deck(game, "red red blue blue wild", green=4)
    assert refused(state, 0, TakeCard(Card.GREEN)) is Refusal.CARD_NOT_DISPLAYED
    assert refused(state, 0, TakeCard(Card.PURPLE)) is Refusal.CARD_NOT_DISPLAYED


@pytest.mark.clause("C3")
def test_the_deck_gives_any_of_its_cards_with_the_chance_of_their_number() -> None:
    state = with_deck(SAN_FRANCISCO, "orange orange orange orange orange", red=1, blue=2, wild=1)
    drawn = [
        after(state, (0, DRAW), dice=Script(number)).players[0].hand for number in (0, 1, 2, 3)
    ]
    assert drawn == [cards(red=1), cards(blue=1), cards(blue=1), cards(wild=1)]


@pytest.mark.clause("C4", "OW11")
@BOTH
def test_a_displayed_card_is_replaced_in_its_place_before_the_second_card(game: str) -> None:
    state = with_deck(game, "red orange blue purple black", green=1)
    state = after(state, (0, TakeCard(Card.BLUE)))
    assert state.display == row("red orange green purple black")
    assert state.deck == NONE
    assert now(state) == SecondCard((0,))


@pytest.mark.clause("C4", "OW11")
@BOTH
def test_the_card_that_replaced_the_first_may_be_taken_as_the_second(game: str) -> None:
    state = with_deck(game, "red orange blue purple black", green=2)
    state = after(state, (0, TakeCard(Card.BLUE)), (0, TakeCard(Card.GREEN)))
    assert state.players[0].hand == cards(blue=1, green=1)
    assert state.display == row("red orange green purple black")


@pytest.mark.clause("C4", "C5")
@BOTH
def test_a_wild_taken_from_the_display_is_replaced_too(game: str) -> None:
    state = with_deck(game, "red orange wild purple black", green=1)
    state = after(state, (0, TAKE_WILD))
    assert state.display == row("red orange green purple black")


@pytest.mark.clause("C5", "OW11")
@BOTH
def test_a_displayed_wild_taken_first_is_the_only_card_of_the_turn(game: str) -> None:
    state = with_deck(game, "red orange wild purple black", green=3)
    state = after(state, (0, TAKE_WILD))
    assert now(state) == Turn((1,))
    assert state.players[0].hand == cards(wild=1)


@pytest.mark.clause("C5", "OW11")
@BOTH
@pytest.mark.parametrize("first", [DRAW, TAKE_RED])
def test_a_displayed_wild_cannot_be_the_second_card(game: str, first: DrawCard | TakeCard) -> None:
    state = with_deck(game, "red orange wild purple black", green=3)
    state = after(state, (0, first))
    assert refused(state, 0, TAKE_WILD) is Refusal.WILD_AS_SECOND


@pytest.mark.clause("C5", "C4")
def test_a_wild_that_replaced_the_first_card_cannot_be_the_second() -> None:
    state = with_deck(SAN_FRANCISCO, "red orange blue purple black", wild=1)
    state = after(state, (0, TAKE_RED))
    assert state.display == row("wild orange blue purple black")
    assert refused(state, 0, TAKE_WILD) is Refusal.WILD_AS_SECOND


@pytest.mark.clause("C5", "OW11")
@BOTH
def test_a_wild_drawn_blind_first_leaves_a_second_card(game: str) -> None:
    state = with_deck(game, "red orange blue purple black", wild=1, green=1)
    state = after(state, (0, DRAW), dice=Script(1))
    assert now(state) == SecondCard((0,))
    state = after(state, (0, TAKE_RED))
    assert state.players[0].hand == cards(wild=1, red=1)


@pytest.mark.clause("C5", "OW11")
@BOTH
def test_a_wild_may_be_drawn_blind_as_the_second_card(game: str) -> None:
    state = with_deck(game, "red orange blue purple black", wild=1, green=1)
    state = after(state, (0, DRAW), (0, DRAW), dice=Script(0, 0))
    assert state.players[0].hand == cards(green=1, wild=1)


@pytest.mark.clause("C5")
def test_two_wilds_may_be_drawn_blind_in_one_turn() -> None:
    state = with_deck(SAN_FRANCISCO, "red orange blue purple black", wild=2)
    state = after(state, (0, DRAW), (0, DRAW))
    assert state.players[0].hand == cards(wild=2)


@pytest.mark.clause("C5")
def test_a_wild_drawn_blind_first_does_not_allow_a_displayed_one_second() -> None:
    state = with_deck(SAN_FRANCISCO, "red orange wild purple black", wild=2)
    state = after(state, (0, DRAW))
    assert refused(state, 0, TAKE_WILD) is Refusal.WILD_AS_SECOND


@pytest.mark.clause("C8", "OW11")
@BOTH
def test_the_discards_are_shuffled_when_a_card_is_drawn_from_an_empty_deck(game: str) -> None:
    state = arranged(
        begun(game, 2),
        display="red orange blue purple black",
        discards=cards(green=2, wild=1),
        deck=NONE,
        rest_to=1,
    )
    assert DiscardsShuffled(cards(green=2, wild=1)) in happened(state, 0, DRAW, Script(2))
    state = after(state, (0, DRAW), dice=Script(2))
    assert state.players[0].hand == cards(wild=1)
    assert state.deck == cards(green=2)
    assert state.discards == NONE


@pytest.mark.clause("C8", "C4", "OW11")
@BOTH
def test_the_discards_are_shuffled_when_the_display_needs_a_card(game: str) -> None:
    state = arranged(
        begun(game, 2),
        display="red orange blue purple black",
        discards=cards(green=3),
        deck=NONE,
        rest_to=1,
    )
    state = after(state, (0, TAKE_RED))
    assert state.display == row("green orange blue purple black")
    assert state.deck == cards(green=2)
    assert state.discards == NONE


@pytest.mark.clause("C8")
def test_the_discards_stay_where_they_are_until_a_card_is_needed() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        display="red orange blue purple black",
        discards=cards(green=3),
        deck=cards(blue=1),
        rest_to=1,
    )
    state = after(state, (0, DRAW))
    assert state.deck == NONE
    assert state.discards == cards(green=3)
    state = after(state, (0, DRAW))
    assert state.deck == cards(green=2)
    assert state.discards == NONE


@pytest.mark.clause("C8")
def test_the_deck_runs_out_in_the_middle_of_a_new_display() -> None:
    state = with_deck(SAN_FRANCISCO, "wild wild red blue green", wild=1, orange=3)
    # A wild replaces the red card; three oranges come up, then 3 wild, blue, green are shuffled.
    state = after(state, (0, TAKE_RED), dice=Script(3, 0, 0, 0, 0, 0))
    assert state.display == row("orange orange orange green blue")
    assert state.deck == cards(wild=3)
    assert state.discards == NONE


@pytest.mark.clause("C10", "S1", "S3", "OW11")
@BOTH
def test_one_displayed_card_is_enough_to_draw_and_then_the_turn_ends(game: str) -> None:
    state = with_deck(game, "- - red - -")
    assert TAKE_RED in offers(state, 0)
    assert refused(state, 0, DRAW) is Refusal.NO_CARD_LEFT
    state = after(state, (0, TAKE_RED))
    assert state.players[0].hand == cards(red=1)
    assert state.display == row("- - - - -")
    assert now(state) == Turn((1,))


@pytest.mark.clause("C10", "S1", "OW11")
@BOTH
def test_the_turn_ends_after_the_first_card_when_only_wilds_are_displayed(game: str) -> None:
    state = with_deck(game, "red wild wild - -")
    state = after(state, (0, TAKE_RED))
    assert state.display == row("- wild wild - -")
    assert now(state) == Turn((1,))


@pytest.mark.clause("C10", "S1", "S2")
def test_the_turn_ends_after_the_last_card_of_the_deck_when_only_wilds_are_displayed() -> None:
    state = with_deck(SAN_FRANCISCO, "wild wild wild wild wild", red=1)
    state = after(state, (0, DRAW))
    assert state.players[0].hand == cards(red=1)
    assert now(state) == Turn((1,))


@pytest.mark.clause("C10", "S2")
@pytest.mark.parametrize("discards", [NONE, cards(green=1)], ids=["from the deck", "shuffled"])
def test_only_wilds_displayed_leave_the_second_card_to_the_deck(discards: Cards) -> None:
    # n = 7, and fewer than 3 are not wild: the display stands.
    deck = cards(red=2) - cards(red=discards.total)
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        display="wild wild wild wild wild",
        deck=deck,
        discards=discards,
        rest_to=1,
    )
    state = after(state, (0, DRAW))
    assert now(state) == SecondCard((0,))
    assert offers(state, 0) == [DRAW]
    state = after(state, (0, DRAW))
    assert state.players[0].hand == cards(red=1) + (discards or cards(red=1))
    assert now(state) == Turn((1,))


@pytest.mark.clause("C10", "S1", "S3")
def test_a_lone_wild_may_be_taken_first() -> None:
    state = with_deck(SAN_FRANCISCO, "wild - - - -")
    state = after(state, (0, TAKE_WILD))
    assert state.players[0].hand == cards(wild=1)
    assert now(state) == Turn((1,))


@pytest.mark.clause("C10", "S1", "S3")
def test_a_second_card_that_can_be_taken_must_be() -> None:
    state = with_deck(SAN_FRANCISCO, "red wild blue - -")
    state = after(state, (0, TAKE_RED))
    assert now(state) == SecondCard((0,))
    assert offers(state, 0) == [TakeCard(Card.BLUE)]
    assert refused(state, 0, DRAW) is Refusal.NO_CARD_LEFT


@pytest.mark.clause("C10", "C4", "S3")
def test_the_last_card_of_the_deck_fills_the_gap_and_may_be_the_second() -> None:
    # n = 6, and fewer than 3 are not wild: the display stands.
    state = with_deck(SAN_FRANCISCO, "red wild wild wild wild", green=1)
    state = after(state, (0, TAKE_RED))
    assert state.display == row("green wild wild wild wild")
    assert offers(state, 0) == [TakeCard(Card.GREEN)]


@pytest.mark.clause("C10", "S1", "OW11")
@BOTH
def test_drawing_is_illegal_when_no_card_can_be_taken(game: str) -> None:
    state = with_deck(game, "- - - - -")
    assert not any(isinstance(action, DrawCard | TakeCard) for action in offers(state, 0))
    assert refused(state, 0, DRAW) is Refusal.NO_CARD_LEFT
    assert refused(state, 0, TAKE_RED) is Refusal.CARD_NOT_DISPLAYED


@pytest.mark.clause("C10", "C8")
def test_drawing_blind_is_legal_while_only_the_discards_have_cards() -> None:
    state = arranged(
        begun(SAN_FRANCISCO, 2),
        display="red orange blue purple black",
        discards=cards(green=1),
        deck=NONE,
        rest_to=1,
    )
    state = after(state, (0, DRAW))
    assert state.players[0].hand == cards(green=1)
    assert refused(state, 0, DRAW) is Refusal.NO_CARD_LEFT


@pytest.mark.clause("C11", "OW11")
@pytest.mark.parametrize(("game", "held"), [(SAN_FRANCISCO, 37), (OLD_WEST, 103)])
def test_a_player_with_nearly_all_cards_may_draw_two_more(game: str, held: int) -> None:
    display = "red orange blue purple black"
    state = arranged(begun(game, 2), display=display, deck=cards(green=2), rest_to=0)
    assert state.players[0].hand.total == held
    state = after(state, (0, DRAW), (0, DRAW))
    assert state.players[0].hand.total == held + 2


@pytest.mark.clause("C11", "C10", "C9", "S7", "S1")
def test_six_players_can_hoard_all_110_cards_and_a_claim_brings_some_back() -> None:
    state = begun(OLD_WEST, 6)
    dice = Chance("hoarders")
    while drawing := [
        action for action in offers(state, turn_of(state)) if action.verb in ("draw", "take")
    ]:
        state = after(state, (turn_of(state), drawing[0]), dice=dice)
    assert sum(player.hand.total for player in state.players) == 110
    assert (state.deck, state.discards, state.display) == (NONE, NONE, row("- - - - -"))

    seat = turn_of(state)
    assert refused(state, seat, DRAW) is Refusal.NO_CARD_LEFT
    claim = next(
        action
        for action in offers(state, seat)
        if isinstance(action, ClaimRoute)
        and action.payment.total == 2
        and action.payment.wilds == 0
    )
    state = after(state, (seat, claim), dice=dice)
    ((colour, _),) = claim.payment
    assert state.display == (colour, colour, None, None, None)
    if isinstance(now(state), MarkerOffer):
        state = after(state, (seat, DeclineMarker()))
    assert TakeCard(colour) in offers(state, turn_of(state))
