"""The planner's turns: a plan for a while, and what follows from it."""

from __future__ import annotations

from fogline.bots.kernel.memo import COST, FAR, HUNGRY, PLANNED, READY, TURNS, VALUE, WEIGHT
from fogline.bots.kernel.needs import best_claim, best_draw, claim_code, count_needs
from fogline.bots.kernel.paths import home_of, tickets_of
from fogline.bots.kernel.plan import make_plan, turns_left
from fogline.bots.kernel.settings import (
    PATIENCE,
    SPARE_VALUE,
    TICKETS_MIN_TURNS,
    TICKETS_MIN_VEHICLES,
)
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    CLOSED,
    CODE_TICKETS,
    N_ROUTES,
    OWN,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    R_LENGTH,
    STRIDE,
    TURN_ACTION,
    VEHICLES,
)


@kernel
def _add_spare_routes(b, w, t, p, seat, spaces, spent, memo):
    """With vehicles and turns to spare, add the best bargains among the other routes."""
    home = home_of(b, w, t, seat)
    vehicles = b[PLAYERS + seat * STRIDE + VEHICLES] - spaces
    turns = turns_left(b, t, p) - spent
    for _ in range(3):
        best, best_bargain = -1, p[SPARE_VALUE]
        for route in range(t[N_ROUTES]):
            if memo[COST + route] <= 0.0 or memo[COST + route] >= FAR:
                continue
            if t[R_LENGTH + route] > vehicles or memo[TURNS + route] > turns:
                continue
            if home & (bit(t[R_A + route]) | bit(t[R_B + route])) == ZERO:
                continue
            bargain = memo[VALUE + route] / memo[TURNS + route]
            if bargain > best_bargain:
                best, best_bargain = route, bargain
        if best < 0:
            return
        memo[PLANNED + best] = 1.0
        memo[WEIGHT + best] += 0.01
        vehicles -= t[R_LENGTH + best]
        turns -= memo[TURNS + best]
        memo[COST + best] = 0.0


@big_kernel
def plan_turn(b, w, t, m, p, seat, memo):
    """Plan what to build, and whether to draw tickets first; the memo holds both for a while."""
    spaces, spent, _ = make_plan(
        b, w, t, m, p, seat, home_of(b, w, t, seat), tickets_of(w, seat), memo
    )
    vehicles = b[PLAYERS + seat * STRIDE + VEHICLES]
    spare_vehicles = vehicles - spaces >= p[TICKETS_MIN_VEHICLES]
    spare_turns = turns_left(b, t, p) - spent >= p[TICKETS_MIN_TURNS]
    memo[HUNGRY] = 1.0 if spare_vehicles and spare_turns else 0.0
    _add_spare_routes(b, w, t, p, seat, spaces, spent, memo)
    memo[READY] = 1.0 + p[PATIENCE]


@kernel
def follow_plan(b, w, t, m, p, seat, memo):
    """Choose an action of a turn by the plan in the memo; -1 if it knows none."""
    phase = b[PHASE]
    count_needs(b, t, seat, memo)
    if phase == TURN_ACTION:
        if memo[HUNGRY] > 0.0 and tickets_left(b, w) > 0:
            return t[CODE_TICKETS]
        route = best_claim(b, w, t, m, p, seat, memo, True)
        if route < 0 and turns_left(b, t, p) <= 2.0:
            route = best_claim(b, w, t, m, p, seat, memo, False)
        if route >= 0:
            return claim_code(b, t, seat, route, memo)
    code = best_draw(b, t, p, phase, memo)
    if code < 0 and phase == TURN_ACTION:
        route = best_claim(b, w, t, m, p, seat, memo, False)
        if route >= 0:
            return claim_code(b, t, seat, route, memo)
    return code


@kernel
def _still_stands(w, t, seat, memo):
    """Whether nothing planned was lost, and something is left to build or never was."""
    words = (PLAYERS + seat * STRIDE) // 8
    built, waiting = False, False
    for route in range(t[N_ROUTES]):
        if memo[PLANNED + route] > 0.0:
            mask = bit(route % 64)
            if w[words + OWN + route // 64] & mask:
                memo[PLANNED + route] = 0.0
                built = True
            elif w[CLOSED + route // 64] & mask:
                return False
            else:
                waiting = True
    return waiting or not built


@kernel
def turn_code(b, w, t, m, p, seat, memo):
    """Choose an action of a turn: by the plan there is, or by a new one; -1 if it knows none."""
    if b[PHASE] == TURN_ACTION:
        if memo[READY] <= 1.0 or not _still_stands(w, t, seat, memo):
            plan_turn(b, w, t, m, p, seat, memo)
        memo[READY] -= 1.0
    elif memo[READY] <= 0.0:
        plan_turn(b, w, t, m, p, seat, memo)
    return follow_plan(b, w, t, m, p, seat, memo)
