"""The layout of observations: named slices of one vector, for a game and its seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fogline.core.errors import FoglineError
from fogline.core.feature import Feature
from fogline.core.table import View

VERSION = 2
"""Raised whenever the meaning of an observation or of an action changes."""

Vector = npt.NDArray[np.int8]

MOST = 127
"""The largest number of an observation, which is one byte because learners store thousands."""


@dataclass(frozen=True, slots=True)
class Slice:
    """One named slice of the vector."""

    name: str
    first: int
    """Where it begins."""
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """Return how many numbers it has."""
        return int(np.prod(self.shape))

    @property
    def slice(self) -> slice:
        """Return its position in the vector."""
        return slice(self.first, self.first + self.size)


def features_of(view: View) -> Iterator[Feature]:
    """Yield the features of a view that the rules of its game declare, in their order."""
    for observe in view.game.hook("observe"):
        yield from observe(view)


class Layout:
    """The parts of an observation in order. Players are counted from the viewer, who is 0.

    Any view of a game by a seat gives the same layout.
    """

    def __init__(self, view: View) -> None:
        parts: list[Slice] = []
        first = 0
        names: set[str] = set()
        for each in features_of(view):
            if each.name in names:
                raise FoglineError(f"two rules of this game observe {each.name!r}.")
            names.add(each.name)
            # Larger numbers are clipped.
            low, high = max(each.low, -MOST), min(each.high, MOST)
            parts.append(Slice(each.name, first, each.shape, low, high, each.meaning))
            first += parts[-1].size
        self.parts: tuple[Slice, ...] = tuple(parts)
        self.size: int = first

    @cached_property
    def low(self) -> Vector:
        """Return the least value of each number."""
        return self._bounds("low")

    @cached_property
    def high(self) -> Vector:
        """Return the greatest value of each number; divide by it to scale."""
        return self._bounds("high")

    def _bounds(self, side: str) -> Vector:
        bounds = [np.full(part.size, getattr(part, side), np.int8) for part in self.parts]
        return np.concatenate(bounds) if bounds else np.zeros(0, np.int8)

    def split(self, vector: Vector) -> Mapping[str, Vector]:
        """Return the parts that are not empty by name and in shape; leading dimensions stay."""
        return {
            part.name: vector[..., part.slice].reshape(*vector.shape[:-1], *part.shape)
            for part in self.parts
            if part.size
        }
