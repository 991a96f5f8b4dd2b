"""A set of routes, stored as the bits of one integer, which makes set operations fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet


class RouteSet(AbstractSet[int]):
    """An immutable set of routes, by their indices."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits
        """Bit 0 stands for the first route of the board, and so on."""

    @classmethod
    def of(cls, indices: Iterable[int]) -> RouteSet:
        """Make a set from the indices of routes."""
        if isinstance(indices, RouteSet):
            return indices
        return cls(sum([1 << index for index in frozenset(indices)]))

    def __contains__(self, index: object) -> bool:
        return isinstance(index, int) and index >= 0 and bool(self.bits >> index & 1)

    def __iter__(self) -> Iterator[int]:
        """Yield the indices, the lowest first."""
        bits = self.bits
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest

    def union(self, sets: Sequence[RouteSet]) -> RouteSet:
        """OR together `sets[i]` for every route `i` of this set."""
        bits = 0
        for index in self:
            bits |= sets[index].bits
        return RouteSet(bits)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __and__(self, other: AbstractSet[int]) -> RouteSet:
        return RouteSet(self.bits & RouteSet.of(other).bits)

    def __or__(self, other: AbstractSet[int]) -> RouteSet:  # type: ignore[override]
        return RouteSet(self.bits | RouteSet.of(other).bits)

    def __sub__(self, other: AbstractSet[int]) -> RouteSet:
        return RouteSet(self.bits & ~RouteSet.of(other).bits)

    def __repr__(self) -> str:
        return f"RouteSet.of({list(self)})"


NO_ROUTES = RouteSet()
