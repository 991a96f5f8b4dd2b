"""Where everything lies in a state and in a game's numbers: a small allocator gives it out.

A mechanic asks for what it needs when it is imported, and gets offsets: whole numbers, which the
compiler takes as constants. A state is one block of memory: first what all players share, then a
record for each player, then what a mechanic adds at the end for a game. The block is read in
three ways: as bytes, as 16-bit halves (scores) and as 64-bit words (masks).

`PLAYERS`, `STRIDE` and the other sizes at the end are known once all mechanics are imported. Refer
to them as `layout.PLAYERS`: the compiler reads them when it compiles, not when it imports.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from fogline.fast.constants import MOST_CATEGORIES, MOST_PHASES, NW


class Offset(int):
    """A place in a block or a table; it knows its size, for tests and tools that name it."""

    size: int
    unit: int
    area: str

    @classmethod
    def at(cls, position: int, size: int, unit: int, area: str) -> Offset:
        """Make the offset of so many items of so many bytes each."""
        offset = cls(position)
        offset.size, offset.unit, offset.area = size, unit, area
        return offset


@dataclass
class Area:
    """Memory that is given out piece by piece. Its offsets count items of their own size."""

    name: str
    end: int = 0
    """Where the last piece ends, in bytes."""
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """Where bytes were left out before words, which begin at multiples of their size."""

    def bytes(self, size: int = 1) -> Offset:
        """Give out bytes."""
        return self._take(size, 1)

    def halves(self, size: int = 1) -> Offset:
        """Give out 16-bit numbers."""
        return self._take(size, 2)

    def words(self, size: int = 1) -> Offset:
        """Give out 64-bit words."""
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
    """Small numbers that are given out one by one, each with a name."""

    names: list[str] = field(default_factory=list)

    def one(self, name: str) -> int:
        """Give out the next number."""
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
"""What can be to decide. OVER is the end of the game."""
categories = NameTable()
"""The categories of points, by the names that the rules give them."""


def number(size: int = 1) -> Offset:
    """Give out numbers that a game fixes: indices into its table of 64-bit integers."""
    return _numbers.words(size)


def mask(rows: int) -> Offset:
    """Give out masks of routes that a game fixes: indices into its table of words."""
    return _masks.words(rows * NW)


# ── What the engine itself keeps ──────────────────────────────────────────────────────────────
PHASE = shared.bytes()
"""What is to be decided."""
DECIDING = shared.bytes()
"""Who decides, a bit for each seat."""
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
    """Fix the sizes. Nothing can be given out afterwards that a compiled kernel would know."""
    global PLAYERS, STRIDE, NUMBERS, MASKS
    if len(categories.names) > MOST_CATEGORIES:
        raise ValueError(f"{len(categories.names)} categories of points, more than there is room")
    if len(phases.names) > MOST_PHASES:
        raise ValueError(f"{len(phases.names)} kinds of decisions, more than there is room")
    PLAYERS, STRIDE = -(-shared.end // 8) * 8, -(-player.end // 8) * 8
    NUMBERS, MASKS = _numbers.end // 8, _masks.end // 8


def named() -> dict[str, Offset]:
    """Return all that was given out in this package under its name, for tests and tools."""
    modules = [sys.modules[name] for name in sorted(sys.modules) if name.startswith(__package__)]
    found: dict[str, Offset] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, Offset) and found.setdefault(name, value) is not value:
                raise ValueError(f"two fields have the name {name!r}")
    return found
