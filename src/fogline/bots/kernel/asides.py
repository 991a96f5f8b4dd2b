"""What the planner decides beside its turns: tickets, start city, tokens, markers, Alvin."""

from __future__ import annotations

from fogline.bots.kernel.memo import NEED, PLANNED
from fogline.bots.kernel.needs import cheapest_payment, count_needs
from fogline.bots.kernel.paths import home_of, open_points, tickets_of
from fogline.bots.kernel.plan import make_plan, turns_left
from fogline.bots.kernel.settings import MARKER_WORTH, TURN_WORTH
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ZERO, bit, lowest, popcount
from fogline.fast.kernel.flow import marker_free
from fogline.fast.layout import (
    CLAIMED,
    CLOSED,
    CODE_ALVIN,
    CODE_KEEP,
    CODE_MARK,
    CODE_NO_MARKER,
    CODE_STACK,
    CODE_START,
    CODE_TOKEN,
    HAND,
    M_AT,
    MARKER_COST,
    N_OFFERED,
    N_PLACES,
    N_ROUTES,
    N_SYMBOLS,
    N_WORDS,
    NONE,
    NW,
    OFFERED,
    PLAYERS,
    R_A,
    R_B,
    STACK_HEIGHT,
    STACK_PLACE,
    STRIDE,
    T_A,
    WILD,
)


@kernel
def keep_code(b, w, t, m, p, seat, memo, scratch, count):
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
def start_code(b, w, t, m, p, seat, memo, scratch, count):
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
def stack_code(b, w, t, m, p, seat, memo, scratch, count):
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
def token_code(b, t, scratch):
    """Take the scarcer token."""
    first, second = NONE + 1, NONE + 1
    for symbol in range(t[N_SYMBOLS]):
        if b[STACK_PLACE + symbol] == scratch[0] - t[CODE_TOKEN]:
            first = 0 + b[STACK_HEIGHT + symbol]
        if b[STACK_PLACE + symbol] == scratch[1] - t[CODE_TOKEN]:
            second = 0 + b[STACK_HEIGHT + symbol]
    return scratch[0] if first <= second else scratch[1]


@kernel
def alvin_code(w, t, m, scratch, count):
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
def marker_code(b, w, t, m, p, seat, memo):
    """Buy a marker where much is still to be built, with cards that the plan does not want."""
    best_end, best_points = -1, 0.0
    for end in range(2):
        city = t[(R_B if end else R_A) + b[CLAIMED]]
        if marker_free(b, t, city):
            points = 1.0 * open_points(w, t, m, city)
            if points > best_points:
                best_end, best_points = end, points
    gain = best_points * min(turns_left(b, t, p), 12.0) / 12.0
    if best_end < 0 or gain < p[MARKER_WORTH]:
        return t[CODE_NO_MARKER]
    count_needs(b, t, seat, memo)
    hand = PLAYERS + seat * STRIDE + HAND
    cost = t[MARKER_COST]
    way = cheapest_payment(b, seat, cost, 0, -1, memo)
    spent = way // WILD
    wanted = 3.0 * spent
    if spent < cost:
        wanted += memo[NEED + way % WILD] * (cost - spent) * 0.2
    wilds = 0 + b[hand + WILD]
    if spent > wilds or (spent < cost and b[hand + way % WILD] + spent < cost):
        return t[CODE_NO_MARKER]
    if gain < p[MARKER_WORTH] + wanted:
        return t[CODE_NO_MARKER]
    return t[CODE_MARK] + best_end * (cost * WILD + 1) + way
