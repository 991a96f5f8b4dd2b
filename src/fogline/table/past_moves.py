"""Moves that may be taken back: which ones, and the state before them.

What a bot decides shows cards and plans. So an undo takes back one decision of a person, and
decisions of bots after it only where that person plays alone with bots. What a stand-in decides
with the cards of an absent person is never taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property
from typing import TypeVar

from fogline.core import engine
from fogline.core.messages import Action, Event, Seat
from fogline.core.scripted_dice import ScriptedDice
from fogline.core.table import State, Table
from fogline.core.view import view_of
from fogline.table import entries as e
from fogline.table.deal import NotFair
from fogline.table.fairness import BOUND_CONTRIBUTIONS

STRICT_SINCE = BOUND_CONTRIBUTIONS
"""The first scheme whose logs must follow this. Older logs may take back any bot's decisions."""


class Decider(Enum):
    """Who made a decision."""

    PERSON = "person"
    STAND_IN = "stand-in"
    """A bot that plays for a person who left, is away, is out of time or has resigned."""
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays at each seat, computed from the log."""

    people: frozenset[Seat] = frozenset()
    """The seats of people, including those for whom a stand-in plays."""
    stand_ins: frozenset[Seat] = frozenset()

    def after(self, entry: e.Entry) -> Seating:
        """Return the seating after the next entry."""
        match entry:
            case e.Seated(seat=seat):
                return Seating(self.people | {seat}, self.stand_ins)
            case e.BotSeated(seat=seat) | e.Vacated(seat=seat):
                return Seating(self.people - {seat}, self.stand_ins)
            case e.HandedOver(seat=seat) | e.Resigned(seat=seat):
                return Seating(self.people, self.stand_ins | {seat})
            case e.Returned(seat=seat):
                return Seating(self.people, self.stand_ins - {seat})
            case _:
                return self

    def decider(self, seat: Seat) -> Decider:
        """Return who decides for a seat now."""
        if seat not in self.people:
            return Decider.BOT
        return Decider.STAND_IN if seat in self.stand_ins else Decider.PERSON

    def may_take_back(self, gone: Sequence[Step]) -> bool:
        """Whether these decisions, the last of the game, may be taken back together."""
        first, *later = [step.by for step in gone]
        if first is not Decider.PERSON:
            return False
        return not later or (len(self.people) == 1 and set(later) == {Decider.BOT})


@dataclass(frozen=True)
class Step:
    """A move with the state before it."""

    version: int
    """The version of its entry."""
    moved: e.Moved
    before: State
    by: Decider

    @cached_property
    def reveals(self) -> bool:
        """Whether it revealed something, so that it can never be taken back."""
        return reveals(self.before, self.moved.seat, self.moved.action, self.moved.events)


def reveals(state: State, seat: Seat, action: Action, events: Sequence[Event]) -> bool:
    """Return whether a legal action led to anything that the seat could not foresee.

    It foresees what follows from its own view, without dice. So an action that reveals nothing
    shows others no more than what its player knew, and chose to show.
    """
    if any(event.chance_outcomes for event in events):
        return True
    view = view_of(state, seat)
    known = State(**{field.name: getattr(view, field.name) for field in fields(Table)})
    try:
        _, foreseen = engine.perform(known, seat, action, ScriptedDice())
    except Exception:  # noqa: BLE001 (any rule may need a value that is hidden here)
        return True
    return tuple(foreseen) != tuple(events)


StepT = TypeVar("StepT", bound=Step)


def with_step(steps: tuple[StepT, ...], step: StepT) -> tuple[StepT, ...]:
    """Add a move; what was before a move in which chance gave something need not be kept."""
    if any(event.chance_outcomes for event in step.moved.events):
        return (step,)
    return (*steps, step)


def lasting_moves(entries: Iterable[e.Entry]) -> list[e.Moved]:
    """Return the moves that were not taken back."""
    moves: list[e.Moved] = []
    for entry in entries:
        match entry:
            case e.Moved():
                moves.append(entry)
            case e.Undone(moves=count):
                del moves[-count:]
            case _:
                pass
    return moves


def taken_back(
    steps: Sequence[StepT], undone: e.Undone, seating: Seating, scheme: int
) -> Sequence[StepT]:
    """Return the moves that an entry takes back; raise `NotFair` if it must not."""
    if not 0 < undone.moves <= len(steps):
        raise NotFair(f"{undone.moves} moves cannot be taken back.")
    gone = steps[-undone.moves :]
    if gone[0].moved.seat != undone.seat:
        raise NotFair(f"the move taken back is not one of seat {undone.seat}.")
    if any(step.reveals for step in gone):
        raise NotFair("a move was taken back that had revealed something.")
    if scheme >= STRICT_SINCE and not seating.may_take_back(gone):
        raise NotFair("a decision of another player, a bot or a stand-in was taken back.")
    return gone
