"""A network that must stay connected to its start city (OW4)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar

from fogline.core.board import Route
from fogline.core.messages import Action
from fogline.core.refusal import Refusal
from fogline.core.rule import Rule
from fogline.core.table import View
from fogline.rules.city_markers import Markers


@dataclass(frozen=True)
class ConnectedNetwork(Rule):
    """Every route touches the start city or a city that the player's routes touch."""

    name: ClassVar[str] = "connected-network"
    needs: ClassVar[tuple[str, ...]] = ("city-markers",)

    def bar_route(self, view: View, route: Route, kind: type[Action]) -> Refusal | None:
        """Look whether either end belongs to the viewer's network."""
        known = view.facts
        if "connected" not in known:
            known["connected"] = self.open_to(view, kind)
        connected = known["connected"]
        return None if connected is None or route.index in connected else Refusal.NOT_CONNECTED

    def open_to(self, view: View, kind: type[Action]) -> AbstractSet[int] | None:
        """Routes that touch the start city or the network."""
        seat = view.seat
        if seat is None:
            return None
        start = view.part(Markers).starts[seat]
        touching = view.routes_at_network(seat)
        return touching if start is None else touching | view.board.route_set_at[start]

    def bars_for_now(self) -> bool:
        """A network can still come near any route."""
        return True
