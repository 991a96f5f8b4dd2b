"""The depth of a review: the number of playouts for each question."""

from __future__ import annotations

from dataclasses import dataclass, fields

LONG = 60
"""With more moves left than this, playouts take so long that fewer are made."""


@dataclass(frozen=True, slots=True)
class Depth:
    """Numbers of playouts."""

    curve: int
    """For each position of the curve, and with it for the luck of each event."""
    candidates: int
    """How many actions of a decision are tried, in addition to the chosen one."""
    first: int
    """For each of these."""
    finalists: int
    """How many are then tried again."""
    second: int
    """For each of these, in addition."""
    few: int
    """To compare the choice with the best, if little seems to be at stake."""
    many: int
    """The same, if the choice seems to have cost something."""

    @property
    def for_a_decision(self) -> int:
        """Estimate the playouts for a decision, with much or with little at stake."""
        return self.candidates * self.first + self.finalists * self.second + self.few + self.many

    def curve_for(self, moves: int) -> int:
        """Return how often each position of a game of `moves` moves is played out."""
        return max(_LEAST.curve, self.curve * LONG // max(moves, LONG))

    def with_moves_left(self, moves: int) -> Depth:
        """Return the numbers for a decision with `moves` moves to come.

        The cost of a playout grows at least with the square of its length.
        """
        share = (LONG / max(moves, LONG)) ** 2
        scaled = {
            each.name: max(getattr(_LEAST, each.name), round(getattr(self, each.name) * share))
            for each in fields(self)
        }
        return Depth(**scaled | {"candidates": self.candidates, "finalists": self.finalists})


_LEAST = Depth(curve=2, candidates=1, first=4, finalists=1, second=8, few=16, many=64)

DEPTHS = {
    "quick": Depth(curve=160, candidates=10, first=16, finalists=3, second=32, few=64, many=384),
    "standard": Depth(
        curve=640, candidates=12, first=64, finalists=4, second=128, few=256, many=1536
    ),
    "deep": Depth(
        curve=2560, candidates=24, first=256, finalists=6, second=512, few=1024, many=6144
    ),
}
"""The depths by name."""

GROWTH = 4
"""How much longer each of the following depths takes than the previous one."""

READABLE = {
    "sketch": Depth(curve=4, candidates=3, first=1, finalists=2, second=1, few=6, many=6),
    "quick": Depth(curve=16, candidates=4, first=2, finalists=2, second=4, few=8, many=16),
    "standard": Depth(curve=64, candidates=6, first=4, finalists=3, second=8, few=16, many=64),
    "deep": Depth(curve=256, candidates=8, first=16, finalists=4, second=24, few=64, many=256),
}
"""The depths of games without compiled rules, whose playouts take a thousand times as long."""
