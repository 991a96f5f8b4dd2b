"""Reviews on the wire. `fogline.review.model` says what everything means."""

from __future__ import annotations

from typing import Literal

from fogline.core.board import TicketId
from fogline.core.messages import Seat
from fogline.server.wire.base_models import Outgoing, OwnJson
from fogline.server.wire.record_models import ActionJson


class ValueModel(Outgoing):
    """What something is worth to a seat."""

    win: float
    """The chance to win, or its change; a victory shared by k seats counts 1/k."""
    lead: float
    """The points ahead of the mean of the others, or their change."""


class IntervalModel(Outgoing):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


class ReviewOptionModel(Outgoing):
    """An action that a seat could have chosen."""

    action: str
    """In notation."""
    data: ActionJson
    sentence: str
    value: ValueModel
    playouts: int


class FactModel(Outgoing):
    """Something that speaks against a choice."""

    kind: str
    values: dict[str, str | float]


class JudgementModel(Outgoing):
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


class ChanceModel(Outgoing):
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


class PointModel(Outgoing):
    """A point of the curve."""

    move: int
    """How many moves were made."""
    values: list[ValueModel]
    error: list[float]


class TicketFateModel(Outgoing):
    """What became of a ticket."""

    ticket: TicketId
    name: str
    points: int
    kept: int
    """The move with which it was kept."""
    completed: int | None
    """The move that completed it; `null` if it failed."""


class SeatReviewModel(Outgoing):
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


class MomentModel(Outgoing):
    """A moment that changed the game."""

    move: int
    kind: Literal["luck", "decision"]
    seat: Seat
    change: float
    sentence: str
    index: int
    """Which one of `chance` or of `decisions` it is."""


class ReviewDocument(Outgoing):
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


class ReviewModel(Outgoing):
    """The review of a table, or how far it is."""

    status: Status
    """`unfinished` is a game that was given up: it has no review."""
    done: int
    steps: int
    """How many steps there are; 0 as long as this is not known."""
    review: ReviewDocument | None
