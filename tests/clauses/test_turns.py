"""Turns: who acts when, one action a turn, and passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fogline import (
    Card,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    EndReason,
    KeepTickets,
    Pass,
    Refusal,
    State,
    TakeCard,
)
from fogline.core.decisions import SecondCard, TicketOffer, Turn
from fogline.core.events import Passed
from tests.positions import (
    NONE,
    OLD_WEST,
    SAN_FRANCISCO,
    after,
    arranged,
    begun,
    cards,
    check,
    happened,
    holding,
    now,
    offers,
    outcome,
    refused,
    stuck,
)

BLACK_ROUTE = "haight-ashbury/pacific-heights"

EVERY_TABLE = [
    (SAN_FRANCISCO, 2),
    (SAN_FRANCISCO, 3),
    (SAN_FRANCISCO, 4),
    (OLD_WEST, 2),
    (OLD_WEST, 3),
    (OLD_WEST, 4),
    (OLD_WEST, 5),
    (OLD_WEST, 6),
]


def without_cards(state: State, *, display: str = "- - - - -", hand: int = 0) -> State:
    """Nothing to draw and no tickets; seat 0 holds some black cards, seat 1 all the others."""
    state = arranged(state, hands={0: cards(black=hand)}, display=display, deck=NONE, rest_to=1)
    return holding(state, {}, deck=(), rest_to=1)


@pytest.mark.clause("C1")
@pytest.mark.parametrize(
    ("game", "seats", "first", "order"),
    [
        (SAN_FRANCISCO, 2, 0, [0, 1, 0]),
        (SAN_FRANCISCO, 2, 1, [1, 0, 1]),
        (SAN_FRANCISCO, 3, 1, [1, 2, 0, 1]),
        (SAN_FRANCISCO, 4, 2, [2, 3, 0, 1, 2]),
        (OLD_WEST, 2, 1, [1, 0, 1]),
        (OLD_WEST, 3, 2, [2, 0, 1, 2]),
        (OLD_WEST, 4, 0, [0, 1, 2, 3, 0]),
        (OLD_WEST, 5, 3, [3, 4, 0, 1, 2, 3]),
        (OLD_WEST, 6, 5, [5, 0, 1, 2, 3, 4, 5]),
    ],
)
def test_turns_go_clockwise_from_the_first_player(
    game: str, seats: int, first: int, order: list[int]
) -> None:
    state = begun(game, seats, first=first)
    for seat in order:
        assert now(state) == Turn((seat,))
        state = after(state, (seat, DrawCard()), (seat, DrawCard()))


@pytest.mark.clause("C1")
@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_only_the_player_whose_turn_it_is_may_act(game: str, seats: int) -> None:
    state = begun(game, seats)
    for other in range(1, seats):
        assert offers(state, other) == []
        assert refused(state, other, DrawCard()) is Refusal.NOT_DECIDING
        assert refused(state, other, DrawTickets()) is Refusal.NOT_DECIDING
        assert refused(state, other, Pass()) is Refusal.NOT_DECIDING


@pytest.mark.clause("C1")
def test_a_turn_offers_drawing_cards_claiming_and_drawing_tickets_and_nothing_else() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    kinds = {type(action) for action in offers(state, 0)}
    assert kinds == {DrawCard, TakeCard, ClaimRoute, DrawTickets}


@pytest.mark.clause("C1", "C3")
def test_who_draws_cards_can_do_nothing_else_that_turn() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3)})
    state = after(state, (0, DrawCard()))
    assert now(state) == SecondCard((0,))
    assert refused(state, 0, ClaimRoute(BLACK_ROUTE, cards(black=3))) is Refusal.NOT_NOW
    assert refused(state, 0, DrawTickets()) is Refusal.NOT_NOW
    assert refused(state, 0, Pass()) is Refusal.NOT_NOW
    assert now(after(state, (0, DrawCard()))) == Turn((1,))


@pytest.mark.clause("C1", "C12")
def test_who_claims_a_route_can_do_nothing_else_that_turn() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), hands={0: cards(black=3, blue=2)})
    state = after(state, (0, ClaimRoute(BLACK_ROUTE, cards(black=3))))
    assert now(state) == Turn((1,))
    again = ClaimRoute("haight-ashbury/twin-peaks", cards(blue=2))
    assert refused(state, 0, again) is Refusal.NOT_DECIDING
    assert refused(state, 0, DrawCard()) is Refusal.NOT_DECIDING
    assert refused(state, 0, DrawTickets()) is Refusal.NOT_DECIDING


@pytest.mark.clause("C1", "C19")
def test_who_draws_tickets_can_do_nothing_else_that_turn() -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {})
    state = arranged(state, hands={0: cards(black=3)})
    state = after(state, (0, DrawTickets()))
    assert now(state) == TicketOffer((0,))
    assert refused(state, 0, ClaimRoute(BLACK_ROUTE, cards(black=3))) is Refusal.NOT_NOW
    assert refused(state, 0, DrawCard()) is Refusal.NOT_NOW
    assert refused(state, 0, TakeCard(Card.RED)) is Refusal.NOT_NOW
    assert refused(state, 0, DrawTickets()) is Refusal.NOT_NOW
    state = after(state, (0, KeepTickets(("alcatraz/lombard-street",))))
    assert now(state) == Turn((1,))


@pytest.mark.clause("C2")
def test_who_can_only_draw_a_card_may_not_pass() -> None:
    state = without_cards(begun(SAN_FRANCISCO, 2), display="red - - - -")
    assert offers(state, 0) == [TakeCard(Card.RED)]
    assert refused(state, 0, Pass()) is Refusal.MUST_ACT


@pytest.mark.clause("C2")
def test_who_can_only_claim_a_route_may_not_pass() -> None:
    state = without_cards(begun(SAN_FRANCISCO, 2), hand=3)
    assert {type(action) for action in offers(state, 0)} == {ClaimRoute}
    assert refused(state, 0, Pass()) is Refusal.MUST_ACT


@pytest.mark.clause("C2")
def test_who_can_only_draw_tickets_may_not_pass() -> None:
    state = arranged(begun(SAN_FRANCISCO, 2), display="- - - - -", deck=NONE, rest_to=1)
    assert offers(state, 0) == [DrawTickets()]
    assert refused(state, 0, Pass()) is Refusal.MUST_ACT


@pytest.mark.clause("C2", "S5")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
def test_who_can_do_none_of_the_three_passes_and_the_next_player_acts(game: str) -> None:
    state = without_cards(begun(game, 3))
    assert offers(state, 0) == [Pass()]
    assert happened(state, 0, Pass())[0] == Passed(0)
    state = after(state, (0, Pass()))
    assert now(state) == Turn((1,))
    assert state.players[0].hand == NONE
    assert refused(state, 1, Pass()) is Refusal.MUST_ACT


@pytest.mark.clause("C2", "S6")
@pytest.mark.parametrize(("game", "seats"), EVERY_TABLE)
def test_the_game_ends_and_is_scored_when_every_player_passes_in_a_row(
    game: str, seats: int
) -> None:
    long_ticket = {SAN_FRANCISCO: "golden-gate-bridge/potrero-hill", OLD_WEST: "roswell/seattle"}
    state = stuck(begun(game, seats))
    state = holding(state, {1: [long_ticket[game]]}, deck=(), rest_to=0)
    for seat in range(seats):
        assert state.ended is None
        assert offers(state, seat) == [Pass()]
        state = after(state, (seat, Pass()))
    end = outcome(state)
    assert end.reason is EndReason.ALL_PASSED
    # Seat 0 owns all routes and all tickets but one: 119 - 8 in the city, 511 - 21 in the West.
    assert end.results[0].tickets == {SAN_FRANCISCO: 111, OLD_WEST: 490}[game]
    assert end.results[1].tickets == {SAN_FRANCISCO: -8, OLD_WEST: -21}[game]
    assert refused(state, 0, Pass()) is Refusal.GAME_OVER


@pytest.mark.clause("C2")
def test_passes_that_are_not_in_a_row_do_not_end_the_game() -> None:
    # One route is open, and only seat 1 has the card for it before somebody else could.
    state = stuck(begun(SAN_FRANCISCO, 3))
    hands = {1: cards(wild=1)}
    state = arranged(state, hands=hands, display="- - - - -", deck=NONE, rest_to=2)
    owners = list(state.owners)
    owners[state.board.route["crissy-field/presidio"].index] = None
    state = check(replace(state, owners=tuple(owners)))

    state = after(state, (0, Pass()))
    state = after(state, (1, ClaimRoute("crissy-field/presidio", cards(wild=1))))
    assert refused(state, 2, Pass()) is Refusal.MUST_ACT
    state = after(state, (2, TakeCard(Card.WILD)), (0, Pass()), (1, Pass()))
    assert state.ended is None
    state = after(state, (2, Pass()))
    assert state.ended is EndReason.ALL_PASSED


@pytest.mark.clause("C2", "C23")
def test_who_cannot_act_in_the_last_round_passes_and_the_round_goes_on() -> None:
    state = replace(without_cards(begun(SAN_FRANCISCO, 2)), turns_left=2)
    state = after(state, (0, Pass()))
    assert now(state) == Turn((1,))
    assert state.ended is None
