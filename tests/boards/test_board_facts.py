"""The facts of the two printed boards."""

from collections import Counter
from pathlib import Path

import pytest

from fogline.boards import (
    BoardError,
    builtin_board,
    builtin_boards,
    colours_outside,
    read_board,
)
from fogline.core.board import Board
from fogline.core.cards import COLOURS, Card
from fogline.core.graph import shortest

SAN_FRANCISCO_COLOURS = {
    Card.BLUE,
    Card.GREEN,
    Card.BLACK,
    Card.PURPLE,
    Card.RED,
    Card.ORANGE,
}


def board_of(board_id: str) -> Board:
    return builtin_board(board_id).board


def test_both_boards_come_with_the_package() -> None:
    assert builtin_boards() == ("old-west", "san-francisco")
    for board_id in builtin_boards():
        assert board_of(board_id).id == board_id
        assert builtin_board(board_id) is builtin_board(board_id)


def test_an_unknown_board_is_refused_with_a_hint() -> None:
    with pytest.raises(BoardError) as caught:
        builtin_board("san-fransisco")
    assert str(caught.value) == (
        'san-fransisco: error: no board "san-fransisco" in the package;'
        ' did you mean "san-francisco"?'
    )


@pytest.mark.parametrize(
    ("board_id", "counts"),
    [
        ("san-francisco", {"places": 21, "tracks": 65, "spaces": 121, "tickets": 24}),
        ("old-west", {"places": 41, "tracks": 139, "spaces": 364, "tickets": 50}),
    ],
)
def test_counts(board_id: str, counts: dict[str, int]) -> None:
    board = board_of(board_id)
    assert counts == {
        "places": len(board.places),
        "tracks": len(board.routes),
        "spaces": sum(route.length for route in board.routes),
        "tickets": len(board.tickets),
    }


@pytest.mark.parametrize(
    ("board_id", "pairs"),
    [("san-francisco", {1: 25, 2: 20}), ("old-west", {1: 37, 2: 36, 3: 10})],
)
def test_pairs_by_number_of_tracks(board_id: str, pairs: dict[int, int]) -> None:
    tracks = Counter(frozenset(route.ends) for route in board_of(board_id).routes)
    assert Counter(tracks.values()) == pairs


def test_lengths_of_san_francisco() -> None:
    lengths = Counter(route.length for route in board_of("san-francisco").routes)
    assert lengths == {1: 25, 2: 26, 3: 13, 5: 1}


def test_route_points() -> None:
    table = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10}
    assert board_of("san-francisco").route_points == table
    assert board_of("old-west").route_points == table | {6: 15, 7: 18}


def test_ferries() -> None:
    def ferries(board_id: str) -> dict[str, int]:
        return {route.id: route.ferries for route in board_of(board_id).routes if route.ferries}

    assert ferries("san-francisco") == {
        "alcatraz/fort-mason#1": 1,
        "alcatraz/fort-mason#2": 1,
        "alcatraz/pier-39#1": 1,
        "alcatraz/pier-39#2": 1,
        "fort-mason/golden-gate-bridge": 1,
    }
    assert ferries("old-west") == {"los-angeles/san-francisco": 3}


def test_marks() -> None:
    assert board_of("old-west").marks == {"alvin": ("roswell",)}
    assert board_of("san-francisco").marks == {
        "tourist-stacks": (
            "alcatraz",
            "golden-gate-bridge",
            "the-embarcadero",
            "sunset",
            "potrero-hill",
        )
    }


@pytest.mark.parametrize(
    ("board_id", "pair", "length", "colours"),
    [
        ("san-francisco", "alcatraz/fort-mason", 2, ["orange", "black"]),
        ("san-francisco", "alcatraz/pier-39", 2, [None, None]),
        ("san-francisco", "fort-mason/golden-gate-bridge", 5, [None]),
        ("san-francisco", "haight-ashbury/twin-peaks", 2, ["blue"]),
        ("san-francisco", "the-embarcadero/union-square", 1, ["blue", "orange"]),
        ("old-west", "ashland/redding", 1, ["red", "white", "orange"]),
        ("old-west", "boise/seattle", 7, [None, None]),
        ("old-west", "salt-lake-city/st-george", 4, ["red", "purple"]),
        ("old-west", "san-diego/tucson", 6, ["green"]),
        ("old-west", "seattle/spokane", 4, ["blue", "white", "black"]),
    ],
)
def test_spot_routes(board_id: str, pair: str, length: int, colours: list[str | None]) -> None:
    routes = [route for route in board_of(board_id).routes if route.id.partition("#")[0] == pair]
    assert [route.colour for route in routes] == colours
    assert {route.length for route in routes} == {length}
    numbers = [f"{pair}#{number}" for number in range(1, len(routes) + 1)]
    assert [route.id for route in routes] == (numbers if len(routes) > 1 else [pair])


