"""The planner: builds for its tickets first, then for points, and knows whom a route pays."""

from __future__ import annotations

from fogline.bots.kernel.memo import (
    COST,
    FAR,
    HUNGRY,
    NEED,
    PLANNED,
    READY,
    TURNS,
    VALUE,
    WEIGHT,
)
from fogline.bots.kernel.needs import (
    best_claim,
    best_draw,
    cheapest_payment,
    claim_code,
    count_needs,
)
from fogline.bots.kernel.paths import home_of, open_points, tickets_of
from fogline.bots.kernel.plan import make_plan, turns_left
from fogline.bots.kernel.settings import (
    MARKER_WORTH,
    SPARE_VALUE,
    TICKETS_MIN_TURNS,
    TICKETS_MIN_VEHICLES,
    TURN_WORTH,
)
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ZERO, bit, lowest, popcount
from fogline.fast.kernel.flow import marker_free
from fogline.fast.kernel.legal import legal_codes
from fogline.fast.kernel.tickets import tickets_left
from fogline.fast.layout import (
    ALVINS_MOVE,
    CLAIMED,
    CLOSED,
    CODE_ALVIN,
    CODE_KEEP,
    CODE_MARK,
    CODE_NO_MARKER,
    CODE_STACK,
    CODE_START,
    CODE_TICKETS,
    CODE_TOKEN,
    FIRST_TICKETS,
    HAND,
    M_AT,
    MARKER,
    MARKER_COST,
    N_OFFERED,
    N_PLACES,
    N_ROUTES,
    N_SYMBOLS,
    N_WORDS,
    NONE,
    NW,
    OFFER,
    OFFERED,
    PHASE,
    PLAYERS,
    R_A,
    R_B,
    R_LENGTH,
    SECOND_CARD,
    STACK,
    STACK_HEIGHT,
    STACK_PLACE,
    START_CITY,
    STRIDE,
    T_A,
    TOKEN,
    TURN_ACTION,
    VEHICLES,
    WILD,
)


@big_kernel
def plan_code(b, w, t, m, p, seat, memo, scratch):
    """Choose an action for a seat."""
    phase = b[PHASE]
    count = legal_codes(b, w, t, m, seat, scratch)
    if count == 1:
        return scratch[0]
    if phase == TURN_ACTION or phase == SECOND_CARD:
        return _turn(b, w, t, m, p, seat, memo, scratch)
    if phase == FIRST_TICKETS or phase == OFFER:
        return _keep(b, w, t, m, p, seat, memo, scratch, count)
    if phase == START_CITY:
        return _start_city(b, w, t, m, p, seat, memo, scratch, count)
    if phase == STACK:
        return _stack(b, w, t, m, p, seat, memo, scratch, count)
    if phase == TOKEN:
        return _token(b, t, scratch)
    if phase == ALVINS_MOVE:
        return _alvin(w, t, m, scratch, count)
    if phase == MARKER:
        return _marker(b, w, t, m, p, seat, memo)
    return scratch[0]


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
    """Plan what to build, and whether to draw tickets first; the memo holds both."""
    spaces, spent, _ = make_plan(
        b, w, t, m, p, seat, home_of(b, w, t, seat), tickets_of(w, seat), memo
    )
    vehicles = b[PLAYERS + seat * STRIDE + VEHICLES]
    spare_vehicles = vehicles - spaces >= p[TICKETS_MIN_VEHICLES]
    spare_turns = turns_left(b, t, p) - spent >= p[TICKETS_MIN_TURNS]
    memo[HUNGRY] = 1.0 if spare_vehicles and spare_turns else 0.0
    _add_spare_routes(b, w, t, p, seat, spaces, spent, memo)
    memo[READY] = 1.0


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
def _turn(b, w, t, m, p, seat, memo, scratch):
    plan_turn(b, w, t, m, p, seat, memo)
    code = follow_plan(b, w, t, m, p, seat, memo)
    return code if code >= 0 else scratch[0]


