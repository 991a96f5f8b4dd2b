"""The planner's turns: a plan for a while, and what follows from it."""

from __future__ import annotations

from fogline.bots.kernel.needs import best_claim, best_draw, claim_code, count_needs
from fogline.bots.kernel.plan import make_plan, turns_left
from fogline.fast import hooks
from fogline.fast.advice import (
    COST,
    FAR,
    HUNGRY,
    PATIENCE,
    PLANNED,
    READY,
    SPARE_VALUE,
    TICKETS_MIN_TURNS,
    TICKETS_MIN_VEHICLES,
    TURNS,
    VALUE,
    WEIGHT,
)  # fmt: skip
from fogline.fast.board import N_ROUTES, R_A, R_B, R_LENGTH
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.kernel.play import phase_of
from fogline.fast.kernel.records import record
from fogline.fast.mechanics.claiming import CLOSED, OWN, VEHICLES
from fogline.fast.mechanics.tickets import DRAW_TICKETS, tickets_left, tickets_of
from fogline.fast.mechanics.turns import ACTION


@kernel
def _add_spare_routes(g, seat, spaces, spent, p):
    """With vehicles and turns to spare, add the best bargains among the other routes."""
    home = hooks.home(g, seat)
    vehicles = g.b[record(seat) + VEHICLES] - spaces
    turns = turns_left(g, p) - spent
    for _ in range(3):
        best, best_bargain = -1, p.weights[SPARE_VALUE]
        for route in range(g.t[N_ROUTES]):
            if p.plan[COST + route] <= 0.0 or p.plan[COST + route] >= FAR:
                continue
            if g.t[R_LENGTH + route] > vehicles or p.plan[TURNS + route] > turns:
                continue
            if home & (bit(g.t[R_A + route]) | bit(g.t[R_B + route])) == ZERO:
                continue
            bargain = p.plan[VALUE + route] / p.plan[TURNS + route]
            if bargain > best_bargain:
                best, best_bargain = route, bargain
        if best < 0:
            return
        p.plan[PLANNED + best] = 1.0
        p.plan[WEIGHT + best] += 0.01
        vehicles -= g.t[R_LENGTH + best]
        turns -= p.plan[TURNS + best]
        p.plan[COST + best] = 0.0


@big_kernel
def plan_turn(g, seat, p):
    """Plan what to build, and whether to draw tickets first; the plan holds both for a while."""
    spaces, spent, _ = make_plan(g, seat, hooks.home(g, seat), tickets_of(g, seat), p)
    vehicles = g.b[record(seat) + VEHICLES]
    spare_vehicles = vehicles - spaces >= p.weights[TICKETS_MIN_VEHICLES]
    spare_turns = turns_left(g, p) - spent >= p.weights[TICKETS_MIN_TURNS]
    p.plan[HUNGRY] = 1.0 if spare_vehicles and spare_turns else 0.0
    _add_spare_routes(g, seat, spaces, spent, p)
    p.plan[READY] = 1.0 + p.weights[PATIENCE]


@kernel
def follow_plan(g, seat, p):
    """Choose an action of a turn by the plan; -1 if it knows none."""
    is_action = phase_of(g) == ACTION
    count_needs(g, seat, p)
    if is_action:
        if p.plan[HUNGRY] > 0.0 and tickets_left(g) > 0:
            return g.t[DRAW_TICKETS]
        route = best_claim(g, seat, p, True)
        if route < 0 and turns_left(g, p) <= 2.0:
            route = best_claim(g, seat, p, False)
        if route >= 0:
            return claim_code(g, seat, route, p)
    code = best_draw(g, p)
    if code < 0 and is_action:
        route = best_claim(g, seat, p, False)
        if route >= 0:
            return claim_code(g, seat, route, p)
    return code


@kernel
def _still_stands(g, seat, p):
    """Whether nothing planned was lost, and something is left to build or never was."""
    words = record(seat) // 8
    built, waiting = False, False
    for route in range(g.t[N_ROUTES]):
        if p.plan[PLANNED + route] > 0.0:
            mask = bit(route % 64)
            if g.w[words + OWN + route // 64] & mask:
                p.plan[PLANNED + route] = 0.0
                built = True
            elif g.w[CLOSED + route // 64] & mask:
                return False
            else:
                waiting = True
    return waiting or not built


@kernel
def turn_code(g, seat, p):
    """Choose an action of a turn: by the plan there is, or by a new one; -1 if it knows none."""
    if phase_of(g) == ACTION:
        if p.plan[READY] <= 1.0 or not _still_stands(g, seat, p):
            plan_turn(g, seat, p)
        p.plan[READY] -= 1.0
    elif p.plan[READY] <= 0.0:
        plan_turn(g, seat, p)
    return follow_plan(g, seat, p)
