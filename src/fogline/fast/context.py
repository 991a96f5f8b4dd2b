"""The arguments of kernels: one game in progress, or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.jit import flats

Bytes = npt.NDArray[np.uint8]
Halves = npt.NDArray[np.int16]
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


@flats
class KernelGame(NamedTuple):
    """A game in progress: three views of its state, its tables, and its generator.

    With one more dimension in `b`, `w`, `h` and `rng`, it holds many games.
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
    """The memory of one state, or of many, as bytes, 16-bit halves and 64-bit words."""

    bytes: Bytes
    halves: Halves
    words: Words

    @classmethod
    def of(cls, words: Words) -> Block:
        """Return words as a block."""
        return cls(words.view(np.uint8), words.view(np.int16), words)

    @classmethod
    def empty(cls, size: int, *shape: int) -> Block:
        """Return a zeroed block of `size` bytes, or an array of blocks of a shape."""
        return cls.of(np.zeros((*shape, size // 8), np.uint64))

    def copy(self) -> Block:
        """Copy the block."""
        return Block.of(self.words.copy())

    def game(self, t: Numbers, m: Words, rng: Words) -> KernelGame:
        """Return this memory for kernels, with the tables and the generator of a game."""
        return KernelGame(self.bytes, self.words, self.halves, t, m, rng)