@kernel
def _keep(b, w, t, m, p, seat, memo, scratch, count):
    """Keep the tickets that promise most."""
    player = PLAYERS + seat * STRIDE
    best, best_worth = scratch[0], -1e9
    for position in range(count):
        chosen = scratch[position] - t[CODE_KEEP]
        tickets = tickets_of(w, seat)
        for offered in range(b[player + N_OFFERED]):
            if (chosen >> offered) & 1:
                tickets |= bit(b[player + OFFERED + offered])
        home = home_of(b, w, t, seat)
        if home == ZERO:
            home = _first_home(t, tickets)
        _, spent, worth = make_plan(b, w, t, m, p, seat, home, tickets, memo)
        worth -= 0.5 * p[TURN_WORTH] * spent
        if worth > best_worth:
            best, best_worth = scratch[position], worth
    return best


@kernel
def _first_home(t, tickets):
    """Before there is a start city, an end of the first ticket stands for it."""
    from_ticket = lowest(tickets)
    return bit(t[T_A + from_ticket])


@kernel
def _start_city(b, w, t, m, p, seat, memo, scratch, count):
    """Start where the tickets cost least, and where much can be built."""
    best, best_worth = scratch[0], -1e9
    for position in range(count):
        city = scratch[position] - t[CODE_START]
        _, spent, worth = make_plan(b, w, t, m, p, seat, bit(city), tickets_of(w, seat), memo)
        worth -= p[TURN_WORTH] * spent
        worth += 0.05 * open_points(w, t, m, city)
        if worth > best_worth:
            best, best_worth = scratch[position], worth
    return best


@kernel
def _stack(b, w, t, m, p, seat, memo, scratch, count):
    """Put the stack where the own plan passes."""
    make_plan(b, w, t, m, p, seat, home_of(b, w, t, seat), tickets_of(w, seat), memo)
    for position in range(count):
        place = (scratch[position] - t[CODE_STACK]) % t[N_PLACES]
        for route in range(t[N_ROUTES]):
            if memo[PLANNED + route] > 0.0:
                if t[R_A + route] == place or t[R_B + route] == place:
                    return scratch[position]
    return scratch[0]


@kernel
def _token(b, t, scratch):
    """Take the scarcer token."""
    first, second = NONE + 1, NONE + 1
    for symbol in range(t[N_SYMBOLS]):
        if b[STACK_PLACE + symbol] == scratch[0] - t[CODE_TOKEN]:
            first = 0 + b[STACK_HEIGHT + symbol]
        if b[STACK_PLACE + symbol] == scratch[1] - t[CODE_TOKEN]:
            second = 0 + b[STACK_HEIGHT + symbol]
    return scratch[0] if first <= second else scratch[1]


@kernel
def _alvin(w, t, m, scratch, count):
    """Hide Alvin where fewest routes can still reach him."""
    best, fewest = scratch[0], 1000
    for position in range(count):
        city = scratch[position] - t[CODE_ALVIN]
        routes = 0
        for word in range(t[N_WORDS]):
            routes += popcount(m[M_AT + city * NW + word] & ~w[CLOSED + word])
        if routes < fewest:
            best, fewest = scratch[position], routes
    return best


@kernel
def _marker(b, w, t, m, p, seat, memo):
    """Buy a marker where much is still to be built, with cards that are not wanted."""
    make_plan(b, w, t, m, p, seat, home_of(b, w, t, seat), tickets_of(w, seat), memo)
    count_needs(b, t, seat, memo)
    hand = PLAYERS + seat * STRIDE + HAND
    cost = t[MARKER_COST]
    best_end, best_points = -1, 0.0
    for end in range(2):
        city = t[(R_B if end else R_A) + b[CLAIMED]]
        if marker_free(b, t, city):
            points = 1.0 * open_points(w, t, m, city)
            if points > best_points:
                best_end, best_points = end, points
    if best_end < 0:
        return t[CODE_NO_MARKER]
    way = cheapest_payment(b, seat, cost, 0, -1, memo)
    spent = way // WILD
    wanted = 3.0 * spent
    if spent < cost:
        wanted += memo[NEED + way % WILD] * (cost - spent) * 0.2
    wilds = 0 + b[hand + WILD]
    if spent > wilds or (spent < cost and b[hand + way % WILD] + spent < cost):
        return t[CODE_NO_MARKER]
    turns = turns_left(b, t, p)
    if best_points * min(turns, 12.0) / 12.0 < p[MARKER_WORTH] + wanted:
        return t[CODE_NO_MARKER]
    return t[CODE_MARK] + best_end * (cost * WILD + 1) + way
