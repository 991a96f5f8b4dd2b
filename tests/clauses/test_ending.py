"""The end of the game: the last round, final scoring, and who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fogline import ClaimRoute, DrawCard, EndReason, Refusal, State, TakeToken
from fogline.core.decisions import Turn
from fogline.core.events import GameEnded, LastRoundBegan, TicketScored, TurnBegan, TurnEnded
from fogline.rules.tourist_tokens import TokenChoice
from tests.positions import (
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
    on_turn,
    outcome,
    owning,
    refused,
    turn_of,
    with_points,
    with_tokens,
    with_vehicles,
)

SHORT = {SAN_FRANCISCO: "mission-district/the-castro", OLD_WEST: "great-falls/helena"}
"""A route of one space in each game, black and blue."""
STARTS = ("helena", "seattle", "phoenix", "denver", "los-angeles", "boise")


def low_on_vehicles(game: str, seats: int, seat: int, left: int, *, first: int = 0) -> State:
    """It is the turn of a seat with so many vehicles, which can pay for the short route."""
    starts = STARTS[-seat:] + STARTS[:-seat]  # this seat starts in Helena
    state = on_turn(begun(game, seats, first=first, starts=starts), seat)
    state = arranged(state, hands={seat: cards(wild=1)})
    return with_vehicles(state, {seat: left})


def short_claim(game: str) -> ClaimRoute:
    return ClaimRoute(SHORT[game], cards(wild=1))


def draw_two(state: State) -> State:
    seat = turn_of(state)
    return after(state, (seat, DrawCard()), (seat, DrawCard()))


# C23: the last round


@pytest.mark.clause("C23", "OW11")
@pytest.mark.parametrize(
    ("game", "seats", "caller", "order"),
    [
        (SAN_FRANCISCO, 2, 0, [1, 0]),
        (SAN_FRANCISCO, 2, 1, [0, 1]),
        (SAN_FRANCISCO, 3, 0, [1, 2, 0]),
        (SAN_FRANCISCO, 3, 1, [2, 0, 1]),
        (SAN_FRANCISCO, 4, 2, [3, 0, 1, 2]),
        (OLD_WEST, 2, 0, [1, 0]),
        (OLD_WEST, 3, 1, [2, 0, 1]),
        (OLD_WEST, 4, 0, [1, 2, 3, 0]),
        (OLD_WEST, 5, 2, [3, 4, 0, 1, 2]),
        (OLD_WEST, 6, 3, [4, 5, 0, 1, 2, 3]),
    ],
)
def test_everybody_takes_one_more_turn_the_caller_last_and_then_the_game_ends(
    game: str, seats: int, caller: int, order: list[int]
) -> None:
    state = low_on_vehicles(game, seats, caller, 3)
    assert LastRoundBegan(caller) in happened(state, caller, short_claim(game))
    state = after(state, (caller, short_claim(game)))
    for seat in order:
        assert now(state) == Turn((seat,))
        state = draw_two(state)
    assert outcome(state).reason is EndReason.LAST_ROUND
    for seat in order:
        assert refused(state, seat, DrawCard()) is Refusal.GAME_OVER


@pytest.mark.clause("C23", "S11")
@pytest.mark.parametrize(
    ("game", "seats", "first", "caller", "order"),
    [
        (SAN_FRANCISCO, 2, 1, 0, [1, 0]),
        (SAN_FRANCISCO, 3, 0, 2, [0, 1, 2]),
        (SAN_FRANCISCO, 4, 0, 3, [0, 1, 2, 3]),
        (OLD_WEST, 3, 1, 0, [1, 2, 0]),
        (OLD_WEST, 6, 0, 5, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_the_last_seat_calls_a_whole_last_round_too(
    game: str, seats: int, first: int, caller: int, order: list[int]
) -> None:
    state = low_on_vehicles(game, seats, caller, 3, first=first)
    state = after(state, (caller, short_claim(game)))
    for seat in order:
        assert now(state) == Turn((seat,))
        state = draw_two(state)
    assert state.ended is EndReason.LAST_ROUND


@pytest.mark.clause("C23")
@pytest.mark.parametrize("game", [SAN_FRANCISCO, OLD_WEST])
@pytest.mark.parametrize(("before", "called"), [(5, False), (4, False), (3, True), (2, True)])
def test_two_vehicles_or_fewer_call_the_last_round_and_three_do_not(
    game: str, before: int, called: bool
) -> None:
    state = low_on_vehicles(game, 2, 0, before)
    events = happened(state, 0, short_claim(game))
    assert (LastRoundBegan(0) in events) is called


@pytest.mark.clause("C23")
def test_no_vehicle_at_all_calls_the_last_round() -> None:
    state = low_on_vehicles(SAN_FRANCISCO, 2, 0, 1)
    state = after(state, (0, short_claim(SAN_FRANCISCO)))
    assert state.players[0].vehicles == 0
    assert state.turns_left == 2


@pytest.mark.clause("C23")
def test_the_last_round_is_called_at_the_end_of_the_turn_not_before() -> None:
    stacks = {"mission-district": ("bell", 2), "the-castro": ("crab", 2)}
    state = with_tokens(low_on_vehicles(SAN_FRANCISCO, 2, 0, 3), stacks)
    state = after(state, (0, short_claim(SAN_FRANCISCO)))
    assert isinstance(now(state), TokenChoice)
    assert state.turns_left is None
    assert LastRoundBegan(0) in happened(state, 0, TakeToken("the-castro"))


@pytest.mark.clause("C23")
def test_the_last_round_is_called_between_two_turns() -> None:
    state = low_on_vehicles(SAN_FRANCISCO, 3, 1, 3)
    events = happened(state, 1, short_claim(SAN_FRANCISCO))
    assert events[-3:] == [TurnEnded(1), LastRoundBegan(1), TurnBegan(2)]


@pytest.mark.clause("C23", "C24")
def test_no_turn_begins_after_the_last_one() -> None:
    state = replace(holding(begun(SAN_FRANCISCO, 2), {}), turns_left=1)
    state = after(state, (0, DrawCard()))
    events = happened(state, 0, DrawCard())
    assert events[1] == TurnEnded(0)
    assert events[-1] == GameEnded(EndReason.LAST_ROUND)
    assert not any(isinstance(event, TurnBegan) for event in events)
    assert after(state, (0, DrawCard())).turn is None


@pytest.mark.clause("C23")
def test_the_trigger_fires_once() -> None:
    # Seat 1 runs low in the last round that seat 0 called: nobody gets another turn for that.
    state = low_on_vehicles(SAN_FRANCISCO, 3, 0, 3)
    state = arranged(state, hands={0: cards(wild=1), 1: cards(wild=1)})
    state = with_vehicles(state, {1: 3})
    state = after(state, (0, short_claim(SAN_FRANCISCO)))
    second = ClaimRoute("crissy-field/presidio", cards(wild=1))
    assert not any(isinstance(event, LastRoundBegan) for event in happened(state, 1, second))
    state = after(state, (1, second))
    assert state.players[1].vehicles == 2
    state = draw_two(draw_two(state))
    assert state.ended is EndReason.LAST_ROUND


@pytest.mark.clause("C23")
def test_the_caller_may_still_build_in_the_last_turn() -> None:
    state = low_on_vehicles(SAN_FRANCISCO, 2, 0, 3)
    state = arranged(state, hands={0: cards(wild=2)})
    state = draw_two(after(state, (0, short_claim(SAN_FRANCISCO))))
    state = after(state, (0, ClaimRoute("crissy-field/presidio", cards(wild=1))))
    end = outcome(state)
    assert end.results[0].routes == 2


# C24: final scoring


def with_tickets_and_routes() -> State:
    """Seat 0 has completed one ticket of 2 and one of 5, and failed one of 8."""
    state = holding(
        begun(SAN_FRANCISCO, 2),
        {
            0: [
                "haight-ashbury/mission-district",
                "haight-ashbury/presidio",
                "golden-gate-bridge/potrero-hill",
            ],
            1: ["market-street/sunset", "twin-peaks/union-square"],
        },
    )
    return owning(
        state,
        {
            0: [
                "haight-ashbury/the-castro#1",
                "mission-district/the-castro",
                "haight-ashbury/japanese-gardens#1",
                "japanese-gardens/presidio#1",
            ],
        },
    )


@pytest.mark.clause("C24")
def test_complete_tickets_are_added_and_all_others_subtracted() -> None:
    state = with_points(with_tickets_and_routes(), {0: 8, 1: 20})
    end = finished(state)
    first, second = end.results
    assert first.points == {
        "routes": 8,
        "tickets": 2 + 5,
        "failed-tickets": -8,
        "tourist-tokens": 0,
    }
    assert first.total == 7
    assert first.complete == ("haight-ashbury/mission-district", "haight-ashbury/presidio")
    assert first.failed == ("golden-gate-bridge/potrero-hill",)
    assert second.points == {"routes": 20, "failed-tickets": -7 - 6, "tourist-tokens": 0}
    assert second.total == 7


@pytest.mark.clause("C24")
def test_each_ticket_is_counted_at_the_end_and_not_before() -> None:
    state = replace(with_tickets_and_routes(), turns_left=2)
    state = after(state, (0, DrawCard()))
    assert not any(isinstance(event, TicketScored) for event in happened(state, 0, DrawCard()))
    state = after(state, (0, DrawCard()), (1, DrawCard()))
    scored = [event for event in happened(state, 1, DrawCard()) if isinstance(event, TicketScored)]
    assert scored == [
        TicketScored(0, "haight-ashbury/mission-district", 2),
        TicketScored(0, "haight-ashbury/presidio", 5),
        TicketScored(0, "golden-gate-bridge/potrero-hill", -8),
        TicketScored(1, "market-street/sunset", -7),
        TicketScored(1, "twin-peaks/union-square", -6),
    ]


@pytest.mark.clause("C24", "S12", "OW11")
@pytest.mark.parametrize(
    ("game", "tickets", "totals"),
    [
        (SAN_FRANCISCO, ["alcatraz/twin-peaks", "golden-gate-bridge/potrero-hill"], [-12, 3]),
        (OLD_WEST, ["roswell/seattle", "denver/seattle"], [-34, 3]),
    ],
)
def test_totals_may_be_negative(game: str, tickets: list[str], totals: list[int]) -> None:
    state = holding(begun(game, 2), {0: tickets})
    end = finished(with_points(state, {0: 4, 1: 3}))
    assert [result.total for result in end.results] == totals
    assert end.winners == (1,)


@pytest.mark.clause("C24", "C25", "S12")
def test_the_least_negative_total_wins() -> None:
    state = holding(
        begun(SAN_FRANCISCO, 2), {0: ["alcatraz/twin-peaks"], 1: ["market-street/sunset"]}
    )
    end = finished(state)
    assert [result.total for result in end.results] == [-8, -7]
    assert end.winners == (1,)


# C25: who wins

# Three short tickets of San Francisco, each with a way to complete it:
TICKETS = {
    "haight-ashbury/mission-district": (
        2,
        ["haight-ashbury/the-castro#1", "mission-district/the-castro"],
    ),
    "market-street/the-embarcadero": (
        2,
        ["market-street/union-square#1", "the-embarcadero/union-square#1"],
    ),
    "alcatraz/lombard-street": (3, ["alcatraz/pier-39#1", "lombard-street/pier-39"]),
    "fort-mason/market-street": (3, ["fort-mason/lombard-street", "lombard-street/market-street"]),
}
MISSION, EMBARCADERO, ALCATRAZ, FORT_MASON = TICKETS


def standings(seats: int, *players: tuple[int, list[str]]) -> State:
    """Each seat's total, and the tickets it completed to get there."""
    state = begun(SAN_FRANCISCO, seats)
    state = holding(state, {seat: tickets for seat, (_, tickets) in enumerate(players)})
    for seat, (total, tickets) in enumerate(players):
        values = [TICKETS[ticket][0] for ticket in tickets]
        ways = [route for ticket in tickets for route in TICKETS[ticket][1]]
        state = owning(with_points(state, {seat: total - sum(values)}), {seat: ways})
    return state


