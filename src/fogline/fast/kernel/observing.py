"""Helpers for observations: seats relative to the viewer, and bits as numbers."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, bit

SEAT = 7
"""Masks a seat to three bits, so that the compiler knows that the index is not negative."""


@kernel
def distance(other, seat, seats):
    """Return a player's distance from the viewer, in turn order."""
    relative = int(other) - seat
    return relative + seats if relative < 0 else relative


@kernel
def seat_at(seat, relative, seats):
    """Return the player `relative` seats after a seat."""
    other = seat + relative
    return (other - seats if other >= seats else other) & SEAT


@intrinsic
def _store_bits(typingctx, word, out, at):  # noqa: ARG001
    """Write the 64 bits of a word as 64 bytes, in a tenth of the time of a loop."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[1])(context, builder, args[1])
        byte = ir.IntType(8)
        lanes = ir.VectorType(byte, 64)
        eight = builder.bitcast(args[0], ir.VectorType(byte, 8))
        order = ir.Constant(ir.VectorType(ir.IntType(32), 64), [lane // 8 for lane in range(64)])
        repeated = builder.shuffle_vector(eight, ir.Constant(eight.type, ir.Undefined), order)
        own_bit = ir.Constant(lanes, [1 << lane % 8 for lane in range(64)])
        is_set = builder.icmp_unsigned(
            "!=", builder.and_(repeated, own_bit), ir.Constant(lanes, [0] * 64)
        )
        target = builder.bitcast(builder.gep(array.data, [args[2]]), lanes.as_pointer())
        builder.store(builder.zext(is_set, lanes), target, align=1)
        return context.get_dummy_value()

    return types.void(types.uint64, out, types.int64), codegen


@kernel
def spread(word, first, count, out):
    """Write the lowest bits of a word as numbers, and up to 63 zeros after them.

    The zeros may run over into what follows, so observations are written from front to back.
    """
    if count < 64:
        word &= bit(count) - ONE
    if first + 64 <= out.shape[0]:
        _store_bits(word, out, first)
    else:
        for position in range(count):
            out[first + position] = np.int8((word >> np.uint64(position)) & ONE)
