"""The end of the game, compiled (C23 to C25, C2). The readable rule is `fogline.rules.ending`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fogline.core.table import EndReason
from fogline.fast import board, constants, hooks, layout
from fogline.fast.constants import NONE
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.records import record, score
from fogline.fast.mechanics import claiming, tickets, turns
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, number
from fogline.rules.ending import Ending

LAST_ROUND, ALL_PASSED = 1, 2
REASONS = {0: None, LAST_ROUND: EndReason.LAST_ROUND, ALL_PASSED: EndReason.ALL_PASSED}
"""The meaning of the values of ENDED."""

ending = Mechanic(Ending, base=True)
LEFT = layout.shared.bytes()
"""Turns left once the last round has begun."""
ENDED = layout.shared.bytes()
VEHICLES_LEFT = number()


@ending.lowers
def lower(rule: Ending, lowered: LoweredGame) -> None:
    """Read the number of vehicles that starts the last round."""
    lowered.check(rule.name, "vehicles left", rule.vehicles_left, constants.MOST_IN_A_BYTE)
    lowered[VEHICLES_LEFT] = rule.vehicles_left


@ending.hook
def lay_out(g):
    g.b[LEFT] = NONE


@kernel
def turns_left(g):
    """Return the turns left in the last round, or NONE before it."""
    return np.int64(g.b[LEFT])


@kernel
def vehicles_at_last(g):
    """Return the number of vehicles that starts the last round."""
    return g.t[VEHICLES_LEFT]


@ending.hook
def turn_ended(g):
    if g.b[LEFT] != NONE:
        g.b[LEFT] -= 1


@ending.hook
def follow_turn(g):
    """Start the last round or end the game, between two turns."""
    seats = g.t[board.N_SEATS]
    if g.b[LEFT] == 0:
        g.b[ENDED] = LAST_ROUND
    elif g.b[turns.PASSES] >= seats:
        g.b[ENDED] = ALL_PASSED
    else:
        last = (g.b[turns.FIRST] + g.h[turns.TURNS] - 1) % seats
        if g.b[LEFT] == NONE and g.b[record(last) + claiming.VEHICLES] <= g.t[VEHICLES_LEFT]:
            g.b[LEFT] = seats
        return
    hooks.final(g)


# ── Who wins (C25) ────────────────────────────────────────────────────────────────────────────


@entry_point
def tie_break(g, seat):
    """Return the number that breaks ties between seats: complete tickets by default."""
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


# ── The readable state ────────────────────────────────────────────────────────────────────────


@ending.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write how near the end is."""
    block.bytes[LEFT] = NONE if table.turns_left is None else table.turns_left
    reasons = {reason: value for value, reason in REASONS.items()}
    block.bytes[ENDED] = reasons[table.ended]


@ending.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read how near the end is; at the end all tickets are revealed."""
    b = block.bytes
    ended = REASONS[int(b[ENDED])]
    return replace(
        state,
        turns_left=None if b[LEFT] == NONE else int(b[LEFT]),
        ended=ended,
        players=tuple(replace(player, revealed=ended is not None) for player in state.players),
    )


(SEEN_LEFT,) = ending.observes("turns_left")


@ending.hook
def observe(g, seat, o, out):
    out[o[SEEN_LEFT]] = -1 if g.b[LEFT] == NONE else g.b[LEFT]
