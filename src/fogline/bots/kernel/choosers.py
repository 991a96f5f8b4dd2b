"""The functions that choose for a player, each compiled by itself, and called by its address.

What calls them is compiled without them, so that a match compiles the kinds of players it has, and
what it has compiled serves for other matches, for reviews and for Python.
"""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic

from fogline.bots.kernel.planner import plan_code
from fogline.fast.flat import Flat
from fogline.fast.jit import big_kernel
from fogline.fast.kernel.playouts import random_code


@big_kernel
def random_choice(kind, g, seat, p):  # noqa: ARG001
    """Choose any legal action, by the dice of the game that is given."""
    return random_code(g, seat, g.rng, p.codes)


@big_kernel
def planned_choice(kind, g, seat, p):  # noqa: ARG001
    """Choose an action as the planner does."""
    return plan_code(g, seat, p)


@intrinsic
def choose(typingctx, chooser, kind, g, seat, p):  # noqa: ARG001
    """Call the function at an address."""
    if not all(isinstance(member, Flat) for member in (*g, *p)):
        return None  # those functions are not compiled for anything else
    whole = types.int64
    arguments = (whole, g, whole, p)

    def codegen(context, builder, signature, args):  # noqa: ARG001
        function = context.call_conv.get_function_type(whole, arguments)
        pointer = builder.inttoptr(args[0], function.as_pointer())
        _, code = context.call_conv.call_function(builder, pointer, whole, arguments, args[1:])
        return code

    return whole(types.uint64, *arguments), codegen
