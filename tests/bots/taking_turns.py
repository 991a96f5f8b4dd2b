"""Bots that think in turns."""

from __future__ import annotations

from typing import TypeVar

from fogline.bots import Thinking

T = TypeVar("T")


def in_turn(*works: Thinking[T]) -> tuple[list[T], int]:
    """Go on with each work in turn, to its end; return the results, and how often all yielded."""
    results: dict[int, T] = {}
    pauses = 0
    while len(results) < len(works):
        for number, work in enumerate(works):
            if number not in results:
                try:
                    next(work)
                    pauses += 1
                except StopIteration as end:
                    results[number] = end.value
    return [results[number] for number in range(len(works))], pauses
