"""The board as it lies on the table: the same drawing in few pieces."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from fogline.core.board import Board
from fogline.picture import Picture, draw, draw_table
from fogline.picture.score_track import stage
from fogline.picture.svg_paths import circle, laid, rounded

SVG = "{http://www.w3.org/2000/svg}"
FEW = 300


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def outlines(path: ET.Element) -> int:
    return path.attrib["d"].count("M")


def test_it_is_drawn_in_few_pieces(board: Board, picture: Picture) -> None:
    assert len(list(parse(draw_table(board, picture)).iter())) < FEW
    assert len(list(parse(draw(board, picture)).iter())) > 2 * FEW


def test_every_space_of_every_colour_is_there(board: Board, picture: Picture) -> None:
    root = parse(draw_table(board, picture))
    wanted: Counter[str] = Counter()
    for route in board.routes:
        wanted[route.colour.value if route.colour else "gray"] += route.length
    drawn = {
        path.attrib["class"]: outlines(path)
        for path in root.iterfind(f".//{SVG}g[@class='routes']/{SVG}path[@class]")
    }
    ferries = drawn.pop("ferries")
    assert drawn == dict(wanted)
    assert ferries == sum(route.ferries for route in board.routes)


def test_every_place_every_mark_and_every_name_is_there(board: Board, picture: Picture) -> None:
    root = parse(draw_table(board, picture))
    *discs, marks = root.iterfind(f".//{SVG}g[@class='places']/{SVG}path")
    assert {outlines(disc) for disc in discs} == {len(board.places)}
    assert outlines(marks) == len({name for names in board.marks.values() for name in names})
    named = {
        text.attrib["data-label"] for text in root.iter(f"{SVG}text") if "data-label" in text.attrib
    }
    assert named == set(board.place)


def test_it_shows_the_stage_and_nothing_else(board: Board, picture: Picture) -> None:
    root = parse(draw_table(board, picture))
    assert [float(part) for part in root.attrib["viewBox"].split()] == list(stage(picture.measures))
    assert root.find(f"{SVG}g[@class='band']") is None


def test_a_board_without_a_picture_is_drawn(small: Board) -> None:
    root = parse(draw_table(small))
    assert [text for text in root.iter(f"{SVG}text") if "data-label" in text.attrib]


def points(path: str) -> list[tuple[float, float]]:
    """Follow a laid path: where each of its steps ends."""
    found: list[tuple[float, float]] = []
    x = y = 0.0
    for letter, given in re.findall(r"([MlcqaZ])([^MlcqaZ]*)", path):
        numbers = [float(number) for number in given.split()]
        if letter == "Z":
            continue
        dx, dy = numbers[-2:]
        x, y = (dx, dy) if letter == "M" else (x + dx, y + dy)
        found.append((x, y))
    return found


def test_an_outline_is_scaled_turned_and_moved() -> None:
    turned = points(laid("M0 0H10V4L2 2Z", (100, 50), degrees=90, scale=2))
    assert turned == [(100, 50), (100, 70), (92, 70), (96, 54)]


@pytest.mark.parametrize("path", [circle(7), rounded(40, 16, 4)])
def test_an_outline_that_is_only_moved_keeps_its_shape(path: str) -> None:
    there, here = points(laid(path, (5, 7))), points(laid(path, (0, 0)))
    assert [(round(x - 5, 6), round(y - 7, 6)) for x, y in there] == [
        (round(x, 6), round(y, 6)) for x, y in here
    ]
