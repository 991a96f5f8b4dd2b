"""The outcome of a table: the outcome of the game, changed by players who resigned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fogline.core.board import Route, RouteId, TicketId
from fogline.core.graph import cheapest_way
from fogline.core.messages import Seat
from fogline.core.outcome import outcome_of
from fogline.core.table import EndReason, State
from fogline.table.table_state import TableState


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a seat."""

    seat: Seat
    rank: int
    total: int
    points: Mapping[str, int]
    """Points by category."""
    complete: tuple[TicketId, ...]
    failed: tuple[TicketId, ...]
    ways: Mapping[TicketId, tuple[RouteId, ...]]
    """For each complete ticket, the routes of the seat that connect it, with the fewest spaces."""


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """How a game at a table ended."""

    reason: EndReason | Literal["resigned"]
    winners: tuple[Seat, ...]
    results: tuple[SeatResult, ...]
    """One for each seat."""


def outcome_at(table: TableState) -> TableOutcome | None:
    """Return the outcome. Players who resigned rank last; the first to resign is the very last."""
    state = table.state
    if state is None or table.status != "ended":
        return None
    if table.closed and state.ended is None and not table.conceded:
        return None  # nobody has won
    scored = outcome_of(state if state.ended else replace(state, ended=EndReason.ALL_PASSED))
    if scored is None:
        return None
    stayed = [result.rank for result in scored.results if result.seat not in table.given_up]
    results = []
    for result in scored.results:
        if result.seat in table.given_up:
            rank = len(scored.results) - table.given_up.index(result.seat)
        else:
            rank = 1 + sum(other < result.rank for other in stayed)
        results.append(
            SeatResult(
                seat=result.seat,
                rank=rank,
                total=result.total,
                points={str(name): points for name, points in result.points.items()},
                complete=result.complete,
                failed=result.failed,
                ways={ticket: _way(state, result.seat, ticket) for ticket in result.complete},
            )
        )
    return TableOutcome(
        reason="resigned" if state.ended is None else state.ended,
        winners=tuple(result.seat for result in results if result.rank == 1),
        results=tuple(results),
    )


def _way(state: State, seat: Seat, ticket: TicketId) -> tuple[RouteId, ...]:
    """Find the routes by which a seat joined the ends of a ticket."""

    def spaces(route: Route) -> int | None:
        return route.length if state.owners[route.index] == seat else None

    way = cheapest_way(state.board, state.board.ticket[ticket].ends, spaces)
    return tuple(route.id for route in way or ())
