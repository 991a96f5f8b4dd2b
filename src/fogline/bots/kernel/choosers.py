"""The functions that choose for a player, each compiled alone and called by its address.

Callers are compiled without them: a match compiles only the kinds of players it has, and reuses
their code in other matches, reviews and Python.
"""

from __future__ import annotations

from typing import Any

from fogline.bots import compiled_kinds as kinds
from fogline.bots.kernel.baselines import baseline_code
from fogline.bots.kernel.planner import plan_code
from fogline.fast.jit import PLAIN, entry_point
from fogline.fast.kernel.playouts import random_code


@entry_point
def random_choice(kind, g, seat, p):  # noqa: ARG001
    """Choose any legal action, by the dice of the game."""
    return random_code(g, seat, g.rng, p.codes)


@entry_point
def planned_choice(kind, g, seat, p):  # noqa: ARG001
    """Choose an action as the planner does."""
    return plan_code(g, seat, p)


@entry_point
def _choose_by_kind(chooser, kind, g, seat, p):  # noqa: ARG001
    """Choose an action for a kind of player without an address."""
    if kind == kinds.RANDOM:
        return random_choice(kind, g, seat, p)
    return plan_code(g, seat, p) if kind == kinds.PLANNER else baseline_code(kind, g, seat, p)


choose: Any = _choose_by_kind
"""Choose an action by the function at an address: `(address, kind, g, seat, p)`."""
if not PLAIN:
    from fogline.fast.numba import entry_points

    choose = entry_points.choose
