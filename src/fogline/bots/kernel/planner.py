"""The planner: builds for its tickets first, then for points, and knows whom a route pays."""

from __future__ import annotations

from fogline.bots.kernel import side_decisions
from fogline.bots.kernel.turns import turn_code
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel import play
from fogline.fast.mechanics import drawing, tickets, turns


@big_kernel
def _other_code(g, seat, p):
    """Choose what is not an action of a turn, or an action that no plan knows."""
    count = play.legal_codes(g, seat, p.codes)
    if count == 1 or play.phase_of(g) == turns.ACTION or play.phase_of(g) == drawing.SECOND_CARD:
        return p.codes[0]
    if p.codes[0] >= tickets.KEEP:
        return side_decisions.keep_code(g, seat, p, count)
    if side_decisions.asks_for_home(g, p):
        return side_decisions.start_code(g, seat, p, count)
    return side_decisions.rated_code(g, seat, p, count)


@kernel
def plan_code(g, seat, p):
    """Choose an action for a seat, whose own plan `p` holds."""
    code = -1
    if play.phase_of(g) == turns.ACTION or play.phase_of(g) == drawing.SECOND_CARD:
        code = turn_code(g, seat, p)
    return code if code >= 0 else _other_code(g, seat, p)
