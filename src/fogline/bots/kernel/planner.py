"""The planner: it builds for its tickets first, then for points, and knows whom a route pays."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel import advice, needs, paths, plan, weights
from fogline.bots.kernel.planner_memory import READY, TURNS_LEFT
from fogline.bots.kernel.planner_turns import plan_turn, turn_code
from fogline.fast import board
from fogline.fast.constants import NONE
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ZERO, bit, lowest, popcount
from fogline.fast.mechanics import drawing, tickets, turns


@kernel
def _keep_code(g, seat, p, count):
    """Keep the tickets that promise most."""
    best, best_worth = p.codes[0], -1e9
    for position in range(count):
        kept = tickets.tickets_of(g, seat) | np.uint64(p.codes[position] - tickets.KEEP)
        home = advice.home(g, seat)
        if home == ZERO:
            # Stands for a start that is still to be chosen.
            home = bit(board.ticket_ends(g, lowest(kept))[0])
        _, spent, worth = plan.make_plan(g, seat, home, kept, p)
        worth -= p.weights[weights.KEEP_TURN_WORTH] * spent
        worth += p.weights[weights.KEEP_WORTH] * popcount(kept)
        if worth > best_worth:
            best, best_worth = p.codes[position], worth
    p.plan[READY] = 0.0
    return best


@kernel
def _start_code(g, seat, p, count):
    """Choose a start where tickets are cheap and much can be built."""
    best, best_worth = p.codes[0], -1e9
    for position in range(count):
        place = advice.home_after(g, p.codes[position])
        _, spent, worth = plan.make_plan(g, seat, bit(place), tickets.tickets_of(g, seat), p)
        worth -= p.weights[weights.TURN_WORTH] * spent
        worth += 0.05 * paths.open_points(g, place)
        if worth > best_worth:
            best, best_worth = p.codes[position], worth
    p.plan[READY] = 0.0
    return best


@kernel
def _rated_code(g, seat, p, count):
    """Choose the action that the mechanics rate best by the plan."""
    if turns.current(g) == NONE:
        plan.make_plan(g, seat, advice.home(g, seat), tickets.tickets_of(g, seat), p)
        p.plan[READY] = 0.0
    elif p.plan[READY] <= 0.0:
        plan_turn(g, seat, p)
    p.plan[TURNS_LEFT] = plan.turns_left(g, p)
    needs.count_needs(g, seat, p)
    best, best_rating = p.codes[0], -1e300
    for position in range(count):
        rating = advice.rate(g, seat, p.codes[position], p)
        if rating > best_rating:
            best, best_rating = p.codes[position], rating
    return best


@kernel
def asks_for_home(g, p):
    """Return whether the listed actions choose a start."""
    return advice.home_after(g, p.codes[0]) != NONE


@entry_point
def _other_code(g, seat, p):
    """Choose outside a turn, or among actions that the plan does not cover."""
    count = play.legal_codes(g, seat, p.codes)
    if count == 1 or play.phase_of(g) == turns.ACTION or play.phase_of(g) == drawing.SECOND_CARD:
        return p.codes[0]
    if p.codes[0] >= tickets.KEEP:
        return _keep_code(g, seat, p, count)
    if asks_for_home(g, p):
        return _start_code(g, seat, p, count)
    return _rated_code(g, seat, p, count)


@entry_point
def plan_code(g, seat, p):
    """Choose an action for a seat by its plan in `p`."""
    code = -1
    if play.phase_of(g) == turns.ACTION or play.phase_of(g) == drawing.SECOND_CARD:
        code = turn_code(g, seat, p)
    return code if code >= 0 else _other_code(g, seat, p)
