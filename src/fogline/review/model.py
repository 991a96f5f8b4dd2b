"""The content of a review, in plain values that can be written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from fogline.core.board import TicketId
from fogline.core.codec import Json
from fogline.core.messages import Action, Seat
from fogline.report.estimates import Estimate
from fogline.review.values import Value


class Label(StrEnum):
    """The verdict on a decision."""

    FORCED = "forced"
    """There was no alternative."""
    BEST = "best"
    """No other action that was tried did better."""
    GOOD = "good"
    """If another action is better, it is not by much, or not for certain."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Label.BLUNDER: 0.10, Label.MISTAKE: 0.05, Label.INACCURACY: 0.02}
"""The least certain loss of winning chance for each label."""


@dataclass(frozen=True, slots=True)
class ReasonFact:
    """An argument against a choice; `fogline.review.reason_words` puts it into English."""

    kind: str
    """Such as `closes-last-way`."""
    values: Mapping[str, str | float]
    """Its subjects: routes, tickets and cards by id, seats and amounts by number."""


@dataclass(frozen=True, slots=True)
class JudgedOption:
    """An action that a seat could have chosen."""

    action: str
    """In notation: `claim haight-ashbury/twin-peaks blue*2`."""
    data: Annotated[Json, Action]
    """The same as JSON."""
    sentence: str
    value: Value
    """Its value to the seat."""
    playouts: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, judged by what the seat could know."""

    move: int
    """The number of the move; the first is 1."""
    seat: Seat
    label: Label
    legal: int
    """The number of legal actions."""
    chosen: JudgedOption
    best: JudgedOption
    """The expert's choice."""
    options: tuple[JudgedOption, ...]
    """All that was tried, the best first."""
    loss: Estimate
    """The winning chance that the choice cost, compared with the best."""
    lead_loss: Estimate
    """The same in points."""
    effect: tuple[Value, ...]
    """For each seat what the choice changed, compared with the best."""
    reason: str | None = None
    """Why the choice was bad, for the worst of each player."""
    facts: tuple[ReasonFact, ...] = ()
    """The facts in the reason."""


@dataclass(frozen=True, slots=True)
class JudgedChance:
    """Something that chance decided."""

    move: int
    """The number of the move before it; 0 for the deal."""
    kind: str
    """The verb of its event: `drew`, `turned-up`, `offered`, `dealt`, `first`."""
    seat: Seat | None
    """The seat that it concerns; `None` if it is public."""
    sentence: str
    data: Json
    """Its events as JSON."""
    luck: tuple[Value, ...]
    """For each seat the change, compared with the mean of all that could have happened."""
    error: tuple[float, ...]
    """For each seat the standard error of its luck, in winning chance."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve."""

    move: int
    """The number of moves so far."""
    values: tuple[Value, ...]
    """For each seat what it could expect, given all hands."""
    error: tuple[float, ...]
    """For each seat the standard error of its winning chance."""


@dataclass(frozen=True, slots=True)
class TicketFate:
    """The fate of a ticket."""

    ticket: TicketId
    name: str
    points: int
    kept: int
    """The move with which it was kept."""
    completed: int | None
    """The move that completed it; `None` if it failed."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """Where a seat's result came from: result - par = luck + skill + others + residual."""

    seat: Seat
    name: str
    points: int
    result: Value
    par: Value
    luck: Value
    skill: Value
    """What its own decisions changed, compared with the best."""
    others: Value
    """What the decisions of the others changed for it."""
    residual: Value
    """The rest: effects that could not be known at the decisions, and errors of estimates."""
    labels: dict[str, int]
    """The number of decisions with each label."""
    worst: tuple[int, ...]
    """The moves of its worst decisions, the worst first."""
    tickets: tuple[TicketFate, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that changed the game."""

    move: int
    kind: Literal["luck", "decision"]
    seat: Seat
    """The seat that it concerns or changed most, or whose decision it was."""
    change: float
    """The change of that seat's winning chance."""
    sentence: str
    index: int
    """Which one of `chance` or of `decisions` it is."""


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, reviewed."""

    game: str
    title: str
    options: dict[str, object]
    names: tuple[str, ...]
    seed: str
    depth: str
    compiled: bool
    """Whether compiled code played the playouts."""
    playouts: int
    """The number of playouts for this review."""
    seats: tuple[SeatReview, ...]
    curve: tuple[Point, ...]
    chance: tuple[JudgedChance, ...]
    decisions: tuple[Judgement, ...]
    moments: tuple[Moment, ...]
    """The largest changes, in the order of the game."""
