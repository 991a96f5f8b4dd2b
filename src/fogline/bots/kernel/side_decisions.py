"""What the planner decides beside its turns: tickets, where to start, and what mechanics ask."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel import advice, needs, paths, plan, weights
from fogline.bots.kernel.planner_memory import READY, TURNS_LEFT
from fogline.bots.kernel.turns import plan_turn
from fogline.fast import board
from fogline.fast.constants import NONE
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit, lowest, popcount
from fogline.fast.mechanics import tickets, turns


@kernel
def keep_code(g, seat, p, count):
    """Keep the tickets that promise most."""
    best, best_worth = p.codes[0], -1e9
    for position in range(count):
        kept = tickets.tickets_of(g, seat) | np.uint64(p.codes[position] - tickets.KEEP)
        home = advice.home(g, seat)
        if home == ZERO:
            # Stands for a start that is not chosen yet.
            home = bit(board.ticket_ends(g, lowest(kept))[0])
        _, spent, worth = plan.make_plan(g, seat, home, kept, p)
        worth -= p.weights[weights.KEEP_TURN_WORTH] * spent
        worth += p.weights[weights.KEEP_WORTH] * popcount(kept)
        if worth > best_worth:
            best, best_worth = p.codes[position], worth
    p.plan[READY] = 0.0
    return best


@kernel
def start_code(g, seat, p, count):
    """Start where the tickets cost least, and where much can be built."""
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
def rated_code(g, seat, p, count):
    """Choose what the mechanics rate best by the plan."""
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
    """Whether the choice listed is where to start."""
    return advice.home_after(g, p.codes[0]) != NONE
