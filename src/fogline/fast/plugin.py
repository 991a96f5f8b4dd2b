"""What the compiled version of a rule is written with. See `fogline.fast.compose`."""

from __future__ import annotations

from fogline.core.table import State, Table
from fogline.fast.compose import Mechanic
from fogline.fast.context import Block
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.layout import mask, number
from fogline.fast.lowered import CannotLower, LoweredGame

__all__ = [
    "Block",
    "CannotLower",
    "LoweredGame",
    "Mechanic",
    "State",
    "Table",
    "big_kernel",
    "kernel",
    "mask",
    "number",
]
