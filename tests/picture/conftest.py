"""Boards and pictures that the tests of this folder share."""

from __future__ import annotations

import pytest

from fogline.boards import builtin_board
from fogline.core.board import Board, Place, Route
from fogline.core.cards import Card
from fogline.picture import BoardLayout, Picture, builtin_picture

BOARDS = ("san-francisco", "old-west")


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return builtin_board(request.param).board


@pytest.fixture
def picture(board: Board) -> Picture:
    return builtin_picture(board.id)


@pytest.fixture
def layout(picture: Picture) -> BoardLayout:
    return picture.layout()


@pytest.fixture
def small() -> Board:
    """Build a board of four places whose names would break careless SVG."""
    names = {"a": 'Fish & "Chips"', "b": "Less < More", "c": "Tom's Place", "d": "End"}
    plan: list[tuple[str, str, int, Card | None, int]] = [
        ("a", "b", 2, Card.RED, 0),
        ("a", "b", 2, None, 1),
        ("b", "c", 3, Card.WHITE, 2),
        ("c", "d", 1, Card.YELLOW, 0),
        ("d", "a", 4, None, 0),
        ("a", "c", 3, Card.BLUE, 0),
    ]
    routes = [
        Route(
            f"{one}/{other}" + {0: "#1", 1: "#2"}.get(index, ""),
            index,
            (one, other),
            length,
            colour,
            ferries,
            {0: (1,), 1: (0,)}.get(index, ()),
        )
        for index, (one, other, length, colour, ferries) in enumerate(plan)
    ]
    return Board(
        id="small",
        name="Rock & Roll <Island>",
        places=tuple(Place(key, name) for key, name in names.items()),
        routes=tuple(routes),
        tickets=(),
        route_points={1: 1, 2: 2, 3: 4, 4: 7},
        marks={"start": ("a",)},
    )
