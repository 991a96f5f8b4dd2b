"""Bits of 64-bit words."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.extending import intrinsic

from fogline.fast.jit import kernel

ONE = np.uint64(1)
ZERO = np.uint64(0)


@intrinsic
def popcount(typingctx, word):  # noqa: ARG001
    """Count the bits that are set."""

    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, word):  # noqa: ARG001
    """Return the position of the lowest bit that is set; the word must not be 0."""

    def codegen(context, builder, signature, args):  # noqa: ARG001
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), codegen


@kernel
def bit(position):
    """Return the word with one bit set."""
    return ONE << np.uint64(position)


@kernel
def nth_bit(word, n):
    """Return the position of the n-th bit that is set, counted from 0."""
    for _ in range(n):
        word &= word - ONE
    return lowest(word)
