"""How thorough a review is: how many games are played for each question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Depth:
    """Numbers of playouts."""

    curve: int
    """For each position of the curve, and with it for the luck of each event."""
    candidates: int
    """How many actions of a decision are tried at all, beside the one chosen."""
    first: int
    """For each of these."""
    finalists: int
    """How many are then tried more."""
    second: int
    """For each of these, in addition."""
    few: int
    """To compare the choice with the best, where little seems to be at stake."""
    many: int
    """The same, where the choice seems to have cost something."""


DEPTHS = {
    "quick": Depth(curve=64, candidates=8, first=8, finalists=3, second=16, few=32, many=128),
    "standard": Depth(curve=192, candidates=12, first=16, finalists=4, second=32, few=64, many=512),
    "deep": Depth(curve=768, candidates=24, first=64, finalists=6, second=128, few=256, many=2048),
}
"""The depths by name."""

READABLE = Depth(curve=2, candidates=3, first=1, finalists=2, second=1, few=2, many=4)
"""For games without compiled rules, whose playouts take a thousand times as long."""
