"""The generator of `fogline.core.chance`, over an array of four words."""

from __future__ import annotations

import numpy as np

from fogline.fast.jit import kernel

LOW = np.uint64(0xFFFFFFFF)


@kernel
def next_word(rng):
    """Return the next 64 bits."""
    s1 = rng[1]
    fives = s1 * np.uint64(5)
    result = ((fives << np.uint64(7)) | (fives >> np.uint64(57))) * np.uint64(9)
    s2 = rng[2] ^ rng[0]
    s3 = rng[3] ^ s1
    rng[1] = s1 ^ s2
    rng[0] ^= s3
    rng[2] = s2 ^ (s1 << np.uint64(17))
    rng[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return result


@kernel
def below(rng, bound):
    """Return a number from 0 up to, and without, `bound`."""
    wide = np.uint64(bound)
    product = (next_word(rng) >> np.uint64(32)) * wide
    if product & LOW < wide:
        smallest = (np.uint64(1) << np.uint64(32)) % wide
        while product & LOW < smallest:
            product = (next_word(rng) >> np.uint64(32)) * wide
    return np.int64(product >> np.uint64(32))
