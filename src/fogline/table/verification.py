"""Verifies the log of a table without its server: the deal, every card, every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fogline.core import engine
from fogline.core.chance import Dice
from fogline.core.refusal import IllegalAction
from fogline.core.table import State
from fogline.table import entries as e
from fogline.table.deal import Deal, NotFair
from fogline.table.past_moves import Seating, Step, taken_back, with_step
from fogline.table.table_file import TableFile

__all__ = ["NotFair", "Verified", "verify", "verify_if_dealt"]


@dataclass(frozen=True, slots=True)
class Verified:
    """A log that passed verification."""

    deal: Deal
    """How the deal was made: its scheme, secret, commitments, contributions and failed starts."""
    state: State
    """The table at the end of the log."""
    moves: int
    """The moves that were made and not taken back."""


def verify(file: TableFile) -> Verified:
    """Replay the game with the dice it must have had; raise `NotFair` at the first difference."""
    created = file.log[0].entry
    if not isinstance(created, e.Created):
        raise NotFair("the log does not begin with the entry that creates its table.")
    game = created.definition()
    game.check_seats(created.seats)
    deal, state, played = Deal.of(file.table, created), None, 0
    steps: tuple[Step, ...] = ()
    seating = Seating()
    for logged in file.log[1:]:
        entry, where = logged.entry, f"version {logged.version}"
        seat = getattr(entry, "seat", None)
        if seat is not None and not 0 <= seat < created.seats:
            raise NotFair(f"{where}: there is no seat {seat}.")
        # The dice are those that follow from everything before the entry.
        before = deal
        try:
            deal = deal.after(entry)
        except NotFair as error:
            raise NotFair(f"{where}: {error}") from None
        match entry:
            case e.Dealt(events=events):
                dice = before.dice(logged.version, played)
                state, dealt = engine.start(game, created.seats, dice)
                if tuple(dealt) != events:
                    raise NotFair("the deal does not follow from the secret and contributions.")
            case e.Moved():
                where = f"{where} ({entry.action})"
                if state is None:
                    raise NotFair(f"{where}: nothing was dealt yet.")
                step = Step(logged.version, entry, state, seating.decider(entry.seat))
                steps = with_step(steps, step)
                state = _again(state, entry, before.dice(logged.version, played), where)
                played += 1
            case e.Undone(moves=moves):
                state = _back(steps, entry, seating, deal.scheme, where)
                steps, played = steps[:-moves], played - moves
            case e.Created():
                raise NotFair(f"{where}: a table can be created only once.")
            case _:
                seating = seating.after(entry)
    if state is None:
        raise NotFair("the game of this table has not started.")
    return Verified(deal, state, played)


def verify_if_dealt(file: TableFile) -> None:
    """Verify a log if its game has started; otherwise there is nothing to verify."""
    if any(isinstance(logged.entry, e.Dealt | e.Moved) for logged in file.log):
        verify(file)


def _again(state: State, moved: e.Moved, dice: Dice, where: str) -> State:
    try:
        state, events = engine.play(state, moved.seat, moved.action, dice)
    except IllegalAction as error:
        raise NotFair(f"{where} was not legal: {error}") from None
    except ValueError as error:
        raise NotFair(f"{where} cannot have happened: {error}") from None
    if tuple(events) != moved.events:
        raise NotFair(f"{where}: the events do not follow from the secret.")
    return state


def _back(
    steps: Sequence[Step], undone: e.Undone, seating: Seating, scheme: int, where: str
) -> State:
    try:
        return taken_back(steps, undone, seating, scheme)[0].before
    except NotFair as error:
        raise NotFair(f"{where}: {error}") from None
