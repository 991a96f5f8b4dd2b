"""How a game ended: points by category, ranks and winners (C24, C25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from fogline.core.board import TicketId
from fogline.core.events import Category
from fogline.core.messages import Seat
from fogline.core.table import EndReason, Table

TIE_BREAKS = 1 << 20
"""Tie-breaks are at least 0 and less than this."""


class _Number(Protocol):
    def __mul__(self: NumberT, other: int, /) -> NumberT: ...

    def __add__(self: NumberT, other: NumberT, /) -> NumberT: ...


NumberT = TypeVar("NumberT", bound=_Number)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat."""

    seat: Seat
    points: Mapping[str, int]
    """Points by category: those of `Category`, and those that rules name themselves."""
    complete: tuple[TicketId, ...]
    """Complete tickets."""
    failed: tuple[TicketId, ...]
    """Tickets that are not complete."""
    rank: int
    """1 is best; seats that tie share a rank."""

    @property
    def total(self) -> int:
        """Return the sum of all points, which may be negative."""
        return sum(self.points.values())

    @property
    def routes(self) -> int:
        """Return the points for routes."""
        return self.points.get(Category.ROUTES, 0)

    @property
    def tickets(self) -> int:
        """Return the points for complete tickets minus those for failed ones."""
        won = self.points.get(Category.TICKETS, 0)
        return won + self.points.get(Category.FAILED_TICKETS, 0)

    @property
    def bonuses(self) -> int:
        """Return the points for bonus cards."""
        return self.points.get(Category.BONUSES, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    results: tuple[Result, ...]
    """One for each seat."""
    reason: EndReason
    """Why the game ended."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win; several seats share the victory."""
        return tuple(result.seat for result in self.results if result.rank == 1)


def merit(points: NumberT, tie_break: NumberT) -> NumberT:
    """Return what decides who wins, as one number: points, then the tie-break (C25).

    The seats with the highest merit win. The arguments may be numbers or arrays of numbers.
    """
    return points * TIE_BREAKS + tie_break


def tie_break(table: Table, seat: Seat) -> int:
    """Return what decides between seats with equal points: complete tickets by default."""
    for break_tie in table.game.hook("tie_break"):
        found: int | None = break_tie(table, seat)
        if found is not None:
            return found
    return len(table.complete_tickets(seat))


def outcome_of(table: Table) -> Outcome | None:
    """Return how the game ended, or `None` if it has not."""
    if table.ended is None:
        return None
    complete = [tuple(table.complete_tickets(seat)) for seat in table.seats]
    merits = [merit(table.players[seat].score, tie_break(table, seat)) for seat in table.seats]
    results = tuple(
        Result(
            seat=seat,
            points=table.players[seat].points,
            complete=complete[seat],
            failed=tuple(
                ticket
                for ticket in table.players[seat].tickets
                if ticket is not None and ticket not in complete[seat]
            ),
            rank=1 + sum(merit > merits[seat] for merit in merits),
        )
        for seat in table.seats
    )
    return Outcome(results, table.ended)
