"""What a rule tells a learning program about its slice of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fogline.core.messages import Seat
from fogline.core.table import View


@dataclass(frozen=True, slots=True)
class Feature:
    """Numbers with a name. Their count may depend on the game and the seats, and nothing else."""

    name: str
    """Its name in the observation: `token-stacks`."""
    values: Sequence[int]
    """The numbers, the last dimension first to change."""
    shape: tuple[int, ...]
    """The dimensions; their product is the number of values."""
    low: int
    """No value is smaller."""
    high: int
    """No value is larger."""
    meaning: str
    """What the numbers say, in a sentence."""


def from_viewer(view: View) -> list[Seat]:
    """Return the seats in the order of play, the viewer first: so observations count players."""
    if view.seat is None:
        raise ValueError("a spectator observes nothing")
    return [*range(view.seat, len(view.players)), *range(view.seat)]
