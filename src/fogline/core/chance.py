"""The one source of randomness: a small documented generator, injected, one per game.

`Chance` is xoshiro256** (Blackman and Vigna, public domain). Its 256 bits of state are the SHA-256
digest of the seed's text, read as four little-endian 64-bit words; numbers below a bound come from
the upper 32 bits by Lemire's multiply-and-reject method. All of it is integer arithmetic, so one
seed gives one game on every platform and Python version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

from fogline.core.cards import Card, Cards

T = TypeVar("T")
Seed = int | str

_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1


class Dice(Protocol):
    """The source of chance for rules. Tests and replays use other dice."""

    def below(self, bound: int) -> int:
        """Return a number from 0 up to, but not including, `bound`, each equally likely."""
        ...

    def card(self, deck: Cards) -> Card:
        """Choose one card of a deck of which every face is known."""
        return deck.nth(self.below(deck.total))

    def take(self, rest: list[T]) -> T:
        """Remove one of the items from the list and return it."""
        return rest.pop(self.below(len(rest)))


def digest_of(seed: Seed) -> bytes:
    """Return the 256 bits that a generator with this seed begins with."""
    return hashlib.sha256(str(seed).encode()).digest()


class Chance(Dice):
    """A seeded generator of numbers; see the module for its definition."""

    def __init__(self, seed: Seed) -> None:
        digest = digest_of(seed)
        self.words = [int.from_bytes(digest[i : i + 8], "little") for i in range(0, 32, 8)]
        """The 256 bits of state."""

    def next(self) -> int:
        """Return the next 64 bits."""
        s0, s1, s2, s3 = self.words
        product = (s1 * 5) & _MASK
        s2 ^= s0
        s3 ^= s1
        self.words = [
            s0 ^ s3,
            s1 ^ s2,
            s2 ^ ((s1 << 17) & _MASK),
            ((s3 << 45) | (s3 >> 19)) & _MASK,
        ]
        return (((product << 7) | (product >> 57)) * 9) & _MASK

    def below(self, bound: int) -> int:
        """Return a number from 0 up to, but not including, `bound`, each equally likely."""
        if not 0 < bound <= _LOW:
            raise ValueError(f"a bound must be between 1 and {_LOW}, not {bound}")
        product = (self.next() >> 32) * bound
        if product & _LOW < bound:
            smallest = (1 << 32) % bound
            while product & _LOW < smallest:
                product = (self.next() >> 32) * bound
        return product >> 32


def pick(dice: Dice, items: Sequence[T]) -> T:
    """Choose one of the items."""
    return items[dice.below(len(items))]


def shuffled(dice: Dice, items: Sequence[T]) -> list[T]:
    """Return the items in an order in which every permutation is equally likely."""
    rest = list(items)
    return [dice.take(rest) for _ in items]
