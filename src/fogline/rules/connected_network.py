"""A network that must stay connected to its start city (OW4)."""

from __future__ import annotations

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
        if view.seat is None:
            return None
        reached = view.network(view.seat)
        start = view.part(Markers).starts[view.seat]
        if any(end == start or end in reached for end in route.ends):
            return None
        return Refusal.NOT_CONNECTED
