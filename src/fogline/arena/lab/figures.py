"""The figures that the page and the JSON show."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.report.estimates import Estimate, Spread, Trend

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
    """Victories of the players who kept it."""
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
    """Victories of its owners."""
    own: float
    """Points that a claim brings the claimer at once, on average."""
    others: float
    """Points that it brings all others."""


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
    """Players with about the same points of a category at the end of the game."""

    name: str
    """The points, or the range of them."""
    low: int
    """The fewest points of the group."""
    players: int
    wins: Estimate


@dataclass(frozen=True, slots=True)
class CategoryFigures:
    """Points of one category."""

    key: str
    name: str
    spread: Spread
    groups: tuple[GroupFigures, ...]
    """All players, by how many points of the category they have."""
    core: bool
    """Whether every game has this category."""


@dataclass(frozen=True, slots=True)
class TargetFigures:
    """What was counted of a kind of action or event, or of a place or route that it names."""

    id: str
    """A verb, or the id of the place or route."""
    name: str
    times: int
    games: Estimate
    """Games in which it was met."""
    players: int
    """Players of these games who met it at least once."""
    wins: Estimate | None
    """Their victories; `None` where it concerns no player."""
    score: float | None
    """Their points at the end, on average."""
    own: float | None
    """Points that it brings the player who chooses it at once, on average; `None` for events, and
    where it was met only at the end of a game."""
    others: float | None
    """Points that it brings all others."""


@dataclass(frozen=True, slots=True)
class FieldFigures:
    """The places or routes that a field of an action or event names."""

    field: str
    kind: str
    """`place` or `route`."""
    targets: tuple[TargetFigures, ...]
    """The most frequent first."""


@dataclass(frozen=True, slots=True)
class KindFigures:
    """A kind of action or event."""

    all: TargetFigures
    rule: str
    """The name of the rule that it belongs to; nothing if every game has it."""
    per_game: float
    share: float
    """Of all decisions, or of all events counted."""
    fields: tuple[FieldFigures, ...]


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
    categories: tuple[CategoryFigures, ...]
    endings: tuple[tuple[str, Estimate], ...]
    choices: tuple[KindFigures, ...]
    """The most frequent first."""
    events: tuple[KindFigures, ...]
    """The events that rules bring along."""
    event_games: int
    """Games in which events were counted."""
    oddities: tuple[tuple[str, int, tuple[int, ...]], ...]
    """What happened, in how many games, and the first of them."""
    shortest: tuple[tuple[int, int], ...]
    """Turns and number of the shortest games."""
    longest: tuple[tuple[int, int], ...]