@pytest.mark.parametrize(
    ("board_id", "ticket_id", "ends", "points"),
    [
        ("san-francisco", "alcatraz/twin-peaks", ("alcatraz", "twin-peaks"), 8),
        ("san-francisco", "market-street/the-embarcadero", ("the-embarcadero", "market-street"), 2),
        ("old-west", "roswell/seattle", ("seattle", "roswell"), 21),
        ("old-west", "gillette/st-george", ("st-george", "gillette"), 8),
    ],
)
def test_spot_tickets(board_id: str, ticket_id: str, ends: tuple[str, str], points: int) -> None:
    ticket = board_of(board_id).ticket[ticket_id]
    assert (ticket.ends, ticket.points) == (ends, points)


@pytest.mark.parametrize("board_id", builtin_boards())
def test_ids_and_twins_hold_together(board_id: str) -> None:
    board = board_of(board_id)
    assert len(board.place) == len(board.places)
    assert len(board.route) == len(board.routes)
    assert len(board.ticket) == len(board.tickets)
    for index, route in enumerate(board.routes):
        assert route.index == index
        assert set(route.ends) <= board.place.keys()
        assert route.twins == tuple(
            other.index
            for other in board.routes
            if set(other.ends) == set(route.ends) and other is not route
        )
    assert all(board.routes_at[place.id] for place in board.places)


@pytest.mark.parametrize(
    ("board_id", "exceptions"),
    [
        (
            "san-francisco",
            {"pacific-heights/the-embarcadero": (4, 3), "painted-ladies/potrero-hill": (5, 4)},
        ),
        ("old-west", {"great-falls/seattle": (9, 8)}),
    ],
)
def test_tickets_are_worth_their_shortest_path(
    board_id: str, exceptions: dict[str, tuple[int, int]]
) -> None:
    board = board_of(board_id)
    values = {ticket.id: (ticket.points, shortest(board, ticket.ends)) for ticket in board.tickets}
    assert {key: pair for key, pair in values.items() if pair[0] != pair[1]} == exceptions


def test_warnings_are_the_tickets_that_are_not() -> None:
    assert [str(warning) for warning in builtin_board("old-west").warnings] == [
        "old_west.toml:188: warning: ticket Seattle – Great Falls is worth 9,"
        " but its shortest path has 8 spaces"
    ]
    assert [str(warning) for warning in builtin_board("san-francisco").warnings] == [
        "san_francisco.toml:98: warning: ticket Pacific Heights – The Embarcadero is worth 4,"
        " but its shortest path has 3 spaces",
        "san_francisco.toml:101: warning: ticket Painted Ladies – Potrero Hill is worth 5,"
        " but its shortest path has 4 spaces",
    ]


def test_credit_and_game_are_handed_on() -> None:
    for board_id in builtin_boards():
        board_file = builtin_board(board_id)
        assert "printed board" in board_file.credit
        assert board_file.game == {"rules": board_id}
        assert board_file.rules == {}


def test_colours_of_the_decks_cover_the_boards() -> None:
    assert colours_outside(builtin_board("san-francisco"), SAN_FRANCISCO_COLOURS) == ()
    assert colours_outside(builtin_board("old-west"), COLOURS) == ()


@pytest.mark.parametrize("board_id", builtin_boards())
def test_a_text_written_to_a_file_reads_back_the_same(board_id: str, tmp_path: Path) -> None:
    built_in = builtin_board(board_id)
    path = tmp_path / "copy.toml"
    path.write_text(built_in.text, encoding="utf-8")
    copy = read_board(path)
    assert copy.board == built_in.board
    assert copy.text.splitlines() == built_in.text.splitlines()
    assert (copy.path, copy.file) == (path, str(path))
    assert [warning.line for warning in copy.warnings] == [
        warning.line for warning in built_in.warnings
    ]
