"""Reads a picture file: the positions of a board's places, separate from the board's facts."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeVar, get_args

from fogline.boards import builtin_board
from fogline.core.board import Board, PlaceId
from fogline.core.errors import FoglineError
from fogline.picture.geometry import Point
from fogline.picture.initial_layout import default_measures, project
from fogline.picture.lettering import line_breaks
from fogline.picture.map_layout import WINDS, BoardLayout, Measures, PlaceLabel, connections
from fogline.picture.ornaments import ORNAMENTS
from fogline.picture.palette import TONES
from fogline.picture.relax import choose_labels, relax

SCHEMA = 1
FERRY_MARKS = ("boat", "locomotive", "compass")
Vehicle = Literal["cable", "train"]
Felt = Literal["blue", "brown"]
VEHICLES: tuple[Vehicle, ...] = get_args(Vehicle)
FELTS: tuple[Felt, ...] = get_args(Felt)
LONGEST_TEXT = 300
GROUND_KINDS = ("water", "land", "park", "hill", "fog", "border", "river", "ridge")
_KEYS = {
    "schema", "board", "tone", "felt", "canvas", "space", "radius", "text", "ferry", "vehicle",
    "poster", "places", "bends", "ground", "ornaments",
}  # fmt: skip
_PLACE_KEYS = {"lon", "lat", "at", "label", "lines", "shift"}

ChoiceT = TypeVar("ChoiceT", bound=str)


class PictureError(FoglineError):
    """A picture file that cannot be used; the message names the file and what is wrong."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The entry of a picture file for one place."""

    true: tuple[float, float] | None = None
    """Longitude and latitude."""
    at: Point | None = None
    """The position in board units; without it, positions are computed when the board is drawn."""
    wind: str | None = None
    """The direction of the label; without it, the best direction is computed."""
    lines: int = 1
    shift: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Ground:
    """A shape under the map in longitude and latitude; it is warped as the places are."""

    kind: str
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Ornament:
    """A small drawing on an empty area of the sheet, in board units."""

    kind: str
    at: Point
    width: float


@dataclass(frozen=True, slots=True)
class Poster:
    """How clients advertise a game."""

    art: str | None = None
    """The name of a drawing that the browser client has."""
    text: str = ""
    """What the game is about, in a sentence or two, in English."""


@dataclass(frozen=True)
class Picture:
    """The contents of a picture file."""

    board: Board
    measures: Measures
    spots: Mapping[PlaceId, Spot]
    bends: Mapping[str, float] = field(default_factory=dict)
    ferry: str = "boat"
    """The mark on ferry spaces: one of `FERRY_MARKS`."""
    tone: str = "morning"
    """The inks of the ground: one of `TONES`."""
    vehicle: Vehicle = "cable"
    """What clients draw on claimed routes: one of `VEHICLES`."""
    felt: Felt = "blue"
    """What clients lay under the board: one of `FELTS`."""
    ground: tuple[Ground, ...] = ()
    ornaments: tuple[Ornament, ...] = ()
    poster: Poster = Poster()

    @property
    def kept(self) -> bool:
        """Return whether every place has a position, so that none must be computed."""
        return all(spot.at is not None for spot in self.spots.values())

    def start(self) -> dict[PlaceId, Point]:
        """Return the start positions: the geographic ones, or else those of the file."""
        true = self.true
        if true is not None:
            return project(true, self.measures)
        return {place: spot.at for place, spot in self.spots.items() if spot.at is not None}

    @property
    def true(self) -> dict[PlaceId, tuple[float, float]] | None:
        """Return the longitude and latitude of every place, if the file gives all of them."""
        known = {place: spot.true for place, spot in self.spots.items() if spot.true is not None}
        return known if len(known) == len(self.spots) else None

    def layout(self) -> BoardLayout:
        """Return the layout of the file, or compute one if positions are missing."""
        if not self.kept:
            return relax(self.board, self.start(), self.measures)
        labels: dict[PlaceId, PlaceLabel] = {}
        for place in self.board.places:
            spot = self.spots[place.id]
            if spot.wind is not None:
                breaks = line_breaks(place.name)
                lines = breaks[min(spot.lines, len(breaks)) - 1]
                labels[place.id] = PlaceLabel(spot.wind, lines, spot.shift)
        at = {place: spot.at for place, spot in self.spots.items() if spot.at is not None}
        return choose_labels(BoardLayout(self.board, self.measures, at, labels, self.bends))


