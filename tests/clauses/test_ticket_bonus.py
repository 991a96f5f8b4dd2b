"""The bonus for most complete tickets."""

from __future__ import annotations

import pytest

from tests.positions import (
    OLD_WEST,
    SAN_FRANCISCO,
    begun,
    finished,
    holding,
    owning,
)

# Short tickets of Old West, their values, and the routes that complete them:
TICKETS = {
    "los-angeles/san-francisco": (4, ["los-angeles/san-francisco"]),
    "ashland/seattle": (5, ["portland/seattle#1", "eugene/portland#1", "ashland/eugene#1"]),
    "cheyenne/salt-lake-city": (5, ["cheyenne/green-river#1", "green-river/salt-lake-city#1"]),
    "helena/salt-lake-city": (6, ["helena/idaho-falls", "idaho-falls/salt-lake-city#1"]),
    "las-vegas/tucson": (
        5,
        ["flagstaff/las-vegas#1", "flagstaff/phoenix#1", "phoenix/tucson#1"],
    ),
    "portland/sacramento": (
        6,
        ["eugene/portland#2", "ashland/eugene#2", "ashland/redding#1", "redding/sacramento#1"],
    ),
}
COAST, ASHLAND, CHEYENNE, HELENA, TUCSON, PORTLAND = TICKETS
FAILED = "roswell/seattle"


@pytest.mark.clause("OW9")
@pytest.mark.parametrize(
    ("complete", "bonuses"),
    [
        # One player has most
        ([[COAST, ASHLAND], [HELENA]], [15, 0]),
        ([[COAST], []], [15, 0]),
        ([[], [COAST], [ASHLAND, HELENA]], [0, 0, 15]),
        # All who tie get the full bonus
        ([[COAST], [HELENA]], [15, 15]),
        ([[COAST, ASHLAND], [HELENA, TUCSON], [CHEYENNE]], [15, 15, 0]),
        ([[COAST], [ASHLAND], [HELENA], [TUCSON]], [15, 15, 15, 15]),
        ([[COAST], [ASHLAND], [HELENA], [TUCSON], [CHEYENNE]], [15, 15, 15, 15, 15]),
        ([[COAST, PORTLAND], [ASHLAND], [HELENA], [TUCSON], [CHEYENNE], []], [15, 0, 0, 0, 0, 0]),
        # Nobody has completed anything
        ([[], []], [0, 0]),
        ([[], [], []], [0, 0, 0]),
        ([[], [], [], [], [], []], [0, 0, 0, 0, 0, 0]),
    ],
)
def test_most_complete_tickets_get_15_points(complete: list[list[str]], bonuses: list[int]) -> None:
    # Seat 0 has failed one ticket besides, so that there is one even when nothing is complete.
    tickets = {seat: list(held) for seat, held in enumerate(complete)}
    tickets[0].append(FAILED)
    routes = {
        seat: [route for ticket in held for route in TICKETS[ticket][1]]
        for seat, held in enumerate(complete)
    }
    end = finished(owning(holding(begun(OLD_WEST, len(complete)), tickets), routes))
    assert [result.bonuses for result in end.results] == bonuses
    for seat, result in enumerate(end.results):
        won = sum(TICKETS[ticket][0] for ticket in complete[seat])
        assert result.total == won + bonuses[seat] - (21 if seat == 0 else 0)


@pytest.mark.clause("OW9")
def test_the_number_of_complete_tickets_counts_and_not_their_value() -> None:
    # Los Angeles – San Francisco (4) and Ashland – Seattle (5) against Portland – Salt Lake (10).
    tickets = {0: [COAST, ASHLAND], 1: ["portland/salt-lake-city"]}
    routes = {
        0: [*TICKETS[COAST][1], *TICKETS[ASHLAND][1]],
        1: [
            "bend/portland#1",
            "bend/boise#1",
            "boise/idaho-falls#1",
            "idaho-falls/salt-lake-city#1",
        ],
    }
    end = finished(owning(holding(begun(OLD_WEST, 2), tickets), routes))
    assert [result.total for result in end.results] == [4 + 5 + 15, 10]


@pytest.mark.clause("OW9")
def test_failed_tickets_do_not_count_against_the_bonus() -> None:
    tickets = {0: [COAST, FAILED, "denver/seattle"], 1: []}
    end = finished(owning(holding(begun(OLD_WEST, 2), tickets), {0: TICKETS[COAST][1]}))
    assert [result.bonuses for result in end.results] == [15, 0]
    assert end.results[0].total == 4 - 21 - 17 + 15


@pytest.mark.clause("OW9")
def test_san_francisco_has_no_such_bonus() -> None:
    state = holding(begun(SAN_FRANCISCO, 2), {0: ["haight-ashbury/mission-district"]})
    state = owning(state, {0: ["haight-ashbury/the-castro#1", "mission-district/the-castro"]})
    end = finished(state)
    assert end.results[0].total == 2
    assert end.results[0].bonuses == 0
