"""Observations: a rule's slice of the table as numbers, for learning programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fogline.core.messages import Seat
from fogline.core.table import View


@dataclass(frozen=True, slots=True)
class Feature:
    """Named numbers. Their count depends on the game and the number of seats only."""

    name: str
    """Its name in the observation: `token-stacks`."""
    values: Sequence[int]
    """The numbers, the last dimension first to change."""
    shape: tuple[int, ...]
    """The dimensions; their product is the number of values."""
    low: int
    """The lower bound of the values."""
    high: int
    """The upper bound of the values."""
    meaning: str
    """What the numbers mean, in a sentence."""


def from_viewer(view: View) -> list[Seat]:
    """Return the seats in the order of play from the viewer on, as in observations."""
    if view.seat is None:
        raise ValueError("a spectator observes nothing")
    return [*range(view.seat, len(view.players)), *range(view.seat)]
