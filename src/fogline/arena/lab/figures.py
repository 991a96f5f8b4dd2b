"""The figures that the page and the JSON show."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.arena.estimates import Estimate
from fogline.arena.lab.estimates import Spread, Trend
from fogline.core.table import EndReason

GENEROUS, STINGY = "generous", "stingy"


@dataclass(frozen=True, slots=True)
class TicketFigures:
    """What became of a ticket."""

    id: str
    name: str
    points: int
    spaces: int | None
    """The shortest way, on an empty board."""
    offered: int
    kept: Estimate
    """Of the offers."""
    held: int
    """Players who ended a game with it."""
    completed: Estimate
    """Of those."""
    worth: float
    """Points it brought a player who kept it, on average."""
    wins: Estimate
    """Victories of those who kept it."""
    expected: float
    """How often tickets of this price are completed, by the trend of all."""
    distance: float
    """How far that is from how often it was completed, in usual distances."""
    verdict: str
    """`generous`, `stingy`, or nothing."""


@dataclass(frozen=True, slots=True)
class RouteFigures:
    """What became of a route."""

    id: str
    name: str
    length: int
    colour: str
    ferries: int
    claimed: Estimate
    """Of the games."""
    wins: Estimate
    """Victories of those who claimed it."""


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How a seat, or a place in the order of play, fared."""

    name: str
    wins: Estimate
    score: Estimate
    favoured: bool
    """Whether its victories are more than chance explains, or fewer."""


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Players who have something in common at the end of the game."""

    name: str
    players: int
    wins: Estimate | None
    """`None` where there are no such players."""
    score: float | None


@dataclass(frozen=True, slots=True)
class CityFigures:
    """What a marker in a city was worth."""

    id: str
    name: str
    starts: Estimate
    """Games in which somebody started there."""
    controlled: Estimate
    """Games in which somebody controlled it at the end."""
    wins: Estimate
    """Victories of the controllers."""
    paid: float
    """Points it paid, in a game in which it was controlled."""
    from_others: float
    """How many of those came from routes that others claimed."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a study."""

    tickets: tuple[TicketFigures, ...]
    price_trend: Trend
    routes: tuple[RouteFigures, ...]
    order: tuple[SeatFigures, ...]
    seats: tuple[SeatFigures, ...]
    shared: Estimate
    scores: Spread
    margins: Spread
    turns: Spread
    decisions: Spread
    vehicles_left: Spread
    categories: tuple[tuple[str, Spread], ...]
    endings: tuple[tuple[EndReason, Estimate], ...]
    tokens: tuple[GroupFigures, ...]
    symbols: tuple[GroupFigures, ...]
    markers: tuple[GroupFigures, ...]
    cities: tuple[CityFigures, ...]
    alvin: tuple[GroupFigures, ...]
    captures: Spread | None
    oddities: tuple[tuple[str, int, tuple[int, ...]], ...]
    """What happened, in how many games, and the first of them."""
    shortest: tuple[tuple[int, int], ...]
    """Turns and number of the shortest games."""
    longest: tuple[tuple[int, int], ...]
