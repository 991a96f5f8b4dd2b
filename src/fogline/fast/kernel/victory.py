"""Who wins (C25): most points, then the tie-break of the rules. See `fogline.core.outcome`."""

from __future__ import annotations

from fogline.fast import board, hooks
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.records import score
from fogline.fast.mechanics import tickets


@big_kernel
def tie_break(g, seat):
    """Return what decides between seats with equal points: complete tickets by default."""
    found = hooks.tie_break(g, seat)
    return found if found >= 0 else tickets.complete_tickets(g, seat)


@kernel
def share(g, seat):
    """Return a seat's share of the victory: 1/k for each of k winners, 0 for all others."""
    own = score(g, seat)
    winners = 1
    for other in range(g.t[board.N_SEATS]):
        points = score(g, other)
        if other == seat or points < own:
            continue
        if points > own:
            return 0.0
        mine, theirs = tie_break(g, seat), tie_break(g, other)
        if theirs > mine:
            return 0.0
        if theirs == mine:
            winners += 1
    return 1.0 / winners
