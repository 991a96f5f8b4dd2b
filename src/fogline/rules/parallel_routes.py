"""Parallel routes: two or three tracks between the same two places (C17, C18)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

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

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        """Yield tracks parallel to the viewer's own or, with few players, to anybody's."""
        board = view.board
        yield Refusal.TWIN_IS_YOURS, board.beside(view.routes(view.seat))
        if len(view.players) <= self.one_used_up_to:
            yield Refusal.TWIN_TAKEN, board.beside(board.all_routes - view.routes(None))
