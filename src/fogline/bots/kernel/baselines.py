"""The simple players: greedy, and the four styles that studies of this family of games use."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel.kinds import GREEDY, LONG_ROUTES, ONE_STEP, TICKET_HUNGRY
from fogline.bots.kernel.needs import best_claim, best_draw, claim_code, count_needs
from fogline.bots.kernel.plan import make_plan, value_routes
from fogline.bots.kernel.side_decisions import asks_for_home
from fogline.fast import hooks
from fogline.fast.advice import FAR, PLANNED, TURNS, WEIGHT, open_points
from fogline.fast.board import N_ROUTES, R_A, R_B, R_LENGTH, T_A, T_B, T_POINTS
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.play import legal_codes, phase_of
from fogline.fast.kernel.records import record
from fogline.fast.mechanics.claiming import START_VEHICLES, VEHICLES, is_complete
from fogline.fast.mechanics.drawing import SECOND_CARD
from fogline.fast.mechanics.tickets import (
    DRAW_TICKETS,
    KEEP,
    KEEP_DEALT,
    tickets_left,
    tickets_of,
)  # fmt: skip
from fogline.fast.mechanics.turns import ACTION

HUNGER = 2
"""How many times the number of first tickets a hungry player collects."""


@kernel
def _points_of(g, tickets):
    points = 0
    while tickets != ZERO:
        points += g.t[T_POINTS + lowest(tickets)]
        tickets &= tickets - ONE
    return points


@kernel
def _keep(g, p, count, most):
    """Keep as few tickets as may be, the cheap ones; or as many, when hungry."""
    best, best_points = p.codes[0], 1 << 30
    for position in range(count):
        tickets = np.uint64(p.codes[position] - KEEP)
        points = _points_of(g, tickets) + 1000 * popcount(tickets)
        if most:
            points = -points
        if points < best_points:
            best, best_points = p.codes[position], points
    return best


@kernel
def _start(g, seat, p, count):
    """Start at the end of a ticket where most points can be built."""
    best, best_points = p.codes[0], -1
    for position in range(count):
        place = hooks.home_after(g, p.codes[position])
        points = open_points(g, place)
        rest = tickets_of(g, seat)
        while rest != ZERO:
            ticket = lowest(rest)
            rest &= rest - ONE
            if g.t[T_A + ticket] == place or g.t[T_B + ticket] == place:
                points += 1000
        if points > best_points:
            best, best_points = p.codes[position], points
    return best


@kernel
def _build(g, seat, p):
    """Claim a planned route, or draw for the plan; with no plan, the most points."""
    count_needs(g, seat, p)
    if phase_of(g) == ACTION:
        planned = False
        for route in range(g.t[N_ROUTES]):
            planned = planned or p.plan[PLANNED + route] > 0.0
        route = best_claim(g, seat, p, planned)
        if route >= 0:
            return claim_code(g, seat, route, p)
    code = best_draw(g, p)
    return code if code >= 0 else p.codes[0]


@kernel
def _clear(g, p):
    for route in range(g.t[N_ROUTES]):
        p.plan[PLANNED + route] = 0.0
        p.plan[WEIGHT + route] = 0.0


@kernel
def _plan_one_ticket(g, seat, p):
    """Plan the most valuable ticket that is not complete, by its cheapest way."""
    waiting = ZERO
    rest = tickets_of(g, seat)
    most = 0
    while rest != ZERO:
        ticket = lowest(rest)
        rest &= rest - ONE
        if not is_complete(g, seat, ticket) and g.t[T_POINTS + ticket] > most:
            most = g.t[T_POINTS + ticket]
            waiting = bit(ticket)
    make_plan(g, seat, hooks.home(g, seat), waiting, p)


@kernel
def _plan_longest_route(g, seat, p):
    """Plan the longest route there is; of those as long, one on the way of a ticket."""
    home = hooks.home(g, seat)
    make_plan(g, seat, home, tickets_of(g, seat), p)
    best, best_rank = -1, 0.0
    for route in range(g.t[N_ROUTES]):
        turns = p.plan[TURNS + route]
        if turns <= 0.0 or turns >= FAR:
            continue
        if home & (bit(g.t[R_A + route]) | bit(g.t[R_B + route])) == ZERO:
            continue
        rank = 100.0 * g.t[R_LENGTH + route] + 10.0 * p.plan[PLANNED + route] - turns
        if rank > best_rank:
            best, best_rank = route, rank
    _clear(g, p)
    if best >= 0:
        p.plan[PLANNED + best] = 1.0


@kernel
def _is_hungry(g, seat):
    """Before its first route a hungry player collects tickets."""
    if phase_of(g) != ACTION or tickets_left(g) == 0:
        return False
    started = g.b[record(seat) + VEHICLES] != g.t[START_VEHICLES]
    return not started and popcount(tickets_of(g, seat)) < HUNGER * g.t[KEEP_DEALT] + 1


@big_kernel
def baseline_code(kind, g, seat, p):
    """Choose an action by one of the simple kinds of player."""
    count = legal_codes(g, seat, p.codes)
    if phase_of(g) != ACTION and phase_of(g) != SECOND_CARD:
        if p.codes[0] >= KEEP:
            return _keep(g, p, count, kind == TICKET_HUNGRY)
        return _start(g, seat, p, count) if asks_for_home(g, p) else p.codes[0]
    if kind == TICKET_HUNGRY and _is_hungry(g, seat):
        return g.t[DRAW_TICKETS]
    if kind == GREEDY:
        value_routes(g, seat, p)
        _clear(g, p)
    elif kind == ONE_STEP:
        _plan_one_ticket(g, seat, p)
    elif kind == LONG_ROUTES:
        _plan_longest_route(g, seat, p)
    else:
        make_plan(g, seat, hooks.home(g, seat), tickets_of(g, seat), p)
    return _build(g, seat, p)
