"""What the kernels are given: a game in progress, and many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.jit import of_flats

Bytes = npt.NDArray[np.uint8]
Halves = npt.NDArray[np.int16]
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


@of_flats
class KernelGame(NamedTuple):
    """A game in progress: its state read in three ways, its tables, and its chance.

    The same, with one dimension more for `b`, `w`, `h` and `rng`, stands for many games.
    """

    b: npt.NDArray[Any]
    """The state as bytes."""
    w: npt.NDArray[Any]
    """The state as 64-bit words."""
    h: npt.NDArray[Any]
    """The state as 16-bit halves."""
    t: Numbers
    """The numbers of the game."""
    m: Words
    """The masks of routes of the game."""
    rng: npt.NDArray[Any]
    """The state of the generator."""


@dataclass(frozen=True, slots=True)
class Block:
    """The memory of one state, or of many, read as bytes, as 16-bit halves and as 64-bit words."""

    bytes: Bytes
    halves: Halves
    words: Words

    @classmethod
    def of(cls, words: Words) -> Block:
        """Read words as a block."""
        return cls(words.view(np.uint8), words.view(np.int16), words)

    @classmethod
    def empty(cls, size: int, *shape: int) -> Block:
        """Make a block of so many bytes, all zero; with a shape, as many of them."""
        return cls.of(np.zeros((*shape, size // 8), np.uint64))

    def copy(self) -> Block:
        """Copy the block in one go."""
        return Block.of(self.words.copy())

    def game(self, t: Numbers, m: Words, rng: Words) -> KernelGame:
        """Give the kernels this memory with the tables and the chance of a game."""
        return KernelGame(self.bytes, self.words, self.halves, t, m, rng)
