"""The simple players: greedy, and the four styles that studies of this family of games use."""

from __future__ import annotations

import numpy as np

from fogline.bots import compiled_kinds as kinds
from fogline.bots.kernel import advice, needs, paths, plan, planner
from fogline.bots.kernel.planner_memory import FAR
from fogline.fast import board
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.mechanics import claiming, drawing, tickets, turns

HUNGER = 2
"""How many times the number of first tickets a hungry player collects."""


@kernel
def _points_of(g, tickets):
    points = 0
    while tickets != ZERO:
        points += board.ticket_points(g, lowest(tickets))
        tickets &= tickets - ONE
    return points


@kernel
def _keep(g, p, count, most):
    """Keep the fewest and cheapest tickets; or the most, when hungry."""
    best, best_points = p.codes[0], 1 << 30
    for position in range(count):
        kept = np.uint64(p.codes[position] - tickets.KEEP)
        points = _points_of(g, kept) + 1000 * popcount(kept)
        if most:
            points = -points
        if points < best_points:
            best, best_points = p.codes[position], points
    return best


@kernel
def _start(g, seat, p, count):
    """Choose the ticket's end where most points can be built as the start."""
    best, best_points = p.codes[0], -1
    for position in range(count):
        place = advice.home_after(g, p.codes[position])
        points = paths.open_points(g, place)
        rest = tickets.tickets_of(g, seat)
        while rest != ZERO:
            ticket = lowest(rest)
            rest &= rest - ONE
            one, two = board.ticket_ends(g, ticket)
            if one == place or two == place:
                points += 1000
        if points > best_points:
            best, best_points = p.codes[position], points
    return best


@kernel
def _build(g, seat, p):
    """Claim a planned route, or draw for the plan; with no plan, the most points."""
    needs.count_needs(g, seat, p)
    if play.phase_of(g) == turns.ACTION:
        planned = False
        for route in range(board.routes(g)):
            planned = planned or p.planned[route] > 0.0
        route, _ = needs.best_claim(g, seat, p, planned)
        if route >= 0:
            return needs.claim_code(g, seat, route, p)
    code, _ = needs.best_draw(g, p)
    return code if code >= 0 else p.codes[0]


@kernel
def _clear(g, p):
    for route in range(board.routes(g)):
        p.planned[route] = 0.0
        p.weight[route] = 0.0


@kernel
def _plan_one_ticket(g, seat, p):
    """Plan the most valuable ticket that is not complete, by its cheapest path."""
    waiting = ZERO
    rest = tickets.tickets_of(g, seat)
    most = 0
    while rest != ZERO:
        ticket = lowest(rest)
        rest &= rest - ONE
        if not claiming.is_complete(g, seat, ticket) and board.ticket_points(g, ticket) > most:
            most = board.ticket_points(g, ticket)
            waiting = bit(ticket)
    plan.make_plan(g, seat, advice.home(g, seat), waiting, p)


@kernel
def _plan_longest_route(g, seat, p):
    """Plan the longest route; of those as long, one on the path of a ticket."""
    home = advice.home(g, seat)
    plan.make_plan(g, seat, home, tickets.tickets_of(g, seat), p)
    best, best_rank = -1, 0.0
    for route in range(board.routes(g)):
        turns = p.turns[route]
        if turns <= 0.0 or turns >= FAR:
            continue
        if home & board.touched(g, route) == ZERO:
            continue
        rank = 100.0 * board.length(g, route) + 10.0 * p.planned[route] - turns
        if rank > best_rank:
            best, best_rank = route, rank
    _clear(g, p)
    if best >= 0:
        p.planned[best] = 1.0


@kernel
def _is_hungry(g, seat):
    """Return whether a hungry player still collects tickets, before its first route."""
    if play.phase_of(g) != turns.ACTION or tickets.tickets_left(g) == 0:
        return False
    started = claiming.vehicles(g, seat) != claiming.start_vehicles(g)
    return (
        not started and popcount(tickets.tickets_of(g, seat)) < HUNGER * tickets.keep_dealt(g) + 1
    )


@entry_point
def baseline_code(kind, g, seat, p):
    """Choose an action by one of the simple kinds of player."""
    count = play.legal_codes(g, seat, p.codes)
    if play.phase_of(g) != turns.ACTION and play.phase_of(g) != drawing.SECOND_CARD:
        if p.codes[0] >= tickets.KEEP:
            return _keep(g, p, count, kind == kinds.TICKET_HUNGRY)
        return _start(g, seat, p, count) if planner.asks_for_home(g, p) else p.codes[0]
    if kind == kinds.TICKET_HUNGRY and _is_hungry(g, seat):
        return tickets.draw_code(g)
    if kind == kinds.GREEDY:
        plan.value_routes(g, seat, p)
        _clear(g, p)
    elif kind == kinds.ONE_STEP:
        _plan_one_ticket(g, seat, p)
    elif kind == kinds.LONG_ROUTES:
        _plan_longest_route(g, seat, p)
    else:
        plan.make_plan(g, seat, advice.home(g, seat), tickets.tickets_of(g, seat), p)
    return _build(g, seat, p)
