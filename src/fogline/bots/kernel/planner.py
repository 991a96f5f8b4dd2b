"""The planner: builds for its tickets first, then for points, and knows whom a route pays."""

from __future__ import annotations

from fogline.bots.kernel.asides import (
    alvin_code,
    keep_code,
    marker_code,
    stack_code,
    start_code,
    token_code,
)
from fogline.bots.kernel.memo import READY
from fogline.bots.kernel.turns import plan_turn, turn_code
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.layout import (
    ALVINS_MOVE,
    MARKER,
    PHASE,
    SECOND_CARD,
    STACK,
    START_CITY,
    TOKEN,
    TURN_ACTION,
)


@big_kernel
def _other_code(b, w, t, m, p, seat, memo, scratch):
    """Choose what is not an action of a turn, or an action that no plan knows."""
    phase = b[PHASE]
    if phase == MARKER:
        if memo[READY] <= 0.0:
            plan_turn(b, w, t, m, p, seat, memo)
        return marker_code(b, w, t, m, p, seat, memo)
    count = legal_codes(b, w, t, m, seat, scratch)
    if phase == TOKEN:
        return token_code(b, t, scratch)
    if phase == ALVINS_MOVE:
        return alvin_code(w, t, m, scratch, count)
    if count == 1 or phase == TURN_ACTION or phase == SECOND_CARD:
        return scratch[0]
    memo[READY] = 0.0
    if phase == START_CITY:
        return start_code(b, w, t, m, p, seat, memo, scratch, count)
    if phase == STACK:
        return stack_code(b, w, t, m, p, seat, memo, scratch, count)
    return keep_code(b, w, t, m, p, seat, memo, scratch, count)


@kernel
def plan_code(b, w, t, m, p, seat, memo, scratch):
    """Choose an action for a seat, whose own memo this is: it holds the plan being followed."""
    code = -1
    if b[PHASE] == TURN_ACTION or b[PHASE] == SECOND_CARD:
        code = turn_code(b, w, t, m, p, seat, memo)
    return code if code >= 0 else _other_code(b, w, t, m, p, seat, memo, scratch)
