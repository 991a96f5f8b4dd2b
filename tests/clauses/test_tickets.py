"""Tickets: drawing them, keeping them, and when they are complete."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fogline import (
    DrawTickets,
    KeepTickets,
    Refusal,
    State,
    redact,
    view_of,
)
from fogline.core.decisions import TicketOffer, Turn
from fogline.core.events import TicketsKept, TicketsOffered
from fogline.core.table import Layer
from tests.positions import (
    OLD_WEST,
    SAN_FRANCISCO,
    Script,
    after,
    begun,
    drawn_out,
    finished,
    happened,
    holding,
    now,
    offers,
    owning,
    refused,
)

CITY = (
    "alcatraz/presidio",
    "pier-39/south-beach",
    "market-street/sunset",
    "crissy-field/pier-39",
    "lombard-street/the-castro",
    "alcatraz/twin-peaks",
)
WEST = (
    "boise/san-diego",
    "roswell/seattle",
    "denver/tucson",
    "eugene/missoula",
    "fresno/phoenix",
    "bozeman/denver",
)
TICKETS = {SAN_FRANCISCO: CITY, OLD_WEST: WEST}


def with_ticket_deck(game: str, size: int) -> State:
    """The ticket deck is the first so many of the tickets above; seat 1 holds all others."""
    return holding(begun(game, 2), {}, deck=TICKETS[game][:size], rest_to=1)


def pile(state: State) -> list[str | None]:
    """The ticket deck from the top; it must be in a known order."""
    assert all(len(layer.faces) == 1 for layer in state.ticket_deck)
    return [layer.faces[0] for layer in state.ticket_deck]


@pytest.mark.clause("C19", "OW11")
@pytest.mark.parametrize(("game", "shown"), [(SAN_FRANCISCO, 2), (OLD_WEST, 4)])
def test_the_top_tickets_of_the_deck_are_shown(game: str, shown: int) -> None:
    state = after(with_ticket_deck(game, 6), (0, DrawTickets()))
    assert now(state) == TicketOffer((0,))
    assert state.players[0].offered == TICKETS[game][:shown]
    assert pile(state) == list(TICKETS[game][shown:])


@pytest.mark.clause("C19", "C16")
@pytest.mark.parametrize("viewer", [1, None])
def test_only_the_player_who_draws_sees_the_tickets(viewer: int | None) -> None:
    state = with_ticket_deck(SAN_FRANCISCO, 6)
    (event,) = happened(state, 0, DrawTickets())
    assert redact(event, 0) == TicketsOffered(0, CITY[:2])
    assert redact(event, viewer) == TicketsOffered(0, (None, None))
    state = after(state, (0, DrawTickets()))
    assert view_of(state, 0).players[0].offered == CITY[:2]
    assert view_of(state, viewer).players[0].offered == (None, None)


@pytest.mark.clause("C19", "OW11")
@pytest.mark.parametrize(("game", "choices"), [(SAN_FRANCISCO, 3), (OLD_WEST, 15)])
def test_any_choice_of_at_least_one_ticket_is_offered(game: str, choices: int) -> None:
    state = after(with_ticket_deck(game, 6), (0, DrawTickets()))
    kept = {action.tickets for action in offers(state, 0) if isinstance(action, KeepTickets)}
    assert len(kept) == len(offers(state, 0)) == choices
    assert refused(state, 0, KeepTickets(())) is Refusal.TOO_FEW_TICKETS


@pytest.mark.clause("C19")
@pytest.mark.parametrize(
    ("kept", "deck"),
    [
        (CITY[:1], [*CITY[2:], CITY[1]]),
        (CITY[1:2], [*CITY[2:], CITY[0]]),
        (CITY[:2], [*CITY[2:]]),
    ],
)
def test_what_is_not_kept_in_san_francisco_goes_to_the_bottom(
    kept: tuple[str, ...], deck: list[str]
) -> None:
    state = with_ticket_deck(SAN_FRANCISCO, 6)
    state = after(state, (0, DrawTickets()), (0, KeepTickets(kept)))
    assert state.players[0].tickets == kept
    assert state.players[0].offered == ()
    assert pile(state) == deck
    assert now(state) == Turn((1,))


@pytest.mark.clause("C19", "OW11")
@pytest.mark.parametrize(
    ("kept", "deck"),
    [
        ([2], [4, 5, 0, 1, 3]),
        ([0], [4, 5, 1, 2, 3]),
        ([1, 3], [4, 5, 0, 2]),
        ([0, 1, 2], [4, 5, 3]),
        ([0, 1, 2, 3], [4, 5]),
    ],
)
def test_what_is_not_kept_in_old_west_goes_to_the_bottom_in_the_order_shown(
    kept: list[int], deck: list[int]
) -> None:
    keep = KeepTickets(tuple(WEST[i] for i in kept))
    state = with_ticket_deck(OLD_WEST, 6)
    state = after(state, (0, DrawTickets()), (0, keep))
    assert state.players[0].tickets == tuple(WEST[i] for i in kept)
    assert pile(state) == [WEST[i] for i in deck]


@pytest.mark.clause("C19")
def test_the_order_shown_is_the_order_of_a_shuffled_deck() -> None:
    # Of a shuffled deck of 50 the dice choose the 4th, then the 1st, 3rd and 1st of those left.
    state = holding(begun(OLD_WEST, 2), {})
    state = after(state, (0, DrawTickets()), dice=Script(3, 0, 2, 0))
    assert state.players[0].offered == (
        "albuquerque/san-diego",
        "albuquerque/billings",
        "albuquerque/spokane",
        "albuquerque/carson-city",
    )
    state = after(state, (0, KeepTickets(("albuquerque/spokane",))))
    assert [layer.faces for layer in state.ticket_deck[1:]] == [
        ("albuquerque/san-diego",),
        ("albuquerque/billings",),
        ("albuquerque/carson-city",),
    ]
    assert len(state.ticket_deck[0].faces) == 46


@pytest.mark.clause("C19")
def test_tickets_that_were_given_back_are_drawn_again_after_all_others() -> None:
    state = with_ticket_deck(SAN_FRANCISCO, 3)
    state = after(state, (0, DrawTickets()), (0, KeepTickets(CITY[:1])))
    state = after(state, (1, DrawTickets()))
    assert state.players[1].offered == (CITY[2], CITY[1])


@pytest.mark.clause("C19", "C16")
def test_only_who_sees_what_is_drawn_still_knows_the_tickets_it_gave_back() -> None:
    """Both have given back two of six tickets, shuffled together; seat 0 draws the first four."""
    boise, bozeman, denver, eugene, fresno, roswell = sorted(WEST)
    known = ((boise, 0), (bozeman, 1), (fresno, 1), (roswell, 0))
    together = Layer((boise, bozeman, denver, eugene, fresno, roswell), known)
    state = replace(with_ticket_deck(OLD_WEST, 6), ticket_deck=(together,))
    state = after(state, (0, DrawTickets()), dice=Script(0, 0, 0, 0))
    assert state.players[0].offered == (boise, bozeman, denver, eugene)
    assert state.ticket_deck == (Layer((fresno, roswell), ((roswell, 0),)),)
    assert view_of(state, 0).ticket_deck[0].faces == (None, roswell)
    assert view_of(state, 1).ticket_deck[0].faces == (None, None)


@pytest.mark.clause("C19")
@pytest.mark.parametrize(
    "tickets",
    [(CITY[2],), (CITY[0], CITY[2]), (CITY[0], CITY[0]), ("alcatraz/sunset",)],
    ids=["in the deck", "one in the deck", "twice the same", "on no board"],
)
def test_only_tickets_that_were_shown_can_be_kept(tickets: tuple[str, ...]) -> None:
    state = after(with_ticket_deck(SAN_FRANCISCO, 6), (0, DrawTickets()))
    assert refused(state, 0, KeepTickets(tickets)) is Refusal.TICKET_NOT_OFFERED


@pytest.mark.clause("C19", "C20", "S4", "OW11")
@pytest.mark.parametrize(
    ("game", "left", "shown", "choices"),
    [
        (SAN_FRANCISCO, 1, 1, 1),
        (SAN_FRANCISCO, 2, 2, 3),
        (SAN_FRANCISCO, 3, 2, 3),
        (OLD_WEST, 1, 1, 1),
        (OLD_WEST, 2, 2, 3),
        (OLD_WEST, 3, 3, 7),
        (OLD_WEST, 4, 4, 15),
    ],
)
def test_fewer_tickets_are_shown_when_fewer_are_left(
    game: str, left: int, shown: int, choices: int
) -> None:
    state = after(with_ticket_deck(game, left), (0, DrawTickets()))
    assert state.players[0].offered == TICKETS[game][:shown]
    assert len(offers(state, 0)) == choices
    assert refused(state, 0, KeepTickets(())) is Refusal.TOO_FEW_TICKETS


@pytest.mark.clause("C20", "S4", "OW11")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
def test_the_last_ticket_may_be_drawn_and_must_be_kept(game: str) -> None:
    state = after(with_ticket_deck(game, 1), (0, DrawTickets()))
    assert offers(state, 0) == [KeepTickets(TICKETS[game][:1])]
    assert refused(state, 0, KeepTickets(())) is Refusal.TOO_FEW_TICKETS
    state = after(state, (0, KeepTickets(TICKETS[game][:1])))
    assert state.players[0].tickets == TICKETS[game][:1]
    assert state.ticket_deck == ()


@pytest.mark.clause("C20", "S4", "OW11")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
def test_tickets_cannot_be_drawn_from_an_empty_deck(game: str) -> None:
    state = with_ticket_deck(game, 0)
    assert refused(state, 0, DrawTickets()) is Refusal.NO_TICKET_LEFT


@pytest.mark.clause("C21")
def test_a_kept_ticket_cannot_be_given_back_with_a_later_draw() -> None:
    deck = CITY[1:3]
    state = holding(begun(SAN_FRANCISCO, 2), {0: CITY[:1]}, deck=deck, rest_to=1)
    state = after(state, (0, DrawTickets()))
    trade = KeepTickets((CITY[0], CITY[1]))
    assert refused(state, 0, trade) is Refusal.TICKET_NOT_OFFERED
    state = after(state, (0, KeepTickets((CITY[1],))))
    assert state.players[0].tickets == (CITY[0], CITY[1])
    assert pile(state) == [CITY[2]]


@pytest.mark.clause("C21")
@pytest.mark.parametrize(("game", "held"), [(SAN_FRANCISCO, 22), (OLD_WEST, 46)])
def test_a_player_may_hold_all_tickets_of_the_game(game: str, held: int) -> None:
    shown = 24 - held if game == SAN_FRANCISCO else 50 - held
    deck = TICKETS[game][:shown]
    state = holding(begun(game, 2), {}, deck=deck, rest_to=0)
    assert len(state.players[0].tickets) == held
    state = after(state, (0, DrawTickets()), (0, KeepTickets(deck)))
    assert len(state.players[0].tickets) == held + shown


@pytest.mark.clause("C21", "C16")
@pytest.mark.parametrize("viewer", [1, None])
def test_kept_tickets_are_secret_but_their_number_is_not(viewer: int | None) -> None:
    state = after(with_ticket_deck(OLD_WEST, 4), (0, DrawTickets()))
    kept, *_ = happened(state, 0, KeepTickets(WEST[:3]))
    assert redact(kept, viewer) == TicketsKept(0, (None, None, None), (None,))
    state = after(state, (0, KeepTickets(WEST[:3])))
    view = view_of(state, viewer)
    assert view.players[0].tickets == (None, None, None)
    assert view.ticket_deck == (Layer((None,)),)
    assert view.complete_tickets(0) == []


@pytest.mark.clause("C21", "C22")
@pytest.mark.parametrize("viewer", [1, None])
def test_whether_a_ticket_is_complete_is_secret_until_the_end(viewer: int | None) -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {0: ["haight-ashbury/mission-district"]})
    state = owning(state, {0: ["haight-ashbury/the-castro#1", "mission-district/the-castro"]})
    assert view_of(state, 0).complete_tickets(0) == ["haight-ashbury/mission-district"]
    assert view_of(state, viewer).complete_tickets(0) == []
    assert view_of(state, viewer).players[0].points == {}
    state = drawn_out(state)
    assert view_of(state, viewer).players[0].tickets == ("haight-ashbury/mission-district",)
    assert view_of(state, viewer).complete_tickets(0) == ["haight-ashbury/mission-district"]


@pytest.mark.clause("C22")
@pytest.mark.parametrize(
    ("mine", "theirs", "complete"),
    [
        ([], [], False),
        # Both ways from Haight Ashbury to the Mission District by way of The Castro
        (["haight-ashbury/the-castro#1", "mission-district/the-castro"], [], True),
        (["haight-ashbury/the-castro#2", "mission-district/the-castro"], [], True),
        # One link is missing, or is somebody else's
        (["haight-ashbury/the-castro#1"], [], False),
        (["mission-district/the-castro"], [], False),
        (["haight-ashbury/the-castro#1"], ["mission-district/the-castro"], False),
        ([], ["haight-ashbury/the-castro#1", "mission-district/the-castro"], False),
        # Both places are touched, but not joined
        (["haight-ashbury/twin-peaks", "mission-district/potrero-hill"], [], False),
        # A long way round
        (["haight-ashbury/twin-peaks", "mission-district/twin-peaks"], [], True),
        (
            [
                "haight-ashbury/pacific-heights",
                "market-street/pacific-heights",
                "market-street/potrero-hill",
                "mission-district/potrero-hill",
            ],
            [],
            True,
        ),
        # A branch beside the chain does no harm
        (
            [
                "haight-ashbury/the-castro#1",
                "the-castro/twin-peaks",
                "mission-district/the-castro",
            ],
            [],
            True,
        ),
    ],
)
def test_a_ticket_is_complete_when_own_routes_join_its_places(
    mine: list[str], theirs: list[str], complete: bool
) -> None:
    ticket = "haight-ashbury/mission-district"
    state = holding(begun(SAN_FRANCISCO, 2), {0: [ticket]})
    result = finished(owning(state, {0: mine, 1: theirs})).results[0]
    assert result.complete == ((ticket,) if complete else ())
    assert result.failed == (() if complete else (ticket,))
    assert result.tickets == (2 if complete else -2)


@pytest.mark.clause("C22")
def test_one_route_between_its_places_completes_a_ticket_of_old_west() -> None:
    state = holding(begun(OLD_WEST, 2), {0: ["los-angeles/san-francisco"]})
    state = owning(state, {0: ["los-angeles/san-francisco"]})
    assert finished(state).results[0].complete == ("los-angeles/san-francisco",)


@pytest.mark.clause("C22", "C18")
def test_two_players_may_complete_tickets_side_by_side_on_parallel_routes() -> None:
    tickets = {0: ["golden-gate-bridge/sunset"], 1: ["fort-mason/japanese-gardens"]}
    state = owning(
        holding(begun(SAN_FRANCISCO, 3), tickets),
        {
            0: [
                "golden-gate-bridge/presidio#1",
                "japanese-gardens/presidio#1",
                "japanese-gardens/sunset#1",
            ],
            1: [
                "fort-mason/pacific-heights#1",
                "pacific-heights/presidio#1",
                "japanese-gardens/presidio#2",
            ],
        },
    )
    end = finished(state)
    assert end.results[0].complete == ("golden-gate-bridge/sunset",)
    assert end.results[1].complete == ("fort-mason/japanese-gardens",)
