"""What the planner decides beside its turns: tickets, where to start, and what mechanics ask."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel.needs import count_needs
from fogline.bots.kernel.plan import make_plan, turns_left
from fogline.bots.kernel.turns import plan_turn
from fogline.fast import hooks
from fogline.fast.advice import READY, TURN_WORTH, TURNS_LEFT, open_points
from fogline.fast.board import T_A
from fogline.fast.constants import NONE
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit, lowest
from fogline.fast.mechanics.tickets import KEEP, tickets_of
from fogline.fast.mechanics.turns import TURN


@kernel
def keep_code(g, seat, p, count):
    """Keep the tickets that promise most."""
    best, best_worth = p.codes[0], -1e9
    for position in range(count):
        tickets = tickets_of(g, seat) | np.uint64(p.codes[position] - KEEP)
        home = hooks.home(g, seat)
        if home == ZERO:
            home = bit(g.t[T_A + lowest(tickets)])  # stands for a start that is not chosen yet
        _, spent, worth = make_plan(g, seat, home, tickets, p)
        worth -= 0.5 * p.weights[TURN_WORTH] * spent
        if worth > best_worth:
            best, best_worth = p.codes[position], worth
    p.plan[READY] = 0.0
    return best


@kernel
def start_code(g, seat, p, count):
    """Start where the tickets cost least, and where much can be built."""
    best, best_worth = p.codes[0], -1e9
    for position in range(count):
        place = hooks.home_after(g, p.codes[position])
        _, spent, worth = make_plan(g, seat, bit(place), tickets_of(g, seat), p)
        worth -= p.weights[TURN_WORTH] * spent
        worth += 0.05 * open_points(g, place)
        if worth > best_worth:
            best, best_worth = p.codes[position], worth
    p.plan[READY] = 0.0
    return best


@kernel
def rated_code(g, seat, p, count):
    """Choose what the mechanics rate best by the plan."""
    if g.b[TURN] == NONE:
        make_plan(g, seat, hooks.home(g, seat), tickets_of(g, seat), p)
        p.plan[READY] = 0.0
    elif p.plan[READY] <= 0.0:
        plan_turn(g, seat, p)
    p.plan[TURNS_LEFT] = turns_left(g, p)
    count_needs(g, seat, p)
    best, best_rating = p.codes[0], -1e300
    for position in range(count):
        rating = hooks.rate(g, seat, p.codes[position], p)
        if rating > best_rating:
            best, best_rating = p.codes[position], rating
    return best


@kernel
def asks_for_home(g, p):
    """Whether the choice listed is where to start."""
    return hooks.home_after(g, p.codes[0]) != NONE