def read_picture(path: Path, board: Board) -> Picture:
    """Read the picture file of a board, or raise a `PictureError` that says what is wrong."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise PictureError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise PictureError(f"{path}: not a text in UTF-8") from error
    return parse_picture(text, board, str(path))


def picture_beside(board_file: Path, board: Board) -> Picture | None:
    """Read `NAME.picture.toml` next to `NAME.toml`, or return `None` if there is no such file."""
    path = board_file.with_name(f"{board_file.stem}.picture.toml")
    return read_picture(path, board) if path.is_file() else None


def builtin_picture(board_id: str, digest: str | None = None) -> Picture:
    """Read the picture of a board that comes with the package, or of an older version of it."""
    board = builtin_board(board_id, digest).board
    name = f"{board_id.replace('-', '_')}.picture.toml"
    source = files("fogline.boards").joinpath(name)
    if not source.is_file():
        raise PictureError(f"{name}: no such picture comes with the package")
    text = source.read_text(encoding="utf-8")
    return parse_picture(text, board, name)


def parse_picture(text: str, board: Board, name: str = "picture") -> Picture:
    """Read a picture from the text of a file; `name` is its name in errors."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PictureError(f"{name}: not valid TOML: {error}") from error
    return _PictureReader(name, board).picture(document)


