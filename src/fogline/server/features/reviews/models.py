"""Reviews on the wire. `fogline.review.model` says what everything means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fogline.core.board import TicketId
from fogline.core.messages import Seat
from fogline.server.wire.base_models import OwnJson
from fogline.server.wire.record_models import ActionJson


@dataclass(frozen=True)
class ValueModel:
    """What something is worth to a seat."""

    win: float
    """The chance to win, or its change; a victory shared by k seats counts 1/k."""
    lead: float
    """The points ahead of the mean of the others, or their change."""


@dataclass(frozen=True)
class IntervalModel:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ReviewOptionModel:
    """An action that a seat could have chosen."""

    action: str
    """In notation."""
    data: ActionJson
    sentence: str
    value: ValueModel
    playouts: int


@dataclass(frozen=True)
class FactModel:
    """Something that speaks against a choice."""

    kind: str
    values: dict[str, str | float]


@dataclass(frozen=True)
class JudgementModel:
    """A decision, judged by what the seat could know."""

    move: int
    """The number of the move; the first is 1."""
    seat: Seat
    label: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    legal: int
    """How many actions were legal."""
    chosen: ReviewOptionModel
    best: ReviewOptionModel
    options: list[ReviewOptionModel]
    """All that was tried, the best first."""
    loss: IntervalModel
    lead_loss: IntervalModel
    effect: list[ValueModel]
    reason: str | None
    facts: list[FactModel]


@dataclass(frozen=True)
class ChanceModel:
    """Something that chance decided."""

    move: int
    """The number of the move that it followed; 0 for the deal."""
    kind: str
    seat: Seat | None
    sentence: str
    data: list[OwnJson]
    """Its events."""
    luck: list[ValueModel]
    error: list[float]


@dataclass(frozen=True)
class PointModel:
    """A point of the curve."""

    move: int
    """How many moves were made."""
    values: list[ValueModel]
    error: list[float]


@dataclass(frozen=True)
class TicketFateModel:
    """What became of a ticket."""

    ticket: TicketId
    name: str
    points: int
    kept: int
    """The move with which it was kept."""
    completed: int | None
    """The move that completed it; `null` if it failed."""


@dataclass(frozen=True)
class SeatReviewModel:
    """Where a seat's result came from: result - par = luck + skill + others + residual."""

    seat: Seat
    points: int
    result: ValueModel
    par: ValueModel
    luck: ValueModel
    skill: ValueModel
    others: ValueModel
    residual: ValueModel
    labels: dict[str, int]
    worst: list[int]
    """The moves of its worst decisions, the worst first."""
    tickets: list[TicketFateModel]


@dataclass(frozen=True)
class MomentModel:
    """A moment that changed the game."""

    move: int
    kind: Literal["luck", "decision"]
    seat: Seat
    change: float
    sentence: str
    index: int
    """Which one of `chance` or of `decisions` it is."""


@dataclass(frozen=True)
class ReviewDocument:
    """A finished game, reviewed."""

    depth: str
    seed: str
    compiled: bool
    """Whether compiled code played; else there were few playouts, and numbers are rough."""
    playouts: int
    seats: list[SeatReviewModel]
    curve: list[PointModel]
    chance: list[ChanceModel]
    decisions: list[JudgementModel]
    moments: list[MomentModel]


Status = Literal["none", "waiting", "running", "done", "failed", "unfinished"]


@dataclass(frozen=True)
class ReviewModel:
    """The review of a table, or how far it is."""

    status: Status
    """`unfinished` is a game that was given up: it has no review."""
    done: int
    steps: int
    """How many steps there are; 0 as long as this is not known."""
    review: ReviewDocument | None
