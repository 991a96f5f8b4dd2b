"""Models of boards."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core.cards import Card
from fogline.picture.picture_reader import Felt, Vehicle


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
class PlaceModel:
    """A place."""

    id: str
    name: str
    at: tuple[float, float]
    label: LabelModel


@dataclass(frozen=True)
class RouteModel:
    """A route, and its spaces from its first end to its second."""

    id: str
    index: int
    ends: tuple[str, str]
    length: int
    colour: Card | None
    ferries: int
    twins: list[int]
    ferry_spaces: list[int]
    spaces: list[BoxModel]


@dataclass(frozen=True)
class TicketModel:
    """A ticket."""

    id: str
    ends: tuple[str, str]
    points: int


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
    tickets: list[TicketModel]
    route_points: dict[int, int]
    marks: dict[str, list[str]]
    cards: list[Card]
    credit: str
    """Where the facts come from, as the board file says it."""
    picture: PictureModel
