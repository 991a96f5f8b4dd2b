"""The generators that numbered seeds give, made without Python's help: SHA-256 of short texts."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.jit import big_kernel, kernel

LANES = 32
"""Texts that are digested side by side, about four times as fast as one after the other."""
BLOCK = 64
"""Bytes that SHA-256 takes at a time."""
_SCHEDULE = 64
"""Words of its message schedule."""
_LENGTH = 8
"""Bytes at the end of the last block that hold the length of the text."""
_DIGITS = 20
"""Digits of the largest number, and the character before it."""
_STATE, _MIXED, _WORDS = _SCHEDULE * LANES, (_SCHEDULE + 8) * LANES, (_SCHEDULE + 16) * LANES
"""Where the digests so far and what is mixed into them lie in `Room.words`, and its size."""
_SLASH, _ZERO, _END = ord("/"), ord("0"), 0x80
_U = np.uint32


class Room(NamedTuple):
    """Memory for texts that are digested side by side."""

    texts: npt.NDArray[Any]
    """A row for each text, filled up to whole blocks."""
    blocks: npt.NDArray[Any]
    """How many blocks each text has."""
    words: npt.NDArray[Any]
    """Schedule, digests and what is mixed: of each word first that of the first text, and so on."""


def room_for(prefix: int) -> Room:
    """Return memory for texts that begin with so many bytes."""
    size = -(-(prefix + 2 * _DIGITS + 1 + _LENGTH) // BLOCK) * BLOCK
    texts = np.zeros((LANES, size), np.uint8)
    return Room(texts, np.zeros(LANES, np.int64), np.zeros(_WORDS, np.uint32))


def _primes(num: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < num:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _cube_root(number: int) -> int:
    low, high = 0, number + 1  # the root lies from low up to, and without, high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle * middle <= number else (low, middle)
    return low


# The first 32 bits of the fractional parts of square and cube roots of primes (FIPS 180-4).
_FIRST = np.array([math.isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8)], np.uint32)
_ROUND = np.array([_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64)], np.uint32)


@kernel
def _turned(word, bits):
    """Rotate 32 bits to the right."""
    return _U(word >> _U(bits)) | _U(word << _U(32 - bits))


@kernel
def _read_block(texts, start, words):
    """Begin the schedule with a block of each text."""
    for lane in range(LANES):
        for i in range(16):
            at = start + 4 * i
            words[i * LANES + lane] = (
                _U(texts[lane, at]) << _U(24)
                | _U(texts[lane, at + 1]) << _U(16)
                | _U(texts[lane, at + 2]) << _U(8)
                | _U(texts[lane, at + 3])
            )


@kernel
def _mix_block(words):
    """Take one more block of each text into the eight words of its digest.

    The inner loops are written so that they can do the same to several texts at once: they run
    over one array, by constant distances.
    """
    for i in range(16 * LANES, _SCHEDULE * LANES):
        low, high = words[i - 15 * LANES], words[i - 2 * LANES]
        first = _turned(low, 7) ^ _turned(low, 18) ^ _U(low >> _U(3))
        second = _turned(high, 17) ^ _turned(high, 19) ^ _U(high >> _U(10))
        words[i] = _U(words[i - 16 * LANES] + first + words[i - 7 * LANES] + second)
    for i in range(8 * LANES):
        words[_MIXED + i] = words[_STATE + i]
    for i in range(_SCHEDULE):
        now = i * LANES
        constant = _ROUND[i]
        for at in range(_MIXED, _MIXED + LANES):
            a, b, c, d = words[at], words[at + LANES], words[at + 2 * LANES], words[at + 3 * LANES]
            e, f = words[at + 4 * LANES], words[at + 5 * LANES]
            g, h = words[at + 6 * LANES], words[at + 7 * LANES]
            turned = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
            first = _U(h + turned + (g ^ (e & (f ^ g))) + constant + words[now + at - _MIXED])
            turned = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
            second = _U(turned + ((a & b) | (c & (a | b))))
            words[at + 7 * LANES], words[at + 6 * LANES], words[at + 5 * LANES] = g, f, e
            words[at + 4 * LANES] = _U(d + first)
            words[at + 3 * LANES], words[at + 2 * LANES], words[at + LANES] = c, b, a
            words[at] = _U(first + second)
    for i in range(8 * LANES):
        words[_STATE + i] = _U(words[_STATE + i] + words[_MIXED + i])


@kernel
def _write_digest(words, lane, out):
    """Write the digest of a text as four little-endian words."""
    for i in range(4):
        at = _STATE + 2 * i * LANES + lane
        out[i] = np.uint64(_swapped(words[at + LANES])) << np.uint64(32) | np.uint64(
            _swapped(words[at])
        )


@kernel
def _swapped(word):
    """Turn the four bytes of a word round."""
    pairs = _U((word & _U(0xFF00FF00)) >> _U(8)) | _U((word & _U(0x00FF00FF)) << _U(8))
    return _turned(pairs, 16)


@kernel
def _add_number(text, length, number):
    """Write a slash and a number after a text; return its length."""
    digits = 1
    rest = number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    text[length] = _SLASH
    for at in range(length + digits, length, -1):
        text[at] = _ZERO + number % 10
        number //= 10
    return length + 1 + digits


@kernel
def _fill_up(text, length):
    """Fill a text up to whole blocks; return how many they are."""
    blocks = -(-(length + 1 + _LENGTH) // BLOCK)
    end = blocks * BLOCK
    text[length] = _END
    for at in range(length + 1, end - _LENGTH):
        text[at] = 0
    for i in range(_LENGTH):
        text[end - 1 - i] = (8 * length) >> (8 * i) & 0xFF
    return blocks


@big_kernel
def numbered_words(prefix, first, room, rngs, dice):
    """Write the generators of games by their numbers, and of the bots on their seats."""
    seats = dice.shape[1]
    texts = rngs.shape[0] * (seats + 1)
    for lane in range(LANES):
        for at in range(prefix.shape[0]):
            room.texts[lane, at] = prefix[at]
    for begin in range(0, texts, LANES):
        lanes = min(LANES, texts - begin)
        most = 0
        for lane in range(lanes):
            number, seat = divmod(begin + lane, seats + 1)
            length = _add_number(room.texts[lane], prefix.shape[0], first + number)
            if seat < seats:
                length = _add_number(room.texts[lane], length, seat)
            room.blocks[lane] = _fill_up(room.texts[lane], length)
            most = max(most, room.blocks[lane])
        for i in range(8):
            for lane in range(LANES):
                room.words[_STATE + i * LANES + lane] = _FIRST[i]
        for block in range(most):
            _read_block(room.texts, block * BLOCK, room.words)
            _mix_block(room.words)
            # A text that has ended is mixed on with the others, after its digest was read.
            for lane in range(lanes):
                if room.blocks[lane] == block + 1:
                    number, seat = divmod(begin + lane, seats + 1)
                    out = dice[number, seat] if seat < seats else rngs[number]
                    _write_digest(room.words, lane, out)
