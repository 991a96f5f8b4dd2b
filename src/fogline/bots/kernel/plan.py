"""A cheapest network for one's tickets, and what each route is worth."""

from __future__ import annotations

from fogline.bots.kernel.memo import (
    COST,
    DIST,
    DROPPED,
    FAR,
    PLANNED,
    TURNS,
    VALUE,
    VIA,
    WEIGHT,
)
from fogline.bots.kernel.paths import cheapest_ways, joined_to, price_routes
from fogline.bots.kernel.settings import (
    ALVIN_WORTH,
    OTHERS_POINTS,
    POINTS_IN_COST,
    TICKET_WORTH,
    TOKEN_WORTH,
    TURN_WORTH,
    TURNS_PER_VEHICLE,
)
from fogline.fast.jit import kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.tickets import is_complete
from fogline.fast.layout import (
    ALVIN_CITY,
    ALVIN_HOLDER,
    ALVIN_VALUE,
    CONNECTED,
    CONTROLLER,
    CONTROLLER_SCORES,
    HELD,
    LEFT,
    N_ROUTES,
    N_SEATS,
    N_SYMBOLS,
    N_TICKETS,
    NONE,
    PLAYERS,
    R_A,
    R_B,
    R_LENGTH,
    R_POINTS,
    STACK_HEIGHT,
    STACK_PLACE,
    STRIDE,
    T_A,
    T_B,
    T_POINTS,
    TOKEN_VALUE,
    VEHICLES,
    VEHICLES_LEFT,
)


