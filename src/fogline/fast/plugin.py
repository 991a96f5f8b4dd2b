"""The stable API for packages with compiled versions of their own rules.

`examples/town/tidewick/fast_cat.py` is a complete example. The entry point group
`fogline.mechanics` names the `Mechanic` of each rule. `hooks` lists the hooks, `board` has the
facts of a board, and `fogline.bots.kernel.advice` lists the hooks for `Mechanic.advice`.
"""

from __future__ import annotations

from fogline.core.table import State, Table
from fogline.fast import board, hooks
from fogline.fast.compose import Mechanic, weight
from fogline.fast.constants import CARDS, MOST_IN_A_BYTE, MOST_PLACES, MOST_POINTS, NONE, NW, WILD
from fogline.fast.context import Block
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.observing import distance, seat_at
from fogline.fast.kernel.records import add_points, record
from fogline.fast.layout import DECIDING, PHASE, categories, mask, number, player, shared
from fogline.fast.lowered import CannotLower, LoweredGame

__all__ = [
    "CARDS",
    "DECIDING",
    "MOST_IN_A_BYTE",
    "MOST_PLACES",
    "MOST_POINTS",
    "NONE",
    "NW",
    "ONE",
    "PHASE",
    "WILD",
    "ZERO",
    "Block",
    "CannotLower",
    "LoweredGame",
    "Mechanic",
    "State",
    "Table",
    "add_points",
    "below",
    "bit",
    "board",
    "categories",
    "distance",
    "entry_point",
    "hooks",
    "kernel",
    "lowest",
    "mask",
    "number",
    "player",
    "popcount",
    "record",
    "seat_at",
    "shared",
    "weight",
]
