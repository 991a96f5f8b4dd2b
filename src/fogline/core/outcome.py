"""How a game ended: points by category, ranks and winners (C24, C25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fogline.core.board import TicketId
from fogline.core.events import Category
from fogline.core.messages import Seat
from fogline.core.table import EndReason, Table


@dataclass(frozen=True, slots=True)
class Result:
    """What one seat reached."""

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
        """All points; may be negative."""
        return sum(self.points.values())

    @property
    def routes(self) -> int:
        """Points for routes."""
        return self.points.get(Category.ROUTES, 0)

    @property
    def tickets(self) -> int:
        """Points for complete tickets, less those for failed ones."""
        won = self.points.get(Category.TICKETS, 0)
        return won + self.points.get(Category.FAILED_TICKETS, 0)

    @property
    def bonuses(self) -> int:
        """Points for bonus cards."""
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
        """The seats that win; more than one share the victory."""
        return tuple(result.seat for result in self.results if result.rank == 1)


def outcome_of(table: Table) -> Outcome | None:
    """Return how the game ended; `None` while it goes on."""
    if table.ended is None:
        return None
    complete = [tuple(table.complete_tickets(seat)) for seat in table.seats]
    # Most points wins; a tie goes to most complete tickets (C25).
    merits = [(table.players[seat].score, len(complete[seat])) for seat in table.seats]
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