@kernel
def turns_left(b, t, p):
    """Estimate how many turns each seat has left."""
    seats = t[N_SEATS]
    if b[LEFT] != NONE:
        return float((b[LEFT] + seats - 1) // seats)
    fewest = 1000
    for other in range(seats):
        fewest = min(fewest, 0 + b[PLAYERS + other * STRIDE + VEHICLES])
    return 1.0 + p[TURNS_PER_VEHICLE] * max(fewest - t[VEHICLES_LEFT], 0)


@kernel
def next_token(b, t, seat):
    """What one more symbol would add to a seat's tokens at the end."""
    held = popcount(ONE * b[PLAYERS + seat * STRIDE + HELD])
    if held >= t[N_SYMBOLS]:
        return 0.0
    # Tokens are worth more together, so half of what the next but one adds counts now.
    value = 1.0 * (t[TOKEN_VALUE + held + 1] - t[TOKEN_VALUE + held])
    if held + 2 <= t[N_SYMBOLS]:
        value += 0.5 * (t[TOKEN_VALUE + held + 2] - t[TOKEN_VALUE + held + 1])
    return value


@kernel
def _has_wanted_token(b, t, seat, place):
    held = b[PLAYERS + seat * STRIDE + HELD]
    for symbol in range(t[N_SYMBOLS]):
        if b[STACK_PLACE + symbol] == place and b[STACK_HEIGHT + symbol] > 0:
            if not (held >> symbol) & 1:
                return True
    return False


@kernel
def value_routes(b, t, p, seat, memo):
    """Write what claiming each route is worth: points, tokens, Alvin, less what others get."""
    token = next_token(b, t, seat) * p[TOKEN_WORTH] if t[N_SYMBOLS] > 0 else 0.0
    seats = t[N_SEATS]
    for route in range(t[N_ROUTES]):
        first, second = t[R_A + route], t[R_B + route]
        points = 1.0 * t[R_POINTS + route]
        value = points
        if t[CONTROLLER_SCORES]:
            mine = 0
            others = 0
            for place in (first, second):
                if b[CONTROLLER + place] == seat:
                    mine += 1
                elif b[CONTROLLER + place] != NONE:
                    others += 1
            if mine + others > 0:
                value = points * mine - p[OTHERS_POINTS] * points * others / (seats - 1)
        if token > 0.0:
            if _has_wanted_token(b, t, seat, first) or _has_wanted_token(b, t, seat, second):
                value += token
        if t[ALVIN_VALUE] > 0 and b[ALVIN_HOLDER] != seat:
            if b[ALVIN_CITY] == first or b[ALVIN_CITY] == second:
                value += p[ALVIN_WORTH] * t[ALVIN_VALUE]
        memo[VALUE + route] = value


@kernel
def _way_to_ticket(b, w, t, m, seat, ticket, memo):
    """Find the cheapest way that completes a ticket: whether there is one, and where it arrives.

    A connected network must reach both ends from home, to which the ways are known already; else
    one end must reach the other.
    """
    first, second = t[T_A + ticket], t[T_B + ticket]
    if t[CONNECTED]:
        return memo[DIST + first] + memo[DIST + second] < FAR, first, second
    goal = cheapest_ways(
        t, m, joined_to(b, w, t, seat, first), joined_to(b, w, t, seat, second), memo
    )
    return goal >= 0, goal, -1


@kernel
def _measure(t, memo, place):
    """Add up the spaces and turns still to build on the way to a place."""
    spaces, turns = 0, 0.0
    while place >= 0 and memo[VIA + place] >= 0.0:
        route = int(memo[VIA + place])
        if memo[COST + route] > 0.0:
            spaces += t[R_LENGTH + route]
            turns += memo[TURNS + route]
        place = t[R_A + route] + t[R_B + route] - place
    return spaces, turns


@kernel
def _take_way(t, memo, place, worth):
    """Put the way to a place on the plan; its routes count nothing from now on."""
    while place >= 0 and memo[VIA + place] >= 0.0:
        route = int(memo[VIA + place])
        if memo[COST + route] > 0.0:
            memo[PLANNED + route] = 1.0
            memo[COST + route] = 0.0
        if memo[PLANNED + route] > 0.0:
            memo[WEIGHT + route] += worth
        place = t[R_A + route] + t[R_B + route] - place


@kernel
def make_plan(b, w, t, m, p, seat, home, tickets, memo):
    """Plan a network for these tickets: the best bargain first, until vehicles or turns run out.

    Return the spaces and the turns the plan takes, and the points its tickets change.
    """
    value_routes(b, t, p, seat, memo)
    price_routes(b, w, t, m, seat, memo)
    for route in range(t[N_ROUTES]):
        if 0.0 < memo[COST + route] < FAR:
            memo[COST + route] = max(
                memo[COST + route] - p[POINTS_IN_COST] * memo[VALUE + route], 0.2
            )
        memo[PLANNED + route] = 0.0
        memo[WEIGHT + route] = 0.0
    vehicles = 0 + b[PLAYERS + seat * STRIDE + VEHICLES]
    turns = turns_left(b, t, p)
    worth = 0.0
    spaces = 0
    spent = 0.0
    waiting = tickets
    for ticket in range(t[N_TICKETS]):
        memo[DROPPED + ticket] = 0.0
        if waiting & bit(ticket) and is_complete(b, w, t, seat, ticket):
            waiting &= ~bit(ticket)
            worth += t[T_POINTS + ticket]
    while waiting != ZERO:
        best, best_bargain = -1, -1e9
        if t[CONNECTED]:
            cheapest_ways(t, m, home, ZERO, memo)
        rest = waiting
        while rest != ZERO:
            ticket = lowest(rest)
            rest &= rest - ONE
            found, one, two = _way_to_ticket(b, w, t, m, seat, ticket, memo)
            if not found:
                continue
            more, longer = _measure(t, memo, one)
            other, slower = _measure(t, memo, two)
            longer += slower
            gain = p[TICKET_WORTH] * t[T_POINTS + ticket] - p[TURN_WORTH] * longer
            if spaces + more + other > vehicles or spent + longer > turns or gain < 0.0:
                continue
            bargain = (gain + 0.1) / (longer + 0.5)
            if bargain > best_bargain:
                best, best_bargain = ticket, bargain
        if best < 0:
            break
        waiting &= ~bit(best)
        found, one, two = _way_to_ticket(b, w, t, m, seat, best, memo)
        more, longer = _measure(t, memo, one)
        share = p[TICKET_WORTH] * t[T_POINTS + best] / (longer + 1.0)
        spaces += more
        spent += longer
        _take_way(t, memo, one, share)
        more, longer = _measure(t, memo, two)
        spaces += more
        spent += longer
        _take_way(t, memo, two, share)
        worth += t[T_POINTS + best]
    while waiting != ZERO:
        ticket = lowest(waiting)
        waiting &= waiting - ONE
        memo[DROPPED + ticket] = 1.0
        worth -= t[T_POINTS + ticket]
    return spaces, spent, worth
