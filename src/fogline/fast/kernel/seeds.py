"""The generators that numbered seeds give, made without Python's help: SHA-256 of short texts."""

from __future__ import annotations

import math

import numpy as np

from fogline.fast.jit import big_kernel, kernel

BLOCK = 64
"""Bytes that SHA-256 takes at a time."""
ROOM = 64
"""Words of its message schedule."""
_LENGTH = 8
"""Bytes at the end of the last block that hold the length of the text."""
_DIGITS = 20
"""Digits of the largest number, and the character before it."""
_MASK = np.uint64(0xFFFFFFFF)
_SLASH, _ZERO, _END = ord("/"), ord("0"), 0x80


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
_FIRST = np.array([math.isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8)], np.uint64)
_ROUND = np.array([_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64)], np.uint64)


def text_room(prefix: int) -> int:
    """Return how many bytes `numbered_words` needs for texts that begin with so many."""
    return -(-(prefix + 2 * _DIGITS + 1 + _LENGTH) // BLOCK) * BLOCK


@kernel
def _twice(word):
    """Put 32 bits into both halves of a word: shifted to the right, its lower half is rotated.

    Only lower halves count, and upper ones are cut off at the end of a sum.
    """
    return word | word << np.uint64(32)


@kernel
def _mix_block(text, start, words, state):
    """Take one more block of a text into the eight words of a digest."""
    for i in range(16):
        at = start + 4 * i
        words[i] = (
            np.uint64(text[at]) << np.uint64(24)
            | np.uint64(text[at + 1]) << np.uint64(16)
            | np.uint64(text[at + 2]) << np.uint64(8)
            | np.uint64(text[at + 3])
        )
    for i in range(16, ROOM):
        low, high = _twice(words[i - 15]), _twice(words[i - 2])
        first = low >> np.uint64(7) ^ low >> np.uint64(18) ^ words[i - 15] >> np.uint64(3)
        second = high >> np.uint64(17) ^ high >> np.uint64(19) ^ words[i - 2] >> np.uint64(10)
        words[i] = (words[i - 16] + first + words[i - 7] + second) & _MASK
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for i in range(ROOM):
        low, high = _twice(e), _twice(a)
        turned = low >> np.uint64(6) ^ low >> np.uint64(11) ^ low >> np.uint64(25)
        first = h + turned + (g ^ (e & (f ^ g))) + _ROUND[i] + words[i]
        turned = high >> np.uint64(2) ^ high >> np.uint64(13) ^ high >> np.uint64(22)
        second = turned + ((a & b) | (c & (a | b)))
        h, g, f, e = g, f, e, (d + first) & _MASK
        d, c, b, a = c, b, a, (first + second) & _MASK
    state[0] = (state[0] + a) & _MASK
    state[1] = (state[1] + b) & _MASK
    state[2] = (state[2] + c) & _MASK
    state[3] = (state[3] + d) & _MASK
    state[4] = (state[4] + e) & _MASK
    state[5] = (state[5] + f) & _MASK
    state[6] = (state[6] + g) & _MASK
    state[7] = (state[7] + h) & _MASK


@big_kernel
def _digest(text, length, words, out):
    """Write the digest of a text as four little-endian words; its room is filled up after it."""
    state = words[ROOM:]
    for i in range(8):
        state[i] = _FIRST[i]
    end = -(-(length + 1 + _LENGTH) // BLOCK) * BLOCK
    text[length] = _END
    for at in range(length + 1, end - _LENGTH):
        text[at] = 0
    for i in range(_LENGTH):
        text[end - 1 - i] = (8 * length) >> (8 * i) & 0xFF
    for start in range(0, end, BLOCK):
        _mix_block(text, start, words, state)
    for i in range(4):
        word = state[2 * i] << np.uint64(32) | state[2 * i + 1]
        swapped = np.uint64(0)
        for _ in range(8):
            swapped = swapped << np.uint64(8) | word & np.uint64(0xFF)
            word >>= np.uint64(8)
        out[i] = swapped


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


@big_kernel
def numbered_words(prefix, first, text, words, rngs, dice):
    """Write the generators of games by their numbers, and of the bots on their seats.

    `text` is memory as `text_room` says, `words` for the schedule and the digest.
    """
    for at in range(prefix.shape[0]):
        text[at] = prefix[at]
    for number in range(rngs.shape[0]):
        length = _add_number(text, prefix.shape[0], first + number)
        for seat in range(dice.shape[1]):
            _digest(text, _add_number(text, length, seat), words, dice[number, seat])
        _digest(text, length, words, rngs[number])
