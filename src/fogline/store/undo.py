"""Moves that may be taken back: which ones, and the state before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from fogline.core.foresight import reveals
from fogline.core.table import State
from fogline.store import entries as e
from fogline.store.deal import NotFair


@dataclass(frozen=True)
class Step:
    """A move with the state before it."""

    version: int
    """The version of its entry."""
    moved: e.Moved
    before: State

    @cached_property
    def reveals(self) -> bool:
        """Whether it revealed something, so that it can never be taken back."""
        return reveals(self.before, self.moved.seat, self.moved.action, self.moved.events)


StepT = TypeVar("StepT", bound=Step)


def with_step(steps: tuple[StepT, ...], step: StepT) -> tuple[StepT, ...]:
    """Add a move; what was before a move in which chance gave something need not be kept."""
    if any(event.chance_outcomes for event in step.moved.events):
        return (step,)
    return (*steps, step)


def taken_back(steps: Sequence[StepT], undone: e.Undone) -> StepT:
    """Return the first of the moves that an entry takes back; raise `NotFair` if it must not."""
    if not 0 < undone.moves <= len(steps):
        raise NotFair(f"{undone.moves} moves cannot be taken back.")
    gone = steps[-undone.moves :]
    if gone[0].moved.seat != undone.seat:
        raise NotFair(f"the move taken back is not one of seat {undone.seat}.")
    if any(step.reveals for step in gone):
        raise NotFair("a move was taken back that had revealed something.")
    return gone[0]
