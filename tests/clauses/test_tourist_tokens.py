"""Tourist tokens: stacks, singles, taking them, and what they score."""

from __future__ import annotations

from collections import Counter

import pytest

from fogline import (
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PlaceStack,
    Refusal,
    State,
    TakeToken,
    define,
    view_of,
)
from fogline.core import engine
from fogline.core.decisions import Turn
from fogline.rules.tourist_tokens import (
    NO_SUCH_TOKEN,
    PLACE_HAS_STACK,
    STACK_NOT_ASIDE,
    StackPlaced,
    StackPlacement,
    TokenChoice,
    TokenChoiceOpened,
    Tokens,
    TokenTaken,
)
from tests.positions import (
    HIGHEST,
    LOWEST,
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
    refused,
    with_tokens,
)

MARKED = {"alcatraz", "golden-gate-bridge", "the-embarcadero", "sunset", "potrero-hill"}
SEVEN = ("bell", "crab", "gull", "lantern", "poppy", "seal", "wheel")

BLUE_ROUTE = "haight-ashbury/twin-peaks"
CLAIM = ClaimRoute(BLUE_ROUTE, cards(blue=2))


def before_placing(seats: int, *, first: int = 0) -> State:
    """The tickets are chosen; the two stacks lie aside."""
    state, _ = engine.start(define(SAN_FRANCISCO, {"first": first}), seats, LOWEST)
    for seat in range(seats):
        offered = tuple(ticket for ticket in state.players[seat].offered if ticket is not None)
        state = after(state, (seat, KeepTickets(offered)))
    return state


def about_to_claim(
    stacks: dict[str, tuple[str, int]], held: dict[int, list[str]] | None = None, seats: int = 2
) -> State:
    """Everybody can pay for the blue route from Haight Ashbury to Twin Peaks."""
    hands = dict.fromkeys(range(2), cards(blue=2, orange=1, wild=1))
    return with_tokens(arranged(begun(SAN_FRANCISCO, seats), hands=hands), stacks, held)


def tokens_of(state: State) -> Tokens:
    return state.part(Tokens)


def heights(state: State) -> list[int]:
    return sorted(height for _, _, height in tokens_of(state).stacks)


# The deal


@pytest.mark.clause("SF4")
@pytest.mark.parametrize(("seats", "height"), [(2, 2), (3, 2), (4, 3)])
def test_five_stacks_start_on_the_marked_places_and_two_are_set_aside(
    seats: int, height: int
) -> None:
    tokens = tokens_of(before_placing(seats))
    assert {place for place, _, _ in tokens.stacks} == MARKED
    assert len(tokens.stacks) == 5
    assert [height for _, _, height in tokens.stacks] == [height] * 5
    assert len(tokens.aside) == 2
    symbols = [symbol for _, symbol, _ in tokens.stacks] + list(tokens.aside)
    assert sorted(symbols) == list(SEVEN)
    assert tokens.held == ((),) * seats


@pytest.mark.clause("SF4", "SF5")
def test_with_four_players_all_21_tokens_are_used_three_of_each_symbol() -> None:
    count: Counter[str] = Counter()
    for _, symbol, height in tokens_of(begun(SAN_FRANCISCO, 4)).stacks:
        count[symbol] += height
    assert count == dict.fromkeys(SEVEN, 3)


@pytest.mark.clause("SF4")
def test_which_symbol_stands_where_is_decided_by_the_deal() -> None:
    low, _ = engine.start(define(SAN_FRANCISCO, {"first": 0}), 4, LOWEST)
    high, _ = engine.start(define(SAN_FRANCISCO, {"first": 0}), 4, HIGHEST)
    assert dict(where[:2] for where in tokens_of(low).stacks) != (
        dict(where[:2] for where in tokens_of(high).stacks)
    )


# Placing the stacks set aside


@pytest.mark.clause("SF5")
@pytest.mark.parametrize(
    ("seats", "first", "last", "last_but_one", "height"),
    [
        (3, 0, 2, 1, 2),
        (3, 1, 0, 2, 2),
        (3, 2, 1, 0, 2),
        (4, 0, 3, 2, 3),
        (4, 1, 0, 3, 3),
        (4, 2, 1, 0, 3),
        (4, 3, 2, 1, 3),
    ],
)
def test_the_last_player_places_a_stack_and_then_the_last_but_one(
    seats: int, first: int, last: int, last_but_one: int, height: int
) -> None:
    state = before_placing(seats, first=first)
    one, other = tokens_of(state).aside
    assert now(state) == StackPlacement((last,))
    state = after(state, (last, PlaceStack(other, "twin-peaks")))
    assert now(state) == StackPlacement((last_but_one,))
    state = after(state, (last_but_one, PlaceStack(one, "presidio")))
    assert tokens_of(state).stacks[5:] == (
        ("twin-peaks", other, height),
        ("presidio", one, height),
    )
    assert tokens_of(state).aside == ()
    assert now(state) == Turn((first,))
    assert heights(state) == [height] * 7


