"""Ferries: routes that demand wild cards (C14)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from fogline.core.board import Route
from fogline.core.payment import Price
from fogline.core.rule import Rule


@dataclass(frozen=True)
class Ferries(Rule):
    """A wild for each ferry symbol."""

    name: ClassVar[str] = "ferries"

    def price(self, route: Route, price: Price) -> Price:
        """Demand as many wilds as the route shows symbols."""
        return replace(price, wilds=price.wilds + route.ferries)