@pytest.mark.clause("C25")
@pytest.mark.parametrize(
    ("players", "winners", "ranks"),
    [
        # Most points wins, whatever the tickets
        ([(20, []), (19, [MISSION, EMBARCADERO])], (0,), [1, 2]),
        ([(10, []), (30, []), (20, [MISSION])], (1,), [3, 1, 2]),
        # A tie goes to most complete tickets
        ([(20, [MISSION]), (20, [])], (0,), [1, 2]),
        ([(20, [ALCATRAZ]), (20, [MISSION, EMBARCADERO])], (1,), [2, 1]),
        ([(20, []), (25, []), (25, [MISSION])], (2,), [3, 2, 1]),
        # Still tied: the victory is shared
        ([(20, []), (20, [])], (0, 1), [1, 1]),
        ([(20, [MISSION]), (20, [ALCATRAZ])], (0, 1), [1, 1]),
        ([(20, [MISSION]), (20, [EMBARCADERO]), (20, [])], (0, 1), [1, 1, 3]),
        ([(30, []), (20, []), (20, []), (10, [])], (0,), [1, 2, 2, 4]),
    ],
)
def test_who_wins(
    players: list[tuple[int, list[str]]], winners: tuple[int, ...], ranks: list[int]
) -> None:
    end = finished(standings(len(players), *players))
    assert [result.total for result in end.results] == [total for total, _ in players]
    assert end.winners == winners
    assert [result.rank for result in end.results] == ranks