@pytest.mark.clause("SF5", "SF6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_either_stack_may_go_on_any_place_without_one(seats: int) -> None:
    state = before_placing(seats)
    (seat,) = now(state).seats
    aside = tokens_of(state).aside
    # 2 stacks, and 16 of the 21 places are free
    assert len(offers(state, seat)) == 32
    assert set(offers(state, seat)) == {
        PlaceStack(symbol, place)
        for symbol in aside
        for place in state.board.place
        if place not in MARKED
    }
    for place in MARKED:
        assert refused(state, seat, PlaceStack(aside[0], place)) is PLACE_HAS_STACK

    state = after(state, (seat, PlaceStack(aside[0], "presidio")))
    (seat,) = now(state).seats
    assert len(offers(state, seat)) == 15
    again = PlaceStack(aside[1], "presidio")
    assert refused(state, seat, again) is PLACE_HAS_STACK


@pytest.mark.clause("SF5", "SF6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_a_stack_that_lies_aside_goes_on_a_place_of_the_board(seats: int) -> None:
    state = before_placing(seats)
    (seat,) = now(state).seats
    aside = tokens_of(state).aside
    on_board = tokens_of(state).stacks[0][1]
    moved = PlaceStack(on_board, "presidio")
    assert refused(state, seat, moved) is STACK_NOT_ASIDE
    assert refused(state, seat, PlaceStack("anchor", "presidio")) is STACK_NOT_ASIDE
    nowhere = PlaceStack(aside[0], "oakland")
    assert refused(state, seat, nowhere) is Refusal.UNKNOWN_PLACE
    assert refused(state, seat, DrawCard()) is Refusal.NOT_NOW


@pytest.mark.clause("SF5")
def test_nobody_else_places_a_stack() -> None:
    state = before_placing(4)
    stack = PlaceStack(tokens_of(state).aside[0], "presidio")
    for seat in (0, 1, 2):
        assert refused(state, seat, stack) is Refusal.NOT_DECIDING


@pytest.mark.clause("SF6")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_with_two_players_the_second_places_one_token_of_each_stack(
    first: int, second: int
) -> None:
    state = before_placing(2, first=first)
    one, other = tokens_of(state).aside
    assert now(state) == StackPlacement((second,))
    placing = PlaceStack(one, "presidio")
    assert StackPlaced(second, one, "presidio", 1) in happened(state, second, placing)
    state = after(state, (second, placing))
    assert now(state) == StackPlacement((second,))
    same_place = PlaceStack(other, "presidio")
    assert refused(state, second, same_place) is PLACE_HAS_STACK
    state = after(state, (second, PlaceStack(other, "twin-peaks")))
    assert tokens_of(state).stacks[5:] == (("presidio", one, 1), ("twin-peaks", other, 1))
    assert now(state) == Turn((first,))


@pytest.mark.clause("SF6", "SF4")
def test_with_two_players_the_board_has_five_stacks_of_two_and_two_single_tokens() -> None:
    state = begun(SAN_FRANCISCO, 2)
    assert heights(state) == [1, 1, 2, 2, 2, 2, 2]
    assert tokens_of(state).aside == ()


# Taking tokens


@pytest.mark.clause("SF8")
@pytest.mark.parametrize("place", ["haight-ashbury", "twin-peaks"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_token_on_either_place_of_the_route_is_taken(place: str, seats: int) -> None:
    state = about_to_claim({place: ("gull", 2), "sunset": ("bell", 2)}, seats=seats)
    state = after(state, (0, CLAIM))
    assert tokens_of(state).held[0] == ("gull",)
    assert tokens_of(state).stacks == ((place, "gull", 1), ("sunset", "bell", 2))
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_nothing_happens_without_tokens_on_the_route() -> None:
    state = after(about_to_claim({"sunset": ("bell", 2)}), (0, CLAIM))
    assert tokens_of(state).held == ((), ())
    assert tokens_of(state).stacks == (("sunset", "bell", 2),)
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_nobody_takes_a_symbol_twice() -> None:
    state = about_to_claim({"twin-peaks": ("gull", 2)}, {0: ["gull"], 1: ["bell"]})
    state = after(state, (0, CLAIM))
    assert tokens_of(state).held == (("gull",), ("bell",))
    assert tokens_of(state).stacks == (("twin-peaks", "gull", 2),)
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_the_last_token_of_a_stack_is_taken_and_none_after_it() -> None:
    state = about_to_claim({"twin-peaks": ("gull", 1)})
    state = after(state, (0, CLAIM))
    assert tokens_of(state).held == (("gull",), ())
    state = after(state, (1, ClaimRoute("the-castro/twin-peaks", cards(wild=1, orange=1))))
    assert tokens_of(state).held == (("gull",), ())
    assert tokens_of(state).stacks == (("twin-peaks", "gull", 0),)


@pytest.mark.clause("SF8")
@pytest.mark.parametrize(
    ("choice", "symbol", "left"),
    [("haight-ashbury", "gull", (1, 2)), ("twin-peaks", "seal", (2, 1))],
)
def test_a_player_who_could_take_two_tokens_chooses_one(
    choice: str, symbol: str, left: tuple[int, int]
) -> None:
    stacks = {"haight-ashbury": ("gull", 2), "twin-peaks": ("seal", 2)}
    places = ("haight-ashbury", "twin-peaks")
    assert TokenChoiceOpened(0, places) in happened(about_to_claim(stacks), 0, CLAIM)
    state = after(about_to_claim(stacks), (0, CLAIM))
    assert now(state) == TokenChoice((0,), places)
    assert tokens_of(state).held == ((), ())
    state = after(state, (0, TakeToken(choice)))
    assert tokens_of(state).held == ((symbol,), ())
    assert tuple(height for _, _, height in tokens_of(state).stacks) == left
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_taking_one_of_two_tokens_is_not_optional() -> None:
    stacks = {
        "haight-ashbury": ("gull", 2),
        "twin-peaks": ("seal", 2),
        "sunset": ("bell", 2),
    }
    state = after(about_to_claim(stacks), (0, CLAIM))
    assert offers(state, 0) == [TakeToken("haight-ashbury"), TakeToken("twin-peaks")]
    assert refused(state, 0, TakeToken("sunset")) is NO_SUCH_TOKEN
    assert refused(state, 0, TakeToken("oakland")) is NO_SUCH_TOKEN
    assert refused(state, 0, Pass()) is Refusal.NOT_NOW
    assert refused(state, 0, DrawCard()) is Refusal.NOT_NOW
    assert refused(state, 0, DrawTickets()) is Refusal.NOT_NOW
    assert refused(state, 1, TakeToken("twin-peaks")) is Refusal.NOT_DECIDING


@pytest.mark.clause("SF8")
@pytest.mark.parametrize(
    ("stacks", "held", "taken"),
    [
        # The player has one of the two symbols already
        ({"haight-ashbury": ("gull", 2), "twin-peaks": ("seal", 2)}, ["gull"], "seal"),
        ({"haight-ashbury": ("gull", 2), "twin-peaks": ("seal", 2)}, ["seal"], "gull"),
        # One of the two stacks is used up
        ({"haight-ashbury": ("gull", 0), "twin-peaks": ("seal", 2)}, ["bell"], "seal"),
    ],
)
def test_with_only_one_token_to_take_there_is_nothing_to_choose(
    stacks: dict[str, tuple[str, int]], held: list[str], taken: str
) -> None:
    before = about_to_claim(stacks, {0: held})
    kinds = {type(event) for event in happened(before, 0, CLAIM)}
    assert TokenTaken in kinds
    assert TokenChoiceOpened not in kinds
    state = after(before, (0, CLAIM))
    assert tokens_of(state).held[0] == (*held, taken)
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_with_both_symbols_in_hand_neither_is_taken() -> None:
    stacks = {"haight-ashbury": ("gull", 2), "twin-peaks": ("seal", 2)}
    state = after(about_to_claim(stacks, {0: ["seal", "gull"]}), (0, CLAIM))
    assert tokens_of(state).held[0] == ("seal", "gull")
    assert now(state) == Turn((1,))


@pytest.mark.clause("SF8")
def test_two_players_may_take_from_the_same_stack_in_turn() -> None:
    state = about_to_claim({"haight-ashbury": ("gull", 2)})
    state = after(state, (0, CLAIM), (1, ClaimRoute("haight-ashbury/the-castro#2", cards(blue=1))))
    assert tokens_of(state).held == (("gull",), ("gull",))
    assert tokens_of(state).stacks == (("haight-ashbury", "gull", 0),)


@pytest.mark.clause("SF8")
def test_tokens_cannot_be_taken_without_a_claim() -> None:
    state = about_to_claim({"haight-ashbury": ("gull", 2), "twin-peaks": ("seal", 2)})
    assert refused(state, 0, TakeToken("twin-peaks")) is Refusal.NOT_NOW


@pytest.mark.clause("SF9")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_tokens_lie_open_in_front_of_their_owner(viewer: int | None) -> None:
    state = about_to_claim({"twin-peaks": ("gull", 2)}, {1: ["bell", "crab"]}, seats=3)
    state = after(state, (0, CLAIM))
    assert view_of(state, viewer).part(Tokens).held == (("gull",), ("bell", "crab"), ())


# Scoring


@pytest.mark.clause("SF10")
@pytest.mark.parametrize(
    ("symbols", "points"),
    [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 6), (6, 9), (7, 12)],
)
def test_the_number_of_different_symbols_scores_at_the_end(symbols: int, points: int) -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {})
    state = with_tokens(state, {}, {0: SEVEN[:symbols], 1: SEVEN[:3]})
    end = finished(state)
    assert end.results[0].points["tourist-tokens"] == points
    assert end.results[0].total == points
    assert end.results[1].total == 2


@pytest.mark.clause("SF10")
def test_tokens_score_nothing_before_the_end() -> None:
    stacks = {"twin-peaks": ("gull", 2)}
    state = about_to_claim(stacks, {0: ["bell", "crab", "seal", "poppy"]})
    state = after(state, (0, CLAIM))
    assert len(tokens_of(state).held[0]) == 5
    assert state.players[0].points == {"routes": 2}
