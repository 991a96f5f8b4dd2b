"""Parallel routes, compiled (C17, C18). The readable rule is `fogline.rules.parallel_routes`."""

from __future__ import annotations

from fogline.fast import board
from fogline.fast.constants import NW
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.records import record
from fogline.fast.mechanics import claiming
from fogline.fast.plugin import Block, LoweredGame, Mechanic, Table, kernel, number
from fogline.rules.parallel_routes import ParallelRoutes

parallel_routes = Mechanic(ParallelRoutes)
ONE_USED = number()
"""Whether a claimed track closes its parallel tracks to everybody."""


@parallel_routes.lowers
def lower(rule: ParallelRoutes, lowered: LoweredGame) -> None:
    """Write whether there are few players."""
    lowered[ONE_USED] = lowered.seats <= rule.one_used_up_to


@parallel_routes.hook
def barred(g, seat, route):
    for word in range(NW):
        twins = g.m[board.M_TWINS + route * NW + word]
        if g.t[ONE_USED]:
            g.w[claiming.CLOSED + word] |= twins
        else:
            g.w[record(seat) // 8 + claiming.CAN + word] &= ~twins


@parallel_routes.writes_network
def write_network(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Close the tracks parallel to claimed ones."""
    for seat in table.seats:
        can = lowered.record(seat) // 8 + claiming.CAN
        for route in table.routes_of(seat):
            at = board.M_TWINS + route.index * NW
            twins = lowered.masks[at : at + NW]
            if lowered[ONE_USED]:
                block.words[claiming.CLOSED : claiming.CLOSED + NW] |= twins
            else:
                block.words[can : can + NW] &= ~twins


@kernel
def own_twins(g, seat, word):
    """Return one word of the mask of tracks parallel to a seat's own."""
    twins = ZERO
    for part in range(g.t[board.N_WORDS]):
        routes = g.w[record(seat) // 8 + claiming.OWN + part]
        while routes != ZERO:
            twins |= g.m[board.M_TWINS + (part * 64 + lowest(routes)) * NW + word]
            routes &= routes - ONE
    return twins
