"""Parallel routes: two or three tracks between the same two places (C17, C18)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import Route
from fogline.core.messages import Action
from fogline.core.refusal import Refusal
from fogline.core.route_set import RouteSet
from fogline.core.rule import Rule
from fogline.core.table import View


@dataclass(frozen=True)
class ParallelRoutes(Rule):
    """Nobody owns two of a set; with few players only one of a set is used."""

    name: ClassVar[str] = "parallel-routes"

    one_used_up_to: int
    """With this many players or fewer, one claimed track closes the others to everybody."""

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        """Look at who owns the tracks beside this one."""
        if not route.twins:
            return None
        owners = [view.owners[twin] for twin in route.twins]
        if view.seat in owners:
            return Refusal.TWIN_IS_YOURS
        if len(view.players) <= self.one_used_up_to and owners.count(None) < len(owners):
            return Refusal.TWIN_TAKEN
        return None

    def open_to(self, view: View, kind: type[Action]) -> AbstractSet[int]:
        """All routes but those beside a claimed one that closes them to the viewer."""
        board, holdings = view.game.board, view.holdings.by_seat
        if len(view.players) > self.one_used_up_to:
            holdings = () if view.seat is None else holdings[view.seat : view.seat + 1]
        closed = 0
        for holding in holdings:
            closed |= holding.union("beside", board.beside)
        return RouteSet(board.all_routes.bits & ~closed)
