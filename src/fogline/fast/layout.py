"""The memory layout of states and of games' numbers, made by a small allocator.

A mechanic reserves what it needs when it is imported, and gets offsets: whole numbers, which the
compiler treats as constants. A state is one block of memory: first what all players share, then a
record for each player, then what a mechanic reserves for a particular game. The block is read as
bytes, as 16-bit halves (scores) and as 64-bit words (masks).

`PLAYERS`, `STRIDE` and the other sizes at the end are known once all mechanics are imported. Refer
to them as `layout.PLAYERS`: the compiler reads them at compile time, not at import time.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from fogline.fast.constants import MOST_CATEGORIES, MOST_PHASES, NW


class Offset(int):
    """A position in a block or a table, with its size for tests and tools."""

    size: int
    unit: int
    area: str

    @classmethod
    def at(cls, position: int, size: int, unit: int, area: str) -> Offset:
        """Return the offset of `size` items of `unit` bytes each."""
        offset = cls(position)
        offset.size, offset.unit, offset.area = size, unit, area
        return offset


@dataclass
class Area:
    """Memory that is allocated piece by piece. An offset counts items of its `unit`."""

    name: str
    end: int = 0
    """Where the last piece ends, in bytes."""
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """Bytes skipped for alignment, as pairs of start and end."""

    def bytes(self, size: int = 1) -> Offset:
        """Allocate bytes."""
        return self._take(size, 1)

    def halves(self, size: int = 1) -> Offset:
        """Allocate 16-bit numbers."""
        return self._take(size, 2)

    def words(self, size: int = 1) -> Offset:
        """Allocate 64-bit words."""
        return self._take(size, 8)

    def _take(self, size: int, unit: int) -> Offset:
        for number, (start, end) in enumerate(self.gaps):
            first = -(-start // unit)
            if (first + size) * unit <= end:
                self.gaps[number] = (first + size) * unit, end
                break
        else:
            first = -(-self.end // unit)
            if first * unit > self.end:
                self.gaps.append((self.end, first * unit))
            self.end = (first + size) * unit
        return Offset.at(first, size, unit, self.name)


@dataclass
class NameTable:
    """Small numbers that are assigned one by one, each with a name."""

    names: list[str] = field(default_factory=list)

    def one(self, name: str) -> int:
        """Assign the next number to a name."""
        if name in self.names:
            raise ValueError(f"{name!r} is taken")
        self.names.append(name)
        return len(self.names) - 1


shared = Area("shared")
"""What all players share."""
player = Area("player")
"""One player's record."""
_numbers = Area("numbers")
_masks = Area("masks")
phases = NameTable(["over"])
"""The kinds of decisions. OVER is the end of the game."""
categories = NameTable()
"""The categories of points, by the names that rules give them."""


def number(size: int = 1) -> Offset:
    """Allocate constants of a game: indices into its table of 64-bit integers."""
    return _numbers.words(size)


def mask(rows: int) -> Offset:
    """Allocate constant masks of routes of a game: indices into its table of words."""
    return _masks.words(rows * NW)


# ── The engine's own fields ───────────────────────────────────────────────────────────────────
PHASE = shared.bytes()
"""The kind of the current decision."""
DECIDING = shared.bytes()
"""The seats that decide, as bits."""
SCORES = player.halves(MOST_CATEGORIES)
"""Points by category."""

# ── Known once all mechanics are imported ─────────────────────────────────────────────────────
PLAYERS = 0
"""Where the players' records begin, in bytes."""
STRIDE = 0
"""The size of a player's record."""
NUMBERS = 0
MASKS = 0


def seal() -> None:
    """Fix the sizes. Compiled kernels do not know of anything allocated later."""
    global PLAYERS, STRIDE, NUMBERS, MASKS
    if len(categories.names) > MOST_CATEGORIES:
        raise ValueError(f"{len(categories.names)} categories of points are too many")
    if len(phases.names) > MOST_PHASES:
        raise ValueError(f"{len(phases.names)} kinds of decisions are too many")
    PLAYERS, STRIDE = -(-shared.end // 8) * 8, -(-player.end // 8) * 8
    NUMBERS, MASKS = _numbers.end // 8, _masks.end // 8


def named() -> dict[str, Offset]:
    """Return all offsets of this package by name, for tests and tools."""
    modules = [sys.modules[name] for name in sorted(sys.modules) if name.startswith(__package__)]
    found: dict[str, Offset] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, Offset) and found.setdefault(name, value) is not value:
                raise ValueError(f"two fields have the name {name!r}")
    return found
