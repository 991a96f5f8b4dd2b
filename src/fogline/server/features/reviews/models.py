"""Reviews on the wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fogline.server.wire.base_models import JsonObject
from fogline.server.wire.record_models import DescribedBy, model_of


def review_type() -> Any:
    """Return the type of a review, which `fogline.review.model` defines."""
    from fogline.review.model import Review  # noqa: PLC0415 (it loads NumPy)

    return model_of(Review)


ReviewJson = Annotated[JsonObject, DescribedBy(review_type)]

Status = Literal["none", "waiting", "running", "done", "failed", "unfinished"]


@dataclass(frozen=True)
class ReviewModel:
    """The review of a table, or how far it is."""

    status: Status
    """`unfinished` is a game that was given up: it has no review."""
    done: int
    steps: int
    """How many steps there are; 0 as long as this is not known."""
    review: ReviewJson | None
