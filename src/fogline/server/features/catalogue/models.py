"""Models of games, boards and tutorials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fogline.core.board import Place, Route, Ticket
from fogline.core.cards import Card
from fogline.picture.geometry import Point
from fogline.picture.picture_reader import Felt, Vehicle
from fogline.server.wire.base_models import JsonObject
from fogline.server.wire.message_models import Update
from fogline.server.wire.record_models import DescribedBy, HintsJson, LegalActionJson, model_of


@dataclass(frozen=True)
class OptionModel:
    """An option of a game."""

    name: str
    title: str
    """Its name for people."""
    kind: Literal["bool", "int"]
    default: bool | int | str | None
    help: str


@dataclass(frozen=True)
class LevelModel:
    """A level of bots."""

    name: str
    title: str


@dataclass(frozen=True)
class GameModel:
    """A game."""

    name: str
    title: str
    description: str
    """What it is about, in a sentence or two; empty if its board does not say."""
    version: int
    seats: tuple[int, int]
    options: list[OptionModel]
    levels: list[LevelModel]
    """The bots that can play it, from weak to strong."""
    rules: list[str]
    """The names of its rules, with the options at their defaults."""
    rulebook: str | None
    """The rulebook that its rules come from: the name of a rule set."""
    tutorial: bool
    """Whether `/api/tutorial/NAME` teaches it."""
    art: str | None
    """The name of its poster; a client that does not have it shows the board."""


@dataclass(frozen=True)
class ServerModel:
    """The server."""

    version: str
    network: str | None
    """Its address in the local network; sent only to clients on the same machine."""


@dataclass(frozen=True)
class GamesModel:
    """All games."""

    games: list[GameModel]
    levels: list[LevelModel]
    """The levels that any game has, by which a client names the level of a seat."""
    reactions: list[str]
    server: ServerModel


@dataclass(frozen=True)
class BoxModel:
    """An oriented rectangle: its middle, the direction of its long side, half of its sides."""

    x: float
    y: float
    ux: float
    uy: float
    half_length: float
    half_width: float


@dataclass(frozen=True)
class LabelModel:
    """A place's name on the board."""

    box: BoxModel
    lines: list[str]


@dataclass(frozen=True)
class PlaceModel(Place):
    """A place."""

    at: Point
    label: LabelModel


@dataclass(frozen=True, kw_only=True)
class RouteModel(Route):
    """A route, and its spaces from its first end to its second."""

    ferry_spaces: list[int]
    spaces: list[BoxModel]


@dataclass(frozen=True)
class PictureModel:
    """The sheet, in whose units everything is measured."""

    canvas: tuple[float, float]
    stage: tuple[float, float, float, float]
    """Left, top, width and height of map and score track."""
    track: list[tuple[float, float]]
    """The middles of the cells of the score track, from 0 on."""
    radius: float
    text: float
    space: tuple[float, float]
    tone: str
    ferry: str
    vehicle: Vehicle
    """What stands on claimed routes."""
    felt: Felt
    """What lies under the board."""


@dataclass(frozen=True)
class BoardModel:
    """A board: printed facts and picture."""

    name: str
    title: str
    older: str | None
    """The digest of this form of the board, if it was asked for by that."""
    places: list[PlaceModel]
    routes: list[RouteModel]
    tickets: tuple[Ticket, ...]
    route_points: dict[int, int]
    marks: dict[str, list[str]]
    cards: list[Card]
    credit: str
    """Where the facts come from, as the board file says it."""
    picture: PictureModel


BoardJson = Annotated[JsonObject, DescribedBy(lambda: model_of(BoardModel))]


@dataclass(frozen=True)
class LessonModel:
    """A position of a tutorial, as the learner sees it."""

    name: str
    update: Update
    """The entries since the lesson before, and the table after them."""
    hints: HintsJson
    """The hints for the learner."""
    asked: LegalActionJson | None
    """The action that the learner must choose; `None` if there is only something to read."""


@dataclass(frozen=True)
class TutorialModel:
    """A tutorial."""

    game: str
    lessons: list[LessonModel]
