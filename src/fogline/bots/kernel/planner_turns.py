"""The planner's turns: a plan for some turns, and the actions that follow from it."""

from __future__ import annotations

from fogline.bots.kernel import advice, needs, plan, weights
from fogline.bots.kernel.planner_memory import FAR, HUNGRY, READY
from fogline.fast import board
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ZERO
from fogline.fast.mechanics import claiming, tickets, turns


@kernel
def _add_spare_routes(g, seat, spaces, spent, p):
    """Add the best bargains among the other routes, if vehicles and turns are left."""
    home = advice.home(g, seat)
    vehicles = claiming.vehicles(g, seat) - spaces
    turns = plan.turns_left(g, p) - spent
    for _ in range(3):
        best, best_bargain = -1, p.weights[weights.SPARE_VALUE]
        for route in range(board.routes(g)):
            if p.cost[route] <= 0.0 or p.cost[route] >= FAR:
                continue
            if board.length(g, route) > vehicles or p.turns[route] > turns:
                continue
            if home & board.touched(g, route) == ZERO:
                continue
            bargain = p.value[route] / p.turns[route]
            if bargain > best_bargain:
                best, best_bargain = route, bargain
        if best < 0:
            return
        p.planned[best] = 1.0
        p.weight[best] += 0.01
        vehicles -= board.length(g, best)
        turns -= p.turns[best]
        p.cost[best] = 0.0


@entry_point
def plan_turn(g, seat, p):
    """Plan what to build, and whether to draw tickets first, for some turns."""
    spaces, spent, _ = plan.make_plan(g, seat, advice.home(g, seat), tickets.tickets_of(g, seat), p)
    vehicles = claiming.vehicles(g, seat)
    spare_vehicles = vehicles - spaces >= p.weights[weights.TICKETS_MIN_VEHICLES]
    spare_turns = plan.turns_left(g, p) - spent >= p.weights[weights.TICKETS_MIN_TURNS]
    p.plan[HUNGRY] = 1.0 if spare_vehicles and spare_turns else 0.0
    _add_spare_routes(g, seat, spaces, spent, p)
    p.plan[READY] = 1.0 + p.weights[weights.PATIENCE]


@kernel
def follow_plan(g, seat, p):
    """Choose an action of a turn by the plan; -1 if it knows none."""
    needs.count_needs(g, seat, p)
    if play.phase_of(g) != turns.ACTION:
        code, _ = needs.best_draw(g, p)
        return code
    if p.plan[HUNGRY] > 0.0 and tickets.tickets_left(g) > 0:
        return tickets.draw_code(g)
    code, need = needs.best_draw(g, p)
    is_late = plan.turns_left(g, p) <= p.weights[weights.LAST_TURNS]
    route, worth = needs.best_claim(g, seat, p, True)
    if route >= 0 and code >= 0 and not is_late and worth < p.weights[weights.DRAW_FIRST] * need:
        return code
    if route < 0 and (is_late or code < 0):
        route, worth = needs.best_claim(g, seat, p, False)
    return needs.claim_code(g, seat, route, p) if route >= 0 else code


@kernel
def _still_stands(g, seat, p):
    """Return whether every planned route is still available and the plan is not finished."""
    built, waiting = False, False
    for route in range(board.routes(g)):
        if p.planned[route] > 0.0:
            if claiming.owns(g, seat, route):
                p.planned[route] = 0.0
                built = True
            elif claiming.is_closed(g, route):
                return False
            else:
                waiting = True
    return waiting or not built


@kernel
def turn_code(g, seat, p):
    """Choose an action of a turn: by the plan there is, or by a new one; -1 if it knows none."""
    if play.phase_of(g) == turns.ACTION:
        if p.plan[READY] <= 1.0 or not _still_stands(g, seat, p):
            plan_turn(g, seat, p)
        p.plan[READY] -= 1.0
    elif p.plan[READY] <= 0.0:
        plan_turn(g, seat, p)
    return follow_plan(g, seat, p)
