"""A network that must stay connected to its start city (OW4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.messages import Action
from fogline.core.refusal import Refusal
from fogline.core.route_set import RouteSet
from fogline.core.rule import Rule
from fogline.core.table import View
from fogline.rules.city_markers import Markers


@dataclass(frozen=True)
class ConnectedNetwork(Rule):
    """Every route touches the start city or a city that the player's routes touch."""

    name: ClassVar[str] = "connected-network"
    needs: ClassVar[tuple[str, ...]] = ("city-markers",)

    def barred(self, view: View, kind: type[Action]) -> Iterable[tuple[Refusal, RouteSet]]:
        """Yield the routes with no end in the viewer's network."""
        if view.seat is not None:
            board, start = view.board, view.part(Markers).starts[view.seat]
            near = board.touching(view.routes(view.seat))
            near |= board.route_set_at[start] if start else RouteSet()
            yield Refusal.NOT_CONNECTED, board.all_routes - near
