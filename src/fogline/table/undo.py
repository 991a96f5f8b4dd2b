"""Undo: who may take back which decision, and who must agree.

A player may take back the last decision, if it was the player's own and revealed nothing. All
other players who are at the table must agree; against bots, and at one screen, there are none.
One who plays alone with bots may take back their decisions, too, which the table then says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fogline.core.messages import Seat
from fogline.table import entries as e
from fogline.table.commands import Made
from fogline.table.past_moves import Decider
from fogline.table.problems import Code, Problem
from fogline.table.table_state import Chair, PastMove, TableState

Obstacle = Literal["nothing", "revealed", "decided", "declined"]
"""Why there is nothing to take back."""


@dataclass(frozen=True, slots=True)
class UndoRequestModel:
    """A player asks the others to agree that a decision is taken back."""

    version: int
    """The version of the request, by which it is answered."""
    seat: int
    waiting: list[int]
    """The seats that have not answered."""


@dataclass(frozen=True, slots=True)
class UndoModel:
    """What the viewer can take back."""

    move: int | None
    """The version of the decision that the viewer may take back, or ask for."""
    obstacle: Obstacle | None
    """Why there is none: nothing was decided yet; a decision, or one after it, revealed something;
    another player, which may be a bot, has decided since; or the others did not agree. Spectators
    are not informed."""
    needs: list[int]
    """The seats that must agree; without any, the undo happens at once."""
    request: UndoRequestModel | None


_MESSAGES: dict[Obstacle, str] = {
    "nothing": "You have no decision to take back.",
    "revealed": "This cannot be taken back: something was revealed since.",
    "decided": "This cannot be taken back: another player or a bot has decided since.",
    "declined": "The other players did not agree.",
}


def undo_model(table: TableState, user: str | None) -> UndoModel | None:
    """Return what a viewer can take back, or `None` unless the game is running."""
    if table.status != "playing":
        return None
    request, asked = None, table.undo
    if asked is not None:
        request = UndoRequestModel(asked.version, asked.seat, _seats(table, _missing(table)))
    found = _find(table, user) if table.seats_of(user) else None
    if isinstance(found, PastMove):
        return UndoModel(found.version, None, _seats(table, _others(table, user)), request)
    return UndoModel(None, found, [], request)


def ask_undo(table: TableState, at: int, *, user: str, move: int) -> Made:
    """Take back a decision at once, or ask the others."""
    _expect_playing(table)
    first = _expect_found(table, user)
    if first.version != move:
        raise Problem(Code.STALE, "The table has changed: look at it again.")
    agreed = table.undo.agreed if table.undo is not None else frozenset[str]()
    if _others(table, user) <= agreed:
        return Made([_undone(table, first, at)])
    if table.undo is not None:
        raise Problem(Code.WRONG_STATUS, "Wait for the answers of the others.")
    return Made([e.UndoAsked(at, first.moved.seat, move)])


def answer_undo(table: TableState, at: int, *, user: str, request: int, agree: bool) -> Made:
    """Agree to a request, or decline it; the last agreement takes the decision back."""
    _expect_playing(table)
    asked = table.undo
    if asked is None or asked.version != request:
        raise Problem(Code.STALE, "Nobody asks for this any more.", version=table.version)
    seats = table.seats_of(user)
    if asked.seat in seats and not agree:
        return Made([e.UndoDeclined(at, asked.seat)])
    if user not in _missing(table):
        raise Problem(Code.FORBIDDEN, "You are not asked.")
    seat = next(seat for seat in seats if _is_present(table.chairs[seat]))
    if not agree:
        return Made([e.UndoDeclined(at, seat)])
    agreed = e.UndoAgreed(at, seat)
    if _missing(table) - {user}:
        return Made([agreed])
    # A request that an older version accepted may ask for more than is allowed now.
    first = _expect_found(table, table.chairs[asked.seat].user)
    return Made([agreed, _undone(table, first, at)])


def _find(table: TableState, user: str | None) -> PastMove | Obstacle:
    """Return the decision of a user that may be taken back, or what is in the way."""
    last = next((past for past in reversed(table.past) if past.by is Decider.PERSON), None)
    if last is None:
        return "revealed" if any(past.reveals for past in table.past) else "nothing"
    chair = table.chairs[last.moved.seat]
    if chair.user != user:
        has_decided = any(table.chairs[past.moved.seat].user == user for past in table.past)
        return "decided" if has_decided or table.past[0].reveals else "nothing"
    if not _is_present(chair):
        return "nothing"
    gone = _since(table, last)
    if any(past.reveals for past in gone):
        return "revealed"
    if not table.seating.may_take_back(gone):
        return "decided"
    return "declined" if table.declined == last.version else last


def _expect_found(table: TableState, user: str | None) -> PastMove:
    found = _find(table, user)
    if isinstance(found, PastMove):
        return found
    raise Problem(Code.WRONG_STATUS, _MESSAGES[found], version=table.version)


def _since(table: TableState, first: PastMove) -> list[PastMove]:
    """Return a decision and those after it."""
    return [past for past in table.past if past.version >= first.version]


def _undone(table: TableState, first: PastMove, at: int) -> e.Undone:
    return e.Undone(at, first.moved.seat, len(_since(table, first)))


def _is_present(chair: Chair) -> bool:
    """Whether a person plays here."""
    return chair.kind == "person" and not (chair.level or chair.left or chair.resigned)


def _others(table: TableState, user: str | None) -> set[str]:
    """Return the other users who play."""
    playing = {chair.user for chair in table.chairs if chair.user and _is_present(chair)}
    return playing - {user or ""}


def _missing(table: TableState) -> set[str]:
    """Return the users who have not answered."""
    if table.undo is None:
        return set()
    return _others(table, table.chairs[table.undo.seat].user) - table.undo.agreed


def _seats(table: TableState, users: set[str]) -> list[Seat]:
    return [seat for seat, chair in enumerate(table.chairs) if chair.user in users]


def _expect_playing(table: TableState) -> None:
    if table.status != "playing":
        raise Problem(Code.WRONG_STATUS, "Nothing can be taken back now.", version=table.version)
