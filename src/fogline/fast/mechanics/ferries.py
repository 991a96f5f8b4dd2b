"""Ferries, compiled (C14). The readable rule is `fogline.rules.ferries`.

The demand of a ferry is part of its route's price, which the game computes.
"""

from __future__ import annotations

from fogline.fast.constants import MOST_LENGTH
from fogline.fast.plugin import LoweredGame, Mechanic
from fogline.rules.ferries import Ferries

ferries = Mechanic(Ferries)


@ferries.lowers
def lower(rule: Ferries, lowered: LoweredGame) -> None:
    """Check that no route demands more wilds than the kernels count."""
    most = max(price.wilds for price in lowered.game.prices)
    lowered.check(rule.name, "wilds for a route", most, MOST_LENGTH)
