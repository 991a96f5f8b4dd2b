"""The board drawn with characters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from fogline.boards import parse_board
from fogline.cli.tui.app import drawing_of
from fogline.cli.tui.chart import LETTERS, Cell, Chart, Overlay
from fogline.games import define
from fogline.games.definitions import define_board
from tests.cli import boards


def lines(grid: list[list[Cell]]) -> list[str]:
    return ["".join(cell.char for cell in row) for row in grid]


def letters(chart: Chart, owners: list[int | None]) -> Counter[str]:
    """How often each letter is on the map."""
    return Counter("".join(lines(chart.paint(Overlay(owners, colour=False)))))


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
@pytest.mark.parametrize("zoom", [1.0, 2.8])
def test_every_place_and_every_space_is_on_the_map(game: str, zoom: float) -> None:
    picture, layout = drawing_of(define(game))
    chart = Chart(picture, layout, (120, 40), zoom)
    board = layout.board
    for owner in (0, 1):
        drawn = "\n".join(lines(chart.paint(Overlay([owner] * len(board.routes), colour=False))))
        assert drawn.count("◉") == len(board.places)
    names = letters(chart, [None] * len(board.routes))
    # As many routes at once as there are letters, each with a letter of its own.
    for start in range(0, len(board.routes), len(LETTERS)):
        some = board.routes[start : start + len(LETTERS)]
        owners: list[int | None] = [None] * len(board.routes)
        for owner, route in enumerate(some):
            owners[route.index] = owner
        found = letters(chart, owners)
        for letter, route in zip(LETTERS, some, strict=False):
            assert found[letter] > names[letter], route.id


@pytest.mark.parametrize("game", ["san-francisco", "old-west"])
def test_a_small_map_has_lines_with_lengths_and_the_names_that_matter(game: str) -> None:
    picture, layout = drawing_of(define(game))
    chart = Chart(picture, layout, (80, 12), 1.0)
    assert chart.small
    assert not Chart(picture, layout, (160, 40), 1.0).small
    board = layout.board
    ends = board.tickets[0].ends + board.tickets[-1].ends
    overlay = Overlay([None] * len(board.routes), important=ends, colour=False)
    drawn = lines(chart.paint(overlay))
    assert "".join(drawn).count("◉") == len(board.places)
    for end in ends:
        assert any(line in text for text in drawn for line in layout.labels[end].lines), end
    unnamed = "".join(drawn).replace("Pier 39", "")
    lengths = [char for char in unnamed if char.isdigit()]
    assert sorted(lengths) == sorted(str(route.length) for route in board.routes)
    for number, route in enumerate(board.routes):
        owners: list[int | None] = [None] * len(board.routes)
        owners[number] = 25
        assert LETTERS[25] in "".join(lines(chart.paint(Overlay(owners)))), route.id


def test_at_a_large_scale_every_name_is_in_full() -> None:
    picture, layout = drawing_of(define("san-francisco"))
    chart = Chart(picture, layout, (200, 60), 2.0)
    drawn = " ".join(lines(chart.paint(Overlay([None] * len(layout.board.routes)))))
    for label in layout.labels.values():
        assert all(line in drawn for line in label.lines)


def test_what_is_pointed_at_glows_and_is_named() -> None:
    picture, layout = drawing_of(define("old-west"))
    chart = Chart(picture, layout, (80, 16), 1.0)
    route = layout.board.routes[0]
    plain = Overlay([None] * len(layout.board.routes), colour=False)
    assert "#" not in "".join(lines(chart.paint(plain)))
    pointed = replace(plain, glowing=[route.id], places=route.ends)
    assert "#" in "".join(lines(chart.paint(pointed)))


def test_markers_and_notes_stand_at_their_places() -> None:
    picture, layout = drawing_of(define("old-west"))
    chart = Chart(picture, layout, (160, 50), 1.0)
    overlay = Overlay(
        [None] * len(layout.board.routes),
        controllers={"denver": 2},
        notes={"roswell": "alvin"},
        colour=False,
    )
    drawn = lines(chart.paint(overlay))
    x, y = chart.cell(layout.at["denver"])
    assert drawn[y][x] == "C"
    assert any("alvin" in line for line in drawn)


def test_a_board_without_a_picture_has_a_map() -> None:
    text = boards.PLAIN
    game = define_board(parse_board(text, "four-corners"), {}, board_text=text)
    picture, layout = drawing_of(game)
    assert picture is None
    chart = Chart(picture, layout, (40, 12), 1.0)
    drawn = "\n".join(lines(chart.paint(Overlay([None] * len(layout.board.routes)))))
    assert all(place.name[:3] in drawn for place in layout.board.places)
