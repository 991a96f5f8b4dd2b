"""The engine: runs a game by the hooks of all mechanics. See `fogline.core.engine`."""

from __future__ import annotations

import numpy as np

from fogline.fast import hooks, layout
from fogline.fast.compose import N_CODES
from fogline.fast.constants import NONE, OVER
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.mechanics import ending, tickets, turns


@entry_point
def start(g):
    """Deal a new game and advance to its first decision."""
    for word in range(g.w.shape[0]):
        g.w[word] = ZERO
    hooks.lay_out(g)
    hooks.set_up(g)
    settle(g)


@kernel
def settle(g):
    """Apply all automatic consequences up to the next decision."""
    hooks.follow(g)
    while True:
        phase = hooks.decision(g)
        g.b[layout.PHASE] = phase
        if phase != NONE:
            return
        hooks.advance(g)
        if g.b[turns.TURN] == NONE:
            hooks.follow_turn(g)
            if g.b[ending.ENDED]:
                g.b[layout.PHASE] = OVER
                g.b[layout.DECIDING] = 0
                return


@kernel
def inlined_step(g, seat, code):
    """Perform a legal action, inlined: for loops in which even a call is expensive."""
    if code >= tickets.KEEP:
        tickets.keep_tickets(g, seat, code)
    else:
        hooks.plays(g, seat, code)
    settle(g)


@entry_point
def step(g, seat, code):
    """Perform a legal action and all that follows, up to the next decision."""
    inlined_step(g, seat, code)


@entry_point
def legal_codes(g, seat, out):
    """Write the legal codes of a seat that decides to a list; return how many there are."""
    count = hooks.offers(g, seat, out, 0)
    if count == 0 and g.b[layout.PHASE] == turns.ACTION:
        out[0] = g.t[turns.PASS]
        count = 1
    return count


@kernel
def dense_codes(g):
    """Return the number of dense codes; choices of tickets have codes beyond them."""
    return g.t[N_CODES]


@kernel
def phase_of(g):
    """Return the kind of the current decision."""
    return g.b[layout.PHASE]


@kernel
def is_over(g):
    """Return whether the game has ended."""
    return g.b[layout.PHASE] == OVER


@kernel
def acting(g):
    """Return the seat to decide next; of several the first. Nobody decides at the end."""
    return lowest(ONE * np.uint64(g.b[layout.DECIDING]))


@kernel
def decides(g, seat):
    """Return whether a seat must choose now."""
    return (g.b[layout.DECIDING] >> seat) & 1 == 1
