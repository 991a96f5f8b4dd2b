"""Parallel routes, compiled (C17, C18). The readable rule is `fogline.rules.parallel_routes`."""

from __future__ import annotations

from fogline.core.table import Table
from fogline.fast.advice import COST, FAR, TURNS
from fogline.fast.board import M_TWINS, N_WORDS
from fogline.fast.compose import Mechanic
from fogline.fast.constants import NW
from fogline.fast.context import Block
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.records import record
from fogline.fast.layout import number
from fogline.fast.lowered import LoweredGame
from fogline.fast.mechanics.claiming import CLOSED, SHUT
from fogline.rules.parallel_routes import ParallelRoutes

parallel_routes = Mechanic(ParallelRoutes)
ONE_USED = number()
"""Whether one claimed track closes the others to everybody."""


@parallel_routes.lowers
def lower(rule: ParallelRoutes, lowered: LoweredGame) -> None:
    """Say whether there are few players."""
    lowered[ONE_USED] = lowered.seats <= rule.one_used_up_to


@parallel_routes.hook
def claimed(g, seat, route):
    for word in range(NW):
        twins = g.m[M_TWINS + route * NW + word]
        if g.t[ONE_USED]:
            g.w[CLOSED + word] |= twins
        else:
            g.w[record(seat) // 8 + SHUT + word] |= twins


@parallel_routes.writes_network
def write_network(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Close the tracks beside claimed ones."""
    for seat in table.seats:
        shut = CLOSED if lowered[ONE_USED] else lowered.record(seat) // 8 + SHUT
        for route in table.routes_of(seat):
            twins = M_TWINS + route.index * NW
            block.words[shut : shut + NW] |= lowered.masks[twins : twins + NW]


@parallel_routes.hook
def rule_out(g, seat, p):
    """Nobody can own a track beside an own one."""
    for word in range(g.t[N_WORDS]):
        routes = g.w[record(seat) // 8 + SHUT + word]
        while routes != ZERO:
            route = word * 64 + lowest(routes)
            routes &= routes - ONE
            p.plan[COST + route] = FAR
            p.plan[TURNS + route] = FAR