@pytest.mark.clause("C25", "S13")
@pytest.mark.parametrize(
    ("players", "winners"),
    [
        ([(20, []), (20, []), (20, [])], (0, 1, 2)),
        ([(20, [MISSION]), (20, [EMBARCADERO]), (20, [ALCATRAZ])], (0, 1, 2)),
        ([(20, [MISSION]), (20, [EMBARCADERO]), (20, [ALCATRAZ]), (19, [])], (0, 1, 2)),
        ([(20, [MISSION]), (20, [EMBARCADERO, FORT_MASON]), (20, [ALCATRAZ])], (1,)),
        ([(-5, []), (-5, []), (-5, [])], (0, 1, 2)),
    ],
)
def test_a_three_way_tie(players: list[tuple[int, list[str]]], winners: tuple[int, ...]) -> None:
    assert finished(standings(len(players), *players)).winners == winners


@pytest.mark.clause("C25")
def test_failed_tickets_do_not_break_a_tie() -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {0: ["alcatraz/twin-peaks"]})
    end = finished(with_points(state, {0: 18, 1: 10}))
    assert [result.total for result in end.results] == [10, 10]
    assert end.winners == (0, 1)


@pytest.mark.clause("C25", "OW11")
def test_a_tie_in_old_west_goes_to_most_complete_tickets_too() -> None:
    # Seat 0 completes Los Angeles – San Francisco (4) and gets the bonus (15).
    state = holding(begun(OLD_WEST, 2), {0: ["los-angeles/san-francisco"]})
    state = owning(state, {0: ["los-angeles/san-francisco"]})
    end = finished(with_points(state, {0: 2, 1: 21}))
    assert [result.total for result in end.results] == [21, 21]
    assert end.winners == (0,)


@pytest.mark.clause("C25", "OW11")
def test_a_tie_in_old_west_with_as_many_complete_tickets_is_shared() -> None:
    # Seat 1 completes Helena – Salt Lake City (6) by way of Idaho Falls; both get the bonus.
    tickets = {0: ["los-angeles/san-francisco"], 1: ["helena/salt-lake-city"]}
    state = owning(
        holding(begun(OLD_WEST, 2), tickets),
        {
            0: ["los-angeles/san-francisco"],
            1: ["helena/idaho-falls", "idaho-falls/salt-lake-city#1"],
        },
    )
    end = finished(with_points(state, {0: 12, 1: 10}))
    assert [result.total for result in end.results] == [31, 31]
    assert end.winners == (0, 1)
