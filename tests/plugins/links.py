"""Rules that share routes for tickets, or decide ties; `fast_links` has them compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fogline import Rule
from fogline.core.route_set import NO_ROUTES, RouteSet
from fogline.core.table import Table


@dataclass(frozen=True)
class Guest(Rule):
    """Seat 0 uses the routes of seat 1 for its tickets."""

    name: ClassVar[str] = "test-guest"

    def links(self, table: Table, seat: int) -> RouteSet:
        return table.routes(1) if seat == 0 else NO_ROUTES


@dataclass(frozen=True)
class LaterWins(Rule):
    """Of seats with equal points the later one wins."""

    name: ClassVar[str] = "test-later"

    def tie_break(self, table: Table, seat: int) -> int | None:
        return seat
