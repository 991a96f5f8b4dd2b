"""Verifies the log of a table without its server: the deal, every card, every move."""

from __future__ import annotations

from dataclasses import dataclass

from fogline.core import engine
from fogline.core.chance import Dice
from fogline.core.errors import FoglineError
from fogline.core.refusal import IllegalAction
from fogline.core.table import State
from fogline.store import entries as e
from fogline.store.fairness import commitment_of, dice_of, seed_of
from fogline.store.files import TableFile


class NotFair(FoglineError):
    """A log does not follow from its secret, its contributions and its actions."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A log that passed verification."""

    commitment: str
    """The commitment that every player must have seen before the first card."""
    contributions: tuple[str | None, ...]
    moves: int
    state: State
    """The table at the end of the log."""


def verify(file: TableFile) -> Verified:
    """Replay the game with the dice it must have had; raise `NotFair` at the first difference."""
    created = file.log[0].entry
    if not isinstance(created, e.Created):
        raise NotFair("the log does not begin with the entry that creates its table.")
    game = created.definition()
    game.check_seats(created.seats)
    contributions: list[str | None] = [None] * created.seats
    seed, state, moves = "", None, 0
    for logged in file.log[1:]:
        seat = getattr(logged.entry, "seat", None)
        if seat is not None and not 0 <= seat < created.seats:
            raise NotFair(f"version {logged.version}: there is no seat {seat}.")
        match logged.entry:
            case e.Seated(seat=seat, contribution=contribution) if state is None:
                contributions[seat] = contribution
            case e.Vacated(seat=seat) if state is None:
                contributions[seat] = None
            case e.Dealt(events=events) if state is None:
                seed = seed_of(file.table, created.secret, contributions)
                dice = dice_of(seed, logged.version)
                state, dealt = engine.start(game, created.seats, dice)
                if tuple(dealt) != events:
                    raise NotFair("the deal does not follow from the secret and contributions.")
            case e.Moved() as moved:
                moves += 1
                where = f"version {logged.version} ({moved.action})"
                state = _again(state, moved, dice_of(seed, logged.version), where)
            case e.Created() | e.Dealt():
                raise NotFair(
                    f"version {logged.version}: a table can be created and dealt only once."
                )
            case _:
                pass
    if state is None:
        raise NotFair("the game of this table has not started.")
    return Verified(commitment_of(created.secret), tuple(contributions), moves, state)


def verify_if_dealt(file: TableFile) -> None:
    """Verify a log if its game has started; otherwise there is nothing to verify."""
    if any(isinstance(logged.entry, e.Dealt | e.Moved) for logged in file.log):
        verify(file)


def _again(state: State | None, moved: e.Moved, dice: Dice, where: str) -> State:
    if state is None:
        raise NotFair(f"{where}: nothing was dealt yet.")
    try:
        state, events = engine.play(state, moved.seat, moved.action, dice)
    except IllegalAction as error:
        raise NotFair(f"{where} was not legal: {error}") from None
    except ValueError as error:
        raise NotFair(f"{where} cannot have happened: {error}") from None
    if tuple(events) != moved.events:
        raise NotFair(f"{where}: the events do not follow from the secret.")
    return state
