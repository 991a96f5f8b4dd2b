"""Turns, compiled (C1, C2, SF7, OW12). The readable rule is `fogline.rules.turns`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fogline.core.actions import Pass
from fogline.core.decisions import Turn
from fogline.fast import board, constants, hooks, layout
from fogline.fast.constants import NONE
from fogline.fast.kernel import observing
from fogline.fast.kernel.dice import below
from fogline.fast.plugin import Block, LoweredGame, Mechanic, State, Table, kernel, number
from fogline.rules.turns import Turns

turns = Mechanic(Turns, base=True)
FIRST, TURN, ACTED, PASSES = (
    layout.shared.bytes(),
    layout.shared.bytes(),
    layout.shared.bytes(),
    layout.shared.bytes(),
)
TURNS = layout.shared.halves()
"""The number of turns that have ended."""
FIRST_SEAT = number()
"""The seat that acts first; -1 if it is drawn."""
DRAWN_AFTER_TICKETS = number()
PHASE_SEEN = number(constants.MOST_PHASES)
"""For each phase its index among those of the game, for observations."""
ACTION = turns.phase(Turn)
PASS = turns.code(Pass, lambda _: 1, lambda _, __: Pass(), lambda _, __: 0)


@turns.lowers
def lower(rule: Turns, lowered: LoweredGame) -> None:
    """Read who acts first, or when that is drawn."""
    lowered[FIRST_SEAT] = -1 if rule.first is None else rule.first
    lowered[DRAWN_AFTER_TICKETS] = rule.drawn_after_tickets


@turns.finishes
def finish(lowered: LoweredGame) -> None:
    """Number the decisions of this game, without those of other games."""
    for place, phase in enumerate(lowered.phases.values(), 1):
        lowered[PHASE_SEEN + phase] = place


@turns.hook
def lay_out(g):
    g.b[TURN] = NONE


@turns.hook
def set_up(g):
    g.b[FIRST] = g.t[FIRST_SEAT] if g.t[FIRST_SEAT] >= 0 else NONE
    if not g.t[DRAWN_AFTER_TICKETS]:
        draw_first(g)


@kernel
def draw_first(g):
    """Draw who acts first, unless that is known."""
    if g.b[FIRST] == NONE:
        g.b[FIRST] = below(g.rng, g.t[board.N_SEATS])


@kernel
def first_seat(g):
    """Return the seat that acts first; 0 while that is not known."""
    return 0 if g.b[FIRST] == NONE else g.b[FIRST]


@kernel
def current(g):
    """Return the seat whose turn it is, or NONE between two turns."""
    return np.int64(g.b[TURN])


@kernel
def ended(g):
    """Return how many turns have ended."""
    return np.int64(g.h[TURNS])


@kernel
def pass_code(g):
    """Return the code for passing."""
    return g.t[PASS]


@turns.hook
def decision(g):
    if g.b[TURN] == NONE or g.b[ACTED]:
        return NONE
    g.b[layout.DECIDING] = 1 << g.b[TURN]
    return ACTION


@kernel
def is_set_up(g):
    """Return whether the first turn has not begun."""
    return g.b[TURN] == NONE and g.h[TURNS] == 0


@kernel
def from_last(g, back):
    """Return the seat that acts `back` seats before the one that acts last."""
    seats = g.t[board.N_SEATS]
    return (g.b[FIRST] + 2 * seats - 1 - back % seats) % seats


@kernel
def has_acted(g):
    """Note that the seat whose turn it is has chosen its action."""
    g.b[ACTED] = 1
    g.b[PASSES] = 0


@turns.plays(PASS)
def skip(g, seat, n):
    g.b[ACTED] = 1
    g.b[PASSES] += 1


@turns.hook
def advance(g):
    """End the turn whose action is done, or begin the next."""
    if g.b[TURN] == NONE:
        g.b[TURN] = (g.b[FIRST] + g.h[TURNS]) % g.t[board.N_SEATS]
    else:
        g.b[TURN] = NONE
        g.h[TURNS] += 1
        g.b[ACTED] = 0
        hooks.turn_ended(g)
    return True


@turns.writes
def write(block: Block, table: Table, lowered: LoweredGame) -> None:
    """Write whose turn it is."""
    b = block.bytes
    b[FIRST] = NONE if table.first is None else table.first
    b[TURN] = NONE if table.turn is None else table.turn
    b[ACTED] = table.acted
    b[PASSES] = table.passes
    block.halves[TURNS] = table.turns


@turns.reads
def read(state: State, block: Block, lowered: LoweredGame) -> State:
    """Read whose turn it is."""
    b = block.bytes
    return replace(
        state,
        first=None if b[FIRST] == NONE else int(b[FIRST]),
        turn=None if b[TURN] == NONE else int(b[TURN]),
        acted=bool(b[ACTED]),
        passes=int(b[PASSES]),
        turns=int(block.halves[TURNS]),
    )


SEEN_DECIDING, SEEN_FIRST, SEEN_PHASE, SEEN_PASSES = turns.observes(
    "deciding", "first", "phase", "passes"
)


@turns.hook
def observe(g, seat, o, out):
    seats = g.t[board.N_SEATS]
    # Read once: the compiler cannot know that the writes below do not change them.
    decide, began = o[SEEN_DECIDING], o[SEEN_FIRST]
    deciding, first = g.b[layout.DECIDING], g.b[FIRST]
    out[decide : o[SEEN_PASSES]] = 0
    for relative in range(seats):
        other = observing.seat_at(seat, relative, seats)
        out[decide + relative] = (deciding >> other) & 1
        out[began + relative] = first == other
    out[o[SEEN_PHASE] + g.t[PHASE_SEEN + g.b[layout.PHASE]]] = 1
    out[o[SEEN_PASSES]] = g.b[PASSES]
