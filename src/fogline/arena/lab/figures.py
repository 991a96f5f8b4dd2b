"""The figures that the page and the JSON show."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.report.estimates import Estimate, Spread, Trend

GENEROUS, STINGY = "generous", "stingy"


@dataclass(frozen=True, slots=True)
class TicketFigures:
    """The figures of a ticket."""

    id: str
    name: str
    points: int
    spaces: int | None
    """The length of the shortest path on an empty board."""
    offered: int
    kept: Estimate
    """The share of its offers."""
    held: int
    """The players who ended a game with it."""
    completed: Estimate
    """The share of those."""
    worth: float
    """The mean points for a player who kept it."""
    wins: Estimate
    """Victories of the players who kept it."""
    expected: float
    """How often tickets with these points are completed, by the trend of all."""
    distance: float
    """The difference from how often it was completed, in usual distances."""
    verdict: str
    """`generous`, `stingy`, or nothing."""


@dataclass(frozen=True, slots=True)
class RouteFigures:
    """The figures of a route."""

    id: str
    name: str
    length: int
    colour: str
    ferries: int
    claimed: Estimate
    """The share of the games."""
    wins: Estimate
    """Victories of its owners."""
    own: float
    """The mean points of a claim for the claimer, at once."""
    others: float
    """The mean points for all others."""


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """The figures of a seat, or of a place in the order of play."""

    name: str
    wins: Estimate
    score: Estimate
    favoured: bool
    """Whether chance does not explain the number of its victories."""


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Players with about the same points of a category at the end."""

    name: str
    """The points, or the range of them."""
    low: int
    """The fewest points of the group."""
    players: int
    wins: Estimate


@dataclass(frozen=True, slots=True)
class CategoryFigures:
    """The figures of a category of points."""

    key: str
    name: str
    spread: Spread
    groups: tuple[GroupFigures, ...]
    """All players by their points of the category."""
    core: bool
    """Whether every game has this category."""


@dataclass(frozen=True, slots=True)
class TargetFigures:
    """The figures of a kind of action or event, or of a place or route that it names."""

    id: str
    """A verb, or the id of the place or route."""
    name: str
    times: int
    games: Estimate
    """The games in which it occurred."""
    players: int
    """The players of these games for whom it occurred."""
    wins: Estimate | None
    """Their victories; `None` if it concerns no player."""
    score: float | None
    """Their mean points at the end."""
    own: float | None
    """The mean points that it brings the player who chooses it at once; `None` for events, and
    if it occurred only at the end of games."""
    others: float | None
    """The mean points for all others."""


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
    """The name of the rule that it belongs to; empty if every game has it."""
    per_game: float
    share: float
    """The share of all decisions, or of all counted events."""
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
    """The events of rules."""
    event_games: int
    """Games in which events were counted."""
    oddities: tuple[tuple[str, int, tuple[int, ...]], ...]
    """What happened, in how many games, and the first such games."""
    shortest: tuple[tuple[int, int], ...]
    """Turns and number of the shortest games."""
    longest: tuple[tuple[int, int], ...]
