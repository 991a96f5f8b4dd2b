"""Set-up: what everybody starts with, the first tickets, and who begins."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from fogline import (
    Cards,
    Chance,
    DefinitionError,
    Dice,
    DrawCard,
    DrawTickets,
    IllegalAction,
    KeepTickets,
    Refusal,
    State,
    define,
    new_game,
    redact,
    view_of,
)
from fogline.core import engine
from fogline.core.decisions import FirstTickets
from fogline.core.events import (
    CardsDealt,
    StartPlayerChosen,
    TicketsChosen,
    TicketsKept,
    TicketsShuffled,
)
from fogline.core.table import Layer
from fogline.rules.city_markers import StartCity
from fogline.rules.tourist_tokens import StackPlacement
from tests.positions import (
    HIGHEST,
    LOWEST,
    NONE,
    OLD_WEST,
    SAN_FRANCISCO,
    Script,
    after,
    begun,
    cards,
    check,
    happened,
    holding,
    now,
    offers,
    refused,
    row,
)


def dealt(game: str, seats: int, *, first: int | None = 0, version: int | None = None) -> State:
    """A game in which all have still to choose their tickets."""
    options = {} if first is None else {"first": first}
    state, _ = engine.start(define(game, options, version=version), seats, LOWEST)
    return check(state)


def offered(state: State, seat: int) -> tuple[str, ...]:
    return tuple(ticket for ticket in state.players[seat].offered if ticket is not None)


# What everybody starts with


@pytest.mark.clause("SF1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_in_san_francisco_has_20_cable_cars_and_no_points(seats: int) -> None:
    state = begun(SAN_FRANCISCO, seats)
    assert [player.vehicles for player in state.players] == [20] * seats
    assert [player.score for player in state.players] == [0] * seats


@pytest.mark.clause("OW1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_in_old_west_has_40_train_cars_and_no_points(seats: int) -> None:
    state = begun(OLD_WEST, seats)
    assert [player.vehicles for player in state.players] == [40] * seats
    assert [player.score for player in state.players] == [0] * seats


@pytest.mark.clause("SF1", "OW1")
@pytest.mark.parametrize(
    ("game", "seats"),
    [(SAN_FRANCISCO, 0), (SAN_FRANCISCO, 1), (SAN_FRANCISCO, 5), (OLD_WEST, 1), (OLD_WEST, 7)],
)
def test_a_game_for_too_few_or_too_many_players_is_refused(game: str, seats: int) -> None:
    with pytest.raises(DefinitionError, match=rf"players, not {seats}"):
        new_game(game, seats, seed=1)


@pytest.mark.clause("SF2")
def test_the_44_transport_cards() -> None:
    state = engine.lay_out(define(SAN_FRANCISCO), 2)
    assert state.deck == cards(blue=6, green=6, black=6, purple=6, red=6, orange=6, wild=8)
    assert state.deck.total == 44


@pytest.mark.clause("OW1")
def test_the_110_train_cards() -> None:
    state = engine.lay_out(define(OLD_WEST), 2)
    assert state.deck == cards(
        red=12, orange=12, yellow=12, green=12, blue=12, purple=12, black=12, white=12, wild=14
    )
    assert state.deck.total == 110


@pytest.mark.clause("SF2", "OW1")
@pytest.mark.parametrize(
    ("game", "seats", "hand", "deck"),
    [
        (SAN_FRANCISCO, 2, 2, 35),
        (SAN_FRANCISCO, 3, 2, 33),
        (SAN_FRANCISCO, 4, 2, 31),
        (OLD_WEST, 2, 4, 97),
        (OLD_WEST, 3, 4, 93),
        (OLD_WEST, 4, 4, 89),
        (OLD_WEST, 5, 4, 85),
        (OLD_WEST, 6, 4, 81),
    ],
)
def test_hands_are_dealt_and_five_cards_displayed(
    game: str, seats: int, hand: int, deck: int
) -> None:
    state = dealt(game, seats)
    assert [player.hand.total for player in state.players] == [hand] * seats
    assert len(state.display) == 5
    assert None not in state.display
    assert state.deck.total == deck
    assert state.discards == NONE


@pytest.mark.clause("SF2", "C16")
def test_dealt_cards_are_seen_by_their_player_only() -> None:
    deal = CardsDealt(1, cards(red=1, wild=1))
    assert redact(deal, 1) == deal
    assert redact(deal, 0) == CardsDealt(1, Cards.face_down(2))
    assert redact(deal, None) == CardsDealt(1, Cards.face_down(2))
    state = dealt(SAN_FRANCISCO, 2)
    assert view_of(state, 0).players[0].hand == cards(red=2)
    assert view_of(state, 0).players[1].hand == Cards.face_down(2)


@pytest.mark.clause("SF2")
def test_the_deal_follows_chance() -> None:
    # The lowest dice deal red, orange and so on; the highest deal wilds, then black.
    low = dealt(SAN_FRANCISCO, 4)
    assert [player.hand for player in low.players] == [cards(red=2)] * 3 + [cards(orange=2)]
    assert low.display == row("orange orange orange orange green")
    high, _ = engine.start(define(SAN_FRANCISCO, {"first": 0}), 4, HIGHEST)
    assert [player.hand for player in high.players] == [cards(wild=2)] * 4
    assert high.display == row("black black black black black")


# The first tickets


@pytest.mark.clause("SF3", "OW2")
@pytest.mark.parametrize(
    ("game", "seats", "shown", "deck"),
    [
        (SAN_FRANCISCO, 2, 2, 20),
        (SAN_FRANCISCO, 3, 2, 18),
        (SAN_FRANCISCO, 4, 2, 16),
        (OLD_WEST, 2, 5, 40),
        (OLD_WEST, 3, 5, 35),
        (OLD_WEST, 4, 5, 30),
        (OLD_WEST, 5, 5, 25),
        (OLD_WEST, 6, 5, 20),
    ],
)
def test_tickets_are_dealt_and_all_players_choose_at_the_same_time(
    game: str, seats: int, shown: int, deck: int
) -> None:
    state = dealt(game, seats)
    assert now(state) == FirstTickets(tuple(range(seats)))
    assert [len(offered(state, seat)) for seat in range(seats)] == [shown] * seats
    assert [player.tickets for player in state.players] == [()] * seats
    assert sum(len(layer.faces) for layer in state.ticket_deck) == deck
    assert len({ticket for seat in range(seats) for ticket in offered(state, seat)}) == (
        shown * seats
    )


@pytest.mark.clause("SF3")
def test_one_or_two_of_the_first_tickets_are_kept_in_san_francisco() -> None:
    state = dealt(SAN_FRANCISCO, 2)
    first, second = offered(state, 0)
    assert offers(state, 0) == [
        KeepTickets((first,)),
        KeepTickets((second,)),
        KeepTickets((first, second)),
    ]
    assert refused(state, 0, KeepTickets(())) is Refusal.TOO_FEW_TICKETS
    foreign = KeepTickets(offered(state, 1))
    assert refused(state, 0, foreign) is Refusal.TICKET_NOT_OFFERED


@pytest.mark.clause("OW2")
@pytest.mark.parametrize("kept", [3, 4, 5])
def test_three_to_five_of_the_first_tickets_are_kept_in_old_west(kept: int) -> None:
    state = dealt(OLD_WEST, 2)
    # 10 ways to keep three, 5 to keep four, 1 to keep all
    assert len(offers(state, 0)) == 16
    state = after(
        state,
        (0, KeepTickets(offered(state, 0)[:kept])),
        (1, KeepTickets(offered(state, 1))),
    )
    assert len(state.players[0].tickets) == kept


@pytest.mark.clause("OW2")
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_fewer_than_three_of_the_first_tickets_are_refused_in_old_west(kept: int) -> None:
    state = dealt(OLD_WEST, 2)
    too_few = KeepTickets(offered(state, 0)[:kept])
    assert refused(state, 0, too_few) is Refusal.TOO_FEW_TICKETS


@pytest.mark.clause("SF3", "OW2")
@pytest.mark.parametrize(("game", "kept"), [(SAN_FRANCISCO, 1), (OLD_WEST, 3)])
def test_a_choice_is_secret_and_final_and_nothing_moves_until_all_have_chosen(
    game: str, kept: int
) -> None:
    state = dealt(game, 3)
    choice = KeepTickets(offered(state, 1)[:kept])
    (chosen,) = happened(state, 1, choice)
    assert redact(chosen, 1) == TicketsChosen(1, choice.tickets)
    assert redact(chosen, 0) == TicketsChosen(1, None)
    assert redact(chosen, None) == TicketsChosen(1, None)

    before, state = state, after(state, (1, choice))
    assert now(state) == FirstTickets((0, 2))
    assert state.ticket_deck == before.ticket_deck
    for viewer in (0, 2, None):
        player = view_of(state, viewer).players[1]
        assert (player.chosen, player.choice, player.tickets) == (True, None, ())
        assert player.offered == (None,) * len(before.players[1].offered)
    with pytest.raises(IllegalAction) as caught:
        engine.play(state, 1, choice, LOWEST)
    assert caught.value.refusal is Refusal.NOT_DECIDING


@pytest.mark.clause("SF3", "OW2")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
def test_nothing_else_can_be_done_before_the_tickets_are_chosen(game: str) -> None:
    state = dealt(game, 2)
    assert refused(state, 0, DrawCard()) is Refusal.NOT_NOW
    assert refused(state, 0, DrawTickets()) is Refusal.NOT_NOW


def all_ways_to_choose(state: State, kept: int, *, dice: Dice = LOWEST) -> list[State]:
    """The states after everybody kept so many tickets, whoever answered when."""
    return [
        after(
            after(state, *((seat, keeping(state, seat, kept)) for seat in answering[:-1])),
            (answering[-1], keeping(state, answering[-1], kept)),
            dice=dice,
        )
        for answering in permutations(state.seats)
    ]


def keeping(state: State, seat: int, kept: int) -> KeepTickets:
    return KeepTickets(offered(state, seat)[:kept])


@pytest.mark.clause("SF3")
@pytest.mark.parametrize("first", [None, 0, 1, 3])
def test_tickets_given_back_go_under_the_deck_in_the_order_of_the_seats(first: int | None) -> None:
    state = dealt(SAN_FRANCISCO, 4, first=first)
    ends = all_ways_to_choose(state, 1)
    assert all(end == ends[0] for end in ends)
    deck, *returned = ends[0].ticket_deck
    assert len(deck.faces) == 16
    assert [layer.faces for layer in returned] == [offered(state, seat)[1:] for seat in range(4)]


@pytest.mark.clause("SF3")
@pytest.mark.parametrize(
    ("first", "order"), [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (3, [3, 0, 1, 2])]
)
def test_in_version_1_they_go_there_in_turn_order(first: int, order: list[int]) -> None:
    state = dealt(SAN_FRANCISCO, 4, first=first, version=1)
    ends = all_ways_to_choose(state, 1)
    assert all(end == ends[0] for end in ends)
    returned = ends[0].ticket_deck[1:]
    assert [layer.faces for layer in returned] == [offered(state, seat)[1:] for seat in order]


@pytest.mark.clause("SF3")
def test_who_keeps_both_tickets_gives_none_back() -> None:
    state = dealt(SAN_FRANCISCO, 3)
    kept = [offered(state, 0), offered(state, 1)[1:], offered(state, 2)]
    state_after = after(state, *((seat, KeepTickets(kept[seat])) for seat in range(3)))
    assert [player.tickets for player in state_after.players] == kept
    assert state_after.ticket_deck[1:] == (
        Layer(offered(state, 1)[:1], ((offered(state, 1)[0], 1),)),
    )


@pytest.mark.clause("OW2")
def test_tickets_given_back_in_old_west_are_shuffled_together_under_the_deck() -> None:
    state = dealt(OLD_WEST, 3)
    back = {ticket for seat in range(3) for ticket in offered(state, seat)[3:]}
    choices = [(seat, KeepTickets(offered(state, seat)[:3])) for seat in range(3)]
    last_but_one = after(state, *choices[:2])
    assert TicketsShuffled(6) in happened(last_but_one, *choices[2])
    state = after(state, *choices)
    deck, returned = state.ticket_deck
    assert len(deck.faces) == 35
    assert set(returned.faces) == back
    assert len(returned.faces) == 6


@pytest.mark.clause("OW2")
@pytest.mark.parametrize(
    ("kept", "layers"),
    [((5, 5), [40]), ((5, 4), [40, 1]), ((4, 5), [40, 1]), ((4, 4), [40, 2]), ((3, 4), [40, 3])],
)
def test_what_is_given_back_in_old_west_is_one_shuffled_pile_however_small(
    kept: tuple[int, int], layers: list[int]
) -> None:
    state = dealt(OLD_WEST, 2)
    choices = [(seat, KeepTickets(offered(state, seat)[: kept[seat]])) for seat in range(2)]
    state = after(state, *choices)
    assert [len(layer.faces) for layer in state.ticket_deck] == layers


@pytest.mark.clause("OW2")
@pytest.mark.parametrize(
    ("numbers", "shown"),
    [((0, 0, 0, 0), [0, 1, 2, 3]), ((3, 2, 1, 0), [3, 2, 1, 0])],
    ids=["one order", "another order"],
)
def test_tickets_shuffled_under_the_deck_come_up_in_any_order(
    numbers: tuple[int, ...], shown: list[int]
) -> None:
    # Two players give two tickets back each; all others are drawn before these come up.
    state = dealt(OLD_WEST, 2)
    back = sorted(ticket for seat in range(2) for ticket in offered(state, seat)[3:])
    state = after(state, *((seat, KeepTickets(offered(state, seat)[:3])) for seat in range(2)))
    while isinstance(decision := now(state), StartCity):
        state = after(state, (decision.seats[0], offers(state, decision.seats[0])[0]))
    returned = state.ticket_deck[-1:]
    assert [sorted(filter(None, layer.faces)) for layer in returned] == [back]
    state = replace(holding(state, {}, deck=back, rest_to=1), ticket_deck=returned)
    state = after(state, (0, DrawTickets()), dice=Script(*numbers))
    assert state.players[0].offered == tuple(back[i] for i in shown)


# Who begins


LEAST_KEPT = {SAN_FRANCISCO: 1, OLD_WEST: 3}
TABLES = [
    *((SAN_FRANCISCO, seats) for seats in range(2, 5)),
    *((OLD_WEST, seats) for seats in range(2, 7)),
]


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_players_may_agree_on_any_first_player(game: str, seats: int) -> None:
    for first in range(seats):
        state = dealt(game, seats, first=first)
        assert [view_of(state, viewer).first for viewer in (*state.seats, None)] == [first] * (
            seats + 1
        )
        state = begun(game, seats, first=first)
        assert state.first == first
        assert state.turn == first


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nobody_knows_the_first_player_while_tickets_are_chosen(game: str, seats: int) -> None:
    state, events = engine.start(define(game), seats, LOWEST)
    assert not any(isinstance(event, StartPlayerChosen) for event in events)
    for seat in range(seats):
        assert state.first is None
        assert all(view_of(state, viewer).first is None for viewer in (*state.seats, None))
        # The dice would fail the test if they were asked before the last choice.
        dice = LOWEST if seat == seats - 1 else Script()
        state = after(check(state), (seat, keeping(state, seat, LEAST_KEPT[game])), dice=dice)
    assert state.first == 0


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_chance_chooses_the_first_player_once_all_have_chosen_tickets(
    game: str, seats: int
) -> None:
    state = dealt(game, seats, first=None)
    kept = LEAST_KEPT[game]
    for drawn in range(seats):
        last = seats - 1
        before = after(state, *((seat, keeping(state, seat, kept)) for seat in range(last)))
        found = happened(before, last, keeping(state, last, kept), Script(drawn))
        assert found[-1] == StartPlayerChosen(drawn)
        assert isinstance(found[-2], TicketsKept if game == SAN_FRANCISCO else TicketsShuffled)
        end = after(before, (last, keeping(state, last, kept)), dice=Script(drawn))
        assert end.first == drawn
        # The last to act places or starts first (SF5, SF6, OW3).
        assert now(end).seats == ((drawn - 1) % seats,)


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_drawn_does_not_depend_on_who_answered_last(game: str, seats: int) -> None:
    state = dealt(game, seats, first=None)
    ends = all_ways_to_choose(state, LEAST_KEPT[game], dice=HIGHEST)
    assert all(end == ends[0] for end in ends)
    assert ends[0].first == seats - 1


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
def test_every_player_is_sometimes_the_first(game: str) -> None:
    state = dealt(game, 4, first=None)
    choices = [(seat, keeping(state, seat, LEAST_KEPT[game])) for seat in range(4)]
    firsts = [after(state, *choices, dice=Chance(seed)).first for seed in range(400)]
    assert all(70 <= firsts.count(seat) <= 130 for seat in range(4))


@pytest.mark.clause("SF7", "OW12")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_version_1_the_first_player_is_known_from_the_start(game: str, seats: int) -> None:
    low, events = engine.start(define(game, version=1), seats, LOWEST)
    assert low.first == 0
    assert events[0] == StartPlayerChosen(0)
    high, _ = engine.start(define(game, version=1), seats, HIGHEST)
    assert high.first == view_of(high, 0).first == seats - 1


@pytest.mark.clause("SF7")
@pytest.mark.parametrize("first", [-1, 2, 7])
def test_a_first_player_who_does_not_sit_there_is_refused(first: int) -> None:
    with pytest.raises(DefinitionError, match=f"seat {first} cannot act first"):
        new_game(SAN_FRANCISCO, 2, seed=1, options={"first": first})


@pytest.mark.clause("SF5", "OW3")
@pytest.mark.parametrize(
    ("game", "kept", "then"), [(SAN_FRANCISCO, 1, StackPlacement), (OLD_WEST, 3, StartCity)]
)
def test_placing_comes_after_the_choice_of_tickets(game: str, kept: int, then: type) -> None:
    state = dealt(game, 3)
    for seat in range(3):
        assert isinstance(now(state), FirstTickets)
        state = after(state, (seat, KeepTickets(offered(state, seat)[:kept])))
    assert isinstance(now(state), then)