class _PictureReader:
    """Reads a document; its errors name the file and the key."""

    def __init__(self, name: str, board: Board) -> None:
        self.name, self.board = name, board

    def fail(self, message: str) -> PictureError:
        return PictureError(f"{self.name}: {message}")

    def picture(self, document: dict[str, object]) -> Picture:
        self.known(document, _KEYS, "")
        if document.get("schema") != SCHEMA:
            raise self.fail(f"schema must be {SCHEMA}, not {document.get('schema')!r}")
        if document.get("board", self.board.id) != self.board.id:
            raise self.fail(
                f"the picture is of board {document['board']!r}, not of {self.board.id!r}"
            )
        return Picture(
            self.board,
            self.measures(document),
            self.spots(self.table(document.get("places"), "places")),
            self.bends(self.table(document.get("bends", {}), "bends")),
            self.one_of(document.get("ferry", "boat"), FERRY_MARKS, "ferry"),
            self.one_of(document.get("tone", "morning"), TONES, "tone"),
            self.one_of(document.get("vehicle", "cable"), VEHICLES, "vehicle"),
            self.one_of(document.get("felt", "blue"), FELTS, "felt"),
            self.ground(document.get("ground", [])),
            self.ornaments(document.get("ornaments", [])),
            self.poster(self.table(document.get("poster", {}), "poster")),
        )

    def poster(self, table: dict[str, object]) -> Poster:
        self.known(table, {"art", "text"}, "poster.")
        art = self.text(table["art"], "poster.art") if "art" in table else None
        return Poster(art, self.text(table.get("text", ""), "poster.text"))

    def measures(self, document: dict[str, object]) -> Measures:
        usual = default_measures(self.board)
        canvas = self.pair(document.get("canvas", list(usual.canvas)), "canvas")
        space = self.pair(document.get("space", list(usual.space)), "space")
        radius = self.number(document.get("radius", usual.radius), "radius")
        text = self.number(document.get("text", usual.text), "text")
        if min(*canvas, *space, radius, text) <= 0:
            raise self.fail("canvas, space, radius and text must be greater than 0")
        return Measures(canvas=canvas, space=space, radius=radius, text=text)

    def spots(self, table: dict[str, object]) -> dict[PlaceId, Spot]:
        for place in table:
            if place not in self.board.place:
                raise self.fail(f"places.{place}: the board has no such place")
        missing = [place.id for place in self.board.places if place.id not in table]
        if missing:
            raise self.fail(f"no coordinates for {', '.join(missing)}")
        spots = {place.id: self.spot(place.id, table[place.id]) for place in self.board.places}
        lists = list(spots.values())
        if any(spot.at is None for spot in lists) and any(spot.true is None for spot in lists):
            lacking = next(p for p, s in spots.items() if s.at is None or s.true is None)
            raise self.fail(
                f"places.{lacking}: give every place lon and lat, or every place its `at`"
            )
        return spots

    def spot(self, place: PlaceId, value: object) -> Spot:
        where = f"places.{place}"
        table = self.table(value, where)
        self.known(table, _PLACE_KEYS, f"{where}.")
        true = None
        if ("lon" in table) != ("lat" in table):
            raise self.fail(f"{where}: lon and lat belong together")
        if "lon" in table:
            true = (
                self.number(table["lon"], f"{where}.lon", 180),
                self.number(table["lat"], f"{where}.lat", 90),
            )
        at = self.pair(table["at"], f"{where}.at") if "at" in table else None
        if true is None and at is None:
            raise self.fail(f"{where}: no coordinates; give lon and lat, or at = [x, y]")
        wind = table.get("label")
        if wind is not None:
            wind = self.one_of(wind, WINDS, f"{where}.label")
        lines = table.get("lines", 1)
        if isinstance(lines, bool) or not isinstance(lines, int) or lines not in {1, 2}:
            raise self.fail(f"{where}.lines must be 1 or 2, not {lines!r}")
        shift = self.pair(table.get("shift", [0, 0]), f"{where}.shift")
        return Spot(true, at, wind, lines, shift)

    def bends(self, table: dict[str, object]) -> dict[str, float]:
        known = {connection.id for connection in connections(self.board)}
        for name in table:
            if name not in known:
                raise self.fail(f"bends: the board has no connection {name!r}")
        return {name: self.number(value, f"bends.{name}") for name, value in table.items()}

    def ground(self, value: object) -> tuple[Ground, ...]:
        shapes: list[Ground] = []
        for index, item in enumerate(self.array(value, "ground")):
            where = f"ground {index + 1}"
            table = self.table(item, where)
            self.known(table, {"kind", "path"}, f"{where}: ")
            kind = self.one_of(table.get("kind"), GROUND_KINDS, f"{where}: kind")
            path = tuple(
                self.pair(point, f"{where}: path")
                for point in self.array(table.get("path"), f"{where}: path")
            )
            if len(path) < 2:
                raise self.fail(f"{where}: path needs two points or more")
            shapes.append(Ground(kind, path))
        return tuple(shapes)

    def ornaments(self, value: object) -> tuple[Ornament, ...]:
        found: list[Ornament] = []
        for index, item in enumerate(self.array(value, "ornaments")):
            where = f"ornament {index + 1}"
            table = self.table(item, where)
            self.known(table, {"kind", "at", "width"}, f"{where}: ")
            kind = self.one_of(table.get("kind"), ORNAMENTS, f"{where}: kind")
            at = self.pair(table.get("at"), f"{where}: at")
            found.append(Ornament(kind, at, self.number(table.get("width"), f"{where}: width")))
        return tuple(found)

    def one_of(self, value: object, choices: Collection[ChoiceT], where: str) -> ChoiceT:
        for choice in choices:
            if choice == value:
                return choice
        raise self.fail(f"{where} must be one of {', '.join(choices)}, not {_said(value)}")

    def text(self, value: object, where: str) -> str:
        if not isinstance(value, str) or not (value.isprintable() and len(value) <= LONGEST_TEXT):
            raise self.fail(f"{where} must be one line of text, not {_said(value)}")
        return value

    def known(self, table: Mapping[str, object], keys: set[str], prefix: str) -> None:
        for key in table:
            if key not in keys:
                raise self.fail(f"unknown key {prefix}{key}; known are {', '.join(sorted(keys))}")

    def table(self, value: object, where: str) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self.fail(f"{where} must be a table, not {_said(value)}")
        return value

    def array(self, value: object, where: str) -> list[object]:
        if not isinstance(value, list):
            raise self.fail(f"{where} must be a list, not {_said(value)}")
        return value

    def pair(self, value: object, where: str) -> Point:
        if not isinstance(value, list) or len(value) != 2:
            raise self.fail(f"{where} must be two numbers, not {_said(value)}")
        return self.number(value[0], where), self.number(value[1], where)

    def number(self, value: object, where: str, most: float = 100_000) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(f"{where} must be a number, not {_said(value)}")
        if not -most <= value <= most:
            raise self.fail(f"{where} must lie between {-most} and {most}, not {value}")
        return float(value)


def _said(value: object) -> str:
    return "missing" if value is None else repr(value)
