"""The simple players: greedy, and the four styles that studies of this family of games use."""

from __future__ import annotations

from fogline.bots.kernel.kinds import GREEDY, LONG_ROUTES, ONE_STEP, TICKET_HUNGRY
from fogline.bots.kernel.memo import FAR, PLANNED, TURNS, WEIGHT
from fogline.bots.kernel.needs import best_claim, best_draw, claim_code, count_needs
from fogline.bots.kernel.paths import home_of, open_points, tickets_of
from fogline.bots.kernel.plan import make_plan, value_routes
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.kernel.tickets import is_complete, tickets_left
from fogline.fast.layout import (
    CODE_KEEP,
    CODE_START,
    CODE_TICKETS,
    FIRST_TICKETS,
    KEEP_DEALT,
    N_OFFERED,
    N_ROUTES,
    OFFER,
    OFFERED,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    R_LENGTH,
    SECOND_CARD,
    START_CITY,
    START_VEHICLES,
    STRIDE,
    T_A,
    T_B,
    T_POINTS,
    TURN_ACTION,
    VEHICLES,
)

HUNGER = 2
"""How many times the number of first tickets a hungry player collects."""


@kernel
def _offered(b, seat, chosen):
    """Return a choice of offered tickets as a mask of tickets."""
    player = PLAYERS + seat * STRIDE
    tickets = ZERO
    for position in range(b[player + N_OFFERED]):
        if (chosen >> position) & 1:
            tickets |= bit(b[player + OFFERED + position])
    return tickets


@kernel
def _points_of(t, tickets):
    points = 0
    while tickets != ZERO:
        points += t[T_POINTS + lowest(tickets)]
        tickets &= tickets - ONE
    return points


@kernel
def _keep(b, t, seat, scratch, count, most):
    """Keep as few tickets as may be, the cheap ones; or as many, when hungry."""
    best, best_points = scratch[0], 1 << 30
    for position in range(count):
        chosen = scratch[position] - t[CODE_KEEP]
        tickets = _offered(b, seat, chosen)
        points = _points_of(t, tickets) + 1000 * popcount(tickets)
        if most:
            points = -points
        if points < best_points:
            best, best_points = scratch[position], points
    return best


@kernel
def _start(w, t, m, scratch, count, tickets):
    """Start at the end of a ticket where most points can be built."""
    best, best_points = scratch[0], -1
    for position in range(count):
        city = scratch[position] - t[CODE_START]
        points = open_points(w, t, m, city)
        rest = tickets
        while rest != ZERO:
            ticket = lowest(rest)
            rest &= rest - ONE
            if t[T_A + ticket] == city or t[T_B + ticket] == city:
                points += 1000
        if points > best_points:
            best, best_points = scratch[position], points
    return best


@kernel
def _aside(b, w, t, m, seat, scratch, count, hungry):
    """Decide what is not an action of a turn."""
    phase = b[PHASE]
    if phase == FIRST_TICKETS or phase == OFFER:
        return _keep(b, t, seat, scratch, count, hungry)
    if phase == START_CITY:
        return _start(w, t, m, scratch, count, tickets_of(w, seat))
    return scratch[0]


@kernel
def _build(b, w, t, m, p, seat, memo, scratch):
    """Claim a planned route, or draw for the plan; with no plan, the most points."""
    phase = b[PHASE]
    count_needs(b, t, seat, memo)
    if phase == TURN_ACTION:
        planned = False
        for route in range(t[N_ROUTES]):
            planned = planned or memo[PLANNED + route] > 0.0
        route = best_claim(b, w, t, m, p, seat, memo, planned)
        if route >= 0:
            return claim_code(b, t, seat, route, memo)
    code = best_draw(b, t, p, phase, memo)
    return code if code >= 0 else scratch[0]


@kernel
def _clear(t, memo):
    for route in range(t[N_ROUTES]):
        memo[PLANNED + route] = 0.0
        memo[WEIGHT + route] = 0.0


@kernel
def _plan_one_ticket(b, w, t, m, p, seat, memo):
    """The most valuable ticket that is not complete, by its cheapest way."""
    waiting = ZERO
    rest = tickets_of(w, seat)
    most = 0
    while rest != ZERO:
        ticket = lowest(rest)
        rest &= rest - ONE
        if not is_complete(b, w, t, seat, ticket) and t[T_POINTS + ticket] > most:
            most = t[T_POINTS + ticket]
            waiting = bit(ticket)
    make_plan(b, w, t, m, p, seat, home_of(b, w, t, seat), waiting, memo)


@kernel
def _plan_longest_route(b, w, t, m, p, seat, memo):
    """The longest route there is; of those as long, one on the way of a ticket."""
    home = home_of(b, w, t, seat)
    make_plan(b, w, t, m, p, seat, home, tickets_of(w, seat), memo)
    best, best_rank = -1, 0.0
    for route in range(t[N_ROUTES]):
        turns = memo[TURNS + route]
        if turns <= 0.0 or turns >= FAR:
            continue
        if home & (bit(t[R_A + route]) | bit(t[R_B + route])) == ZERO:
            continue
        rank = 100.0 * t[R_LENGTH + route] + 10.0 * memo[PLANNED + route] - turns
        if rank > best_rank:
            best, best_rank = route, rank
    _clear(t, memo)
    if best >= 0:
        memo[PLANNED + best] = 1.0


@kernel
def _is_hungry(b, w, t, seat):
    """Before its first route a hungry player collects tickets."""
    enough = HUNGER * t[KEEP_DEALT] + 1
    if b[PHASE] != TURN_ACTION or tickets_left(b, w) == 0:
        return False
    started = b[PLAYERS + seat * STRIDE + VEHICLES] != t[START_VEHICLES]
    return not started and popcount(tickets_of(w, seat)) < enough


@big_kernel
def style_code(kind, b, w, t, m, p, seat, memo, scratch):
    """Choose an action by one of the simple kinds of player."""
    count = legal_codes(b, w, t, m, seat, scratch)
    phase = b[PHASE]
    if phase != TURN_ACTION and phase != SECOND_CARD:
        return _aside(b, w, t, m, seat, scratch, count, kind == TICKET_HUNGRY)
    if kind == TICKET_HUNGRY and _is_hungry(b, w, t, seat):
        return t[CODE_TICKETS]
    if kind == GREEDY:
        value_routes(b, t, p, seat, memo)
        _clear(t, memo)
    elif kind == ONE_STEP:
        _plan_one_ticket(b, w, t, m, p, seat, memo)
    elif kind == LONG_ROUTES:
        _plan_longest_route(b, w, t, m, p, seat, memo)
    else:
        home = home_of(b, w, t, seat)
        make_plan(b, w, t, m, p, seat, home, tickets_of(w, seat), memo)
    return _build(b, w, t, m, p, seat, memo, scratch)
