"""Further points for long routes: the rule of docs/first-rule.md."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.plugin import Event, PointsScored, RouteClaimed, Rule, Table, Words


@dataclass(frozen=True)
class LongRoutes(Rule):
    """Further points for long routes."""

    name: ClassVar[str] = "long-routes"
    words: ClassVar[Words] = Words(categories={"long-routes": "long routes"})

    points: int = 2
    from_length: int = 3

    def claimed(self, table: Table, claim: RouteClaimed) -> Iterable[Event]:
        """Pay for a long route."""
        if table.board.route[claim.route].length >= self.from_length:
            yield PointsScored(claim.seat, self.points, "long-routes")
