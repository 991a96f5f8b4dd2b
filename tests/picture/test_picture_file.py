from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fogline.core.board import Board
from fogline.picture import (
    BoardLayout,
    Picture,
    PictureError,
    Poster,
    builtin_picture,
    collisions,
    draw,
    keep,
    parse_picture,
    picture_beside,
    picture_text,
    read_picture,
    relax,
)

GOOD = """
schema = 1
board = "small"
space = [50, 18]

[places]
a = { lon = -1, lat = 51, at = [400, 300], label = "w" }
b = { lon = 0, lat = 51, at = [900, 300] }
c = { lon = 0, lat = 50, at = [900, 800] }
d = { lon = -1, lat = 50, at = [400, 800] }

[bends]
"a/b" = 12
"""


def test_a_picture_is_read(small: Board) -> None:
    picture = parse_picture(GOOD, small)
    layout = picture.layout()
    assert layout.at["a"] == (400, 300)
    assert layout.labels["a"].wind == "w"
    assert layout.bends == {"a/b": 12}
    assert layout.measures.space == (50, 18)
    assert collisions(layout) == []


def test_true_positions_alone_are_enough(small: Board) -> None:
    lines = [line.split(", at")[0] + " }" if " at " in line else line for line in GOOD.splitlines()]
    picture = parse_picture("\n".join(lines), small)
    assert not picture.kept
    layout = picture.layout()
    assert layout.at["a"][0] < layout.at["b"][0]
    assert layout.at["a"][1] < layout.at["d"][1]


def test_a_written_picture_reads_back(board: Board, picture: Picture) -> None:
    assert parse_picture(picture_text(picture), board) == picture


def test_a_relaxed_layout_can_be_kept(small: Board) -> None:
    layout = relax(small)
    kept = keep(Picture(small, layout.measures, {}), layout)
    again = parse_picture(picture_text(kept), small).layout()
    assert again == layout
    assert draw(small, again) == draw(small, layout)


def test_built_in_pictures_are_kept_and_start_from_true_positions(picture: Picture) -> None:
    assert picture.kept
    assert picture.true is not None
    assert set(picture.start()) == set(picture.board.place)


def test_a_picture_beside_the_board_file_is_found(small: Board, tmp_path: Path) -> None:
    board_file = tmp_path / "small.toml"
    assert picture_beside(board_file, small) is None
    (tmp_path / "small.picture.toml").write_text(GOOD, encoding="utf-8")
    assert picture_beside(board_file, small) == parse_picture(GOOD, small)


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ("schema = 1", "schema = 9", "schema must be 1, not 9"),
        ('board = "small"', 'board = "other"', "the picture is of board 'other'"),
        ('board = "small"', 'colour = "red"', "unknown key colour"),
        ("d = {", "dd = {", "places.dd: the board has no such place"),
        ("d = { lon = -1, lat = 50, at = [400, 800] }", "", "no coordinates for d"),
        ("lon = -1, lat = 50, at = [400, 800]", "", "places.d: no coordinates"),
        ("lon = -1, lat = 50,", "lon = -1,", "places.d: lon and lat belong together"),
        ("at = [400, 800]", "at = 400", "places.d.at must be two numbers, not 400"),
        ("at = [400, 800]", 'at = [400, "x"]', "places.d.at must be a number, not 'x'"),
        ("lat = 50, at = [400", "lat = 500, at = [400", "places.d.lat must lie between"),
        ('label = "w"', 'label = "up"', "places.a.label must be one of e, ese,"),
        ('label = "w"', "lines = 3", "places.a.lines must be 1 or 2, not 3"),
        ('label = "w"', "wind = 3", "unknown key places.a.wind"),
        ('"a/b" = 12', '"a/x" = 12', "bends: the board has no connection 'a/x'"),
        ('"a/b" = 12', '"a/b" = true', "bends.a/b must be a number, not True"),
        ("space = [50, 18]", "space = [50, 0]", "must be greater than 0"),
        ("space = [50, 18]", 'ferry = "tram"', "ferry must be one of boat,"),
        ("space = [50, 18]", 'tone = "noon"', "tone must be one of morning,"),
        ("space = [50, 18]", 'vehicle = "tram"', "vehicle must be one of cable, train"),
        ("space = [50, 18]", 'felt = "green"', "felt must be one of blue, brown"),
        ("space = [50, 18]", "ground = 3", "ground must be a list, not 3"),
        ("[bends]", "[[ground]]\nkind = 'lava'\n[bends]", "ground 1: kind must be one of"),
        ("[bends]", "[[ground]]\nkind = 'park'\n[bends]", "ground 1: path must be a list"),
        ("[bends]", "[[ground]]\nkind = 'fog'\npath = [[1, 2]]\n[bends]", "needs two points"),
        ("[bends]", "[[ornaments]]\nkind = 'cow'\n[bends]", "ornament 1: kind must be one of"),
        (
            "[bends]",
            "[[ornaments]]\nkind = 'rose'\nat = [1, 2]\n[bends]",
            "ornament 1: width must be a number, not missing",
        ),
        ("[bends]", "bends", "not valid TOML"),
    ],
)
def test_what_is_wrong_is_said(small: Board, change: str, to: str, said: str) -> None:
    assert change in GOOD
    with pytest.raises(PictureError) as caught:
        parse_picture(GOOD.replace(change, to), small, "small.picture.toml")
    assert str(caught.value).startswith("small.picture.toml: ")
    assert said in str(caught.value)


def test_positions_must_be_all_of_one_kind(small: Board) -> None:
    mixed = GOOD.replace("lon = -1, lat = 51, ", "").replace(", at = [900, 300]", "")
    with pytest.raises(PictureError, match="give every place lon and lat, or every place its"):
        parse_picture(mixed, small)


def test_a_file_that_cannot_be_read_is_named(small: Board, tmp_path: Path) -> None:
    missing = tmp_path / "none.picture.toml"
    with pytest.raises(PictureError, match=r"none\.picture\.toml: cannot be read"):
        read_picture(missing, small)
    missing.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PictureError, match="not a text in UTF-8"):
        read_picture(missing, small)


def test_a_label_may_be_nudged(board: Board) -> None:
    picture = builtin_picture(board.id)
    place = board.places[0].id
    spot = picture.spots[place]
    text = picture_text(picture).replace(
        f'label = "{spot.wind}"', f'label = "{spot.wind}", shift = [500, 0]', 1
    )
    before: BoardLayout = picture.layout()
    after = parse_picture(text, board).layout()
    assert after.label(place).x == pytest.approx(before.label(place).x + 500 - spot.shift[0])


def test_a_poster_is_read_and_written() -> None:
    picture = builtin_picture("old-west")
    assert picture.poster.art == "old-west"
    again = parse_picture(picture_text(picture), picture.board)
    assert again.poster == picture.poster


@pytest.mark.parametrize("line", ["art = 3", 'text = "a\\nb"', "size = 4", f'text = "{"x" * 301}"'])
def test_a_poster_that_cannot_be_shown_is_refused(line: str) -> None:
    picture = builtin_picture("old-west")
    text = picture_text(replace(picture, poster=Poster())) + f"\n[poster]\n{line}\n"
    with pytest.raises(PictureError, match="poster"):
        parse_picture(text, picture.board)
