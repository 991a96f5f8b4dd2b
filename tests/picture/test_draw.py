from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from fogline.core.board import Board, Place
from fogline.core.cards import ALL_CARDS, COLOURS
from fogline.picture import Picture, draw
from fogline.picture.palette import CARD_INKS, GRAY, TONES, space_ink, symbol_ink
from fogline.picture.palette import INK as LABEL_INK
from fogline.picture.score_track import cells, inside, stage
from fogline.picture.symbols import SYMBOL_NAMES, symbol
from fogline.picture.tracks import ferry_spaces

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes (2009), full severity, on linear RGB."""


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def groups(root: ET.Element, attribute: str) -> dict[str, ET.Element]:
    found = [group for group in root.iter(f"{SVG}g") if attribute in group.attrib]
    assert len({group.attrib[attribute] for group in found}) == len(found)
    return {group.attrib[attribute]: group for group in found}


def uses(group: ET.Element, kind: str) -> list[ET.Element]:
    return [use for use in group.iter(f"{SVG}use") if use.attrib.get("class") == kind]


def test_every_space_of_every_route_is_drawn_once(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    routes = groups(root, "data-route")
    assert set(routes) == set(board.route)
    for route in board.routes:
        spaces = uses(routes[route.id], "space")
        assert len(spaces) == route.length
        assert len({space.attrib["transform"] for space in spaces}) == route.length
    assert len(uses(root, "space")) == sum(route.length for route in board.routes)


def test_every_space_is_drawn_in_the_same_size(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    shapes = {
        f"#{group.attrib['id']}": group for group in root.iter(f"{SVG}g") if "id" in group.attrib
    }
    sizes = set()
    for space in uses(root, "space"):
        assert "scale" not in space.attrib["transform"]
        rect = shapes[space.attrib["href"]].find(f"{SVG}rect[@class='shape']")
        assert rect is not None
        sizes.add((rect.attrib["width"], rect.attrib["height"]))
    assert len(sizes) == 1


def test_a_coloured_space_carries_its_symbol_and_a_gray_one_none(
    board: Board, picture: Picture
) -> None:
    root = parse(draw(board, picture))
    ids = {group.attrib["id"]: group for group in root.iter(f"{SVG}g") if "id" in group.attrib}
    for colour in {route.colour for route in board.routes}:
        shape = ids[f"fogline-{board.id}-{colour.value if colour else 'gray'}"]
        assert (shape.find(f"{SVG}g") is not None) == (colour is not None)


def test_ferry_marks_are_as_many_as_the_routes_demand(board: Board, picture: Picture) -> None:
    routes = groups(parse(draw(board, picture)), "data-route")
    for route in board.routes:
        assert len(uses(routes[route.id], "ferry")) == route.ferries
    assert any(route.ferries for route in board.routes)


def test_ferry_marks_sit_on_different_spaces(board: Board) -> None:
    for route in board.routes:
        chosen = ferry_spaces(route)
        assert len(set(chosen)) == route.ferries
        assert all(0 <= space < route.length for space in chosen)


def test_places_labels_and_marks_are_all_there(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    places = groups(root, "data-place")
    assert set(places) == set(board.place)
    labels: dict[str, list[str]] = {}
    for text in root.iter(f"{SVG}text"):
        if "data-label" in text.attrib:
            labels.setdefault(text.attrib["data-label"], []).append(text.text or "")
    assert {key: " ".join(rows) for key, rows in labels.items()} == {
        place.id: place.name for place in board.places
    }
    marked = {
        key
        for key, group in places.items()
        if group.find(f".//{SVG}circle[@class='mark']") is not None
    }
    assert marked == {place for chosen in board.marks.values() for place in chosen}


def test_the_picture_says_what_it_is(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    assert root.attrib["role"] == "img"
    said = [root.find(f"{SVG}{tag}") for tag in ("title", "desc")]
    assert root.attrib["aria-labelledby"].split() == [
        element.attrib["id"] for element in said if element is not None
    ]
    assert said[0] is not None
    assert said[0].text == board.name


def test_the_picture_needs_nothing_from_elsewhere(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert [key for key, count in Counter(ids).items() if count > 1] == []
    for element in root.iter():
        assert element.tag not in {f"{SVG}script", f"{SVG}image", f"{SVG}style"}
        if "href" in element.attrib:
            assert element.attrib["href"].removeprefix("#") in ids


def test_drawing_is_deterministic(board: Board, picture: Picture) -> None:
    assert draw(board, picture) == draw(board, picture)


def test_names_are_escaped_and_a_board_without_a_picture_is_drawn(small: Board) -> None:
    svg = draw(small)
    root = parse(svg)
    texts = "\n".join(element.text or "" for element in root.iter())
    assert "Rock & Roll <Island>" in texts
    for place in small.places:
        assert place.name in texts
    assert len(uses(root, "space")) == sum(route.length for route in small.routes)
    assert draw(small) == svg


def test_a_board_of_one_place_is_drawn() -> None:
    board = Board('lone "&" one', "Lone", (Place("a", "A"),), (), (), {})
    assert set(groups(parse(draw(board)), "data-place")) == {"a"}


def test_every_card_has_its_own_symbol() -> None:
    assert len({symbol(card, "#000", 20) for card in ALL_CARDS}) == len(ALL_CARDS)
    assert len(set(SYMBOL_NAMES.values())) == len(ALL_CARDS)


def linear(ink: str) -> list[float]:
    parts = [int(ink[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(ink: str, eye: Matrix) -> tuple[float, float, float]:
    seen = [
        min(max(sum(a * b for a, b in zip(row, linear(ink), strict=True)), 0), 1) for row in eye
    ]
    white = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * b for a, b in zip(row, seen, strict=True)) / sum(row) for row in white]
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    light = sorted(
        sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(ink), strict=True))
        for ink in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


@pytest.mark.parametrize("eye", EYES)
def test_space_colours_stay_apart_for_every_eye(eye: str) -> None:
    inks = [*CARD_INKS.values(), GRAY]
    for one, other in combinations(inks, 2):
        assert math.dist(lab(one, EYES[eye]), lab(other, EYES[eye])) > 18, (one, other)


def test_symbols_and_labels_stand_out() -> None:
    for colour in COLOURS:
        assert contrast(space_ink(colour), symbol_ink(colour)) >= 3
    for tone in TONES.values():
        for ground in (tone.halo, tone.sheet, tone.land, tone.water, tone.park):
            assert contrast(LABEL_INK, ground) >= 4.5


def test_the_score_track_has_a_hundred_cells_that_touch(picture: Picture) -> None:
    laid = cells(picture.measures)
    assert len(laid) == 100
    for one, other in pairwise([*laid, laid[0]]):
        (x, y), (u, v) = one.middle, other.middle
        assert abs(x - u) <= (one.width + other.width) / 2 + 0.01
        assert abs(y - v) <= (one.height + other.height) / 2 + 0.01
    left, top, width, height = stage(picture.measures)
    assert all(left - 0.01 <= cell.x <= left + width - cell.width + 0.01 for cell in laid)
    assert all(top - 0.01 <= cell.y <= top + height - cell.height + 0.01 for cell in laid)


def test_nothing_of_the_map_lies_on_the_score_track(picture: Picture) -> None:
    width, height = inside(picture.measures)
    layout = picture.layout()
    for boxes in layout.spaces.values():
        assert all(0 < box.x < width and 0 < box.y < height for box in boxes)


def test_the_score_track_is_numbered_in_fives(board: Board, picture: Picture) -> None:
    root = parse(draw(board, picture))
    track = next(g for g in root.iter(f"{SVG}g") if g.attrib.get("class") == "score-track")
    assert [text.text for text in track.iter(f"{SVG}text")] == [str(k) for k in range(0, 100, 5)]
