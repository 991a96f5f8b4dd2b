"""The planner: builds for its tickets first, then for points, and knows whom a route pays."""

from __future__ import annotations

from fogline.bots.kernel.side_decisions import asks_for_home, keep_code, rated_code, start_code
from fogline.bots.kernel.turns import turn_code
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.play import legal_codes, phase_of
from fogline.fast.mechanics.drawing import SECOND_CARD
from fogline.fast.mechanics.tickets import KEEP
from fogline.fast.mechanics.turns import ACTION


@big_kernel
def _other_code(g, seat, p):
    """Choose what is not an action of a turn, or an action that no plan knows."""
    count = legal_codes(g, seat, p.codes)
    if count == 1 or phase_of(g) == ACTION or phase_of(g) == SECOND_CARD:
        return p.codes[0]
    if p.codes[0] >= KEEP:
        return keep_code(g, seat, p, count)
    if asks_for_home(g, p):
        return start_code(g, seat, p, count)
    return rated_code(g, seat, p, count)


@kernel
def plan_code(g, seat, p):
    """Choose an action for a seat, whose own plan `p` holds."""
    code = -1
    if phase_of(g) == ACTION or phase_of(g) == SECOND_CARD:
        code = turn_code(g, seat, p)
    return code if code >= 0 else _other_code(g, seat, p)
