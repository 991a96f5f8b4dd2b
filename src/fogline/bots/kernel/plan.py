"""The cheapest network for one's tickets, and what each route is worth."""

from __future__ import annotations

from fogline.bots.kernel import advice, paths, weights
from fogline.bots.kernel.planner_memory import FAR, TURNS_LEFT
from fogline.fast import board, hooks
from fogline.fast.constants import NONE
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest
from fogline.fast.mechanics import claiming, ending


@kernel
def turns_left(g, p):
    """Estimate how many turns each seat has left."""
    seats = board.seats(g)
    if ending.turns_left(g) != NONE:
        return float((ending.turns_left(g) + seats - 1) // seats)
    fewest = 1000
    for other in range(seats):
        fewest = min(fewest, claiming.vehicles(g, other))
    return 1.0 + p.weights[weights.TURNS_PER_VEHICLE] * max(fewest - ending.vehicles_at_last(g), 0)


@kernel
def value_routes(g, seat, p):
    """Write what claiming each route is worth, by all mechanics together."""
    for route in range(board.routes(g)):
        p.value[route] = advice.value(g, seat, route, p)


@kernel
def _arrival(g, seat, place, p):
    """Return where the cheapest path from home to a place ends; links may do the rest."""
    best = place
    if hooks.linked(g):
        joined = claiming.joined_to(g, seat, place)
        while joined != ZERO:
            if p.distance[lowest(joined)] < p.distance[best]:
                best = lowest(joined)
            joined &= joined - ONE
    return best


@kernel
def _path_for_ticket(g, seat, ticket, p):
    """Find the cheapest path that completes a ticket; return whether it exists, and where it ends.

    A network that is one piece must reach both ends from home, by paths that are known already;
    otherwise one end must reach the other.
    """
    first, second = board.ticket_ends(g, ticket)
    if claiming.is_one_piece(g):
        first, second = _arrival(g, seat, first, p), _arrival(g, seat, second, p)
        return (
            p.distance[first] + p.distance[second] < FAR,
            first,
            second,
        )
    goal = paths.cheapest_ways(
        g, claiming.joined_to(g, seat, first), claiming.joined_to(g, seat, second), p
    )
    return goal >= 0, goal, -1


@kernel
def _measure(g, p, place):
    """Add up the spaces and turns still to build on the path to a place."""
    spaces, turns = 0, 0.0
    while place >= 0 and p.via[place] >= 0.0:
        route = int(p.via[place])
        if p.cost[route] > 0.0:
            spaces += board.length(g, route)
            turns += p.turns[route]
        place = board.across(g, route, place)
    return spaces, turns


@kernel
def _take_path(g, p, place, worth):
    """Add the path to a place to the plan; its routes cost nothing from now on."""
    while place >= 0 and p.via[place] >= 0.0:
        route = int(p.via[place])
        if p.cost[route] > 0.0:
            p.planned[route] = 1.0
            p.cost[route] = 0.0
        if p.planned[route] > 0.0:
            p.weight[route] += worth
        place = board.across(g, route, place)


@entry_point
def make_plan(g, seat, home, tickets, p):
    """Plan a network for these tickets: the best bargain first, until vehicles or turns run out.

    Return the spaces and the turns that the plan takes, and the points that its tickets change.
    """
    value_routes(g, seat, p)
    paths.price_routes(g, seat, p)
    for route in range(board.routes(g)):
        if 0.0 < p.cost[route] < FAR:
            p.cost[route] = max(
                p.cost[route] - p.weights[weights.POINTS_IN_COST] * p.value[route],
                0.2,
            )
        p.planned[route] = 0.0
        p.weight[route] = 0.0
    vehicles = claiming.vehicles(g, seat)
    turns = turns_left(g, p)
    p.plan[TURNS_LEFT] = turns
    worth = 0.0
    spaces = 0
    spent = 0.0
    waiting = tickets
    for ticket in range(board.tickets(g)):
        p.dropped[ticket] = 0.0
        if waiting & bit(ticket) and claiming.is_complete(g, seat, ticket):
            waiting &= ~bit(ticket)
            worth += board.ticket_points(g, ticket)
    while waiting != ZERO:
        best, best_bargain = -1, -1e9
        if claiming.is_one_piece(g):
            paths.cheapest_ways(g, home, ZERO, p)
        rest = waiting
        while rest != ZERO:
            ticket = lowest(rest)
            rest &= rest - ONE
            found, one, two = _path_for_ticket(g, seat, ticket, p)
            if not found:
                continue
            more, longer = _measure(g, p, one)
            other, slower = _measure(g, p, two)
            longer += slower
            gain = (
                p.weights[weights.TICKET_WORTH] * board.ticket_points(g, ticket)
                - p.weights[weights.TURN_WORTH] * longer
            )
            if spaces + more + other > vehicles or spent + longer > turns or gain < 0.0:
                continue
            bargain = (gain + 0.1) / (longer + 0.5)
            if bargain > best_bargain:
                best, best_bargain = ticket, bargain
        if best < 0:
            break
        waiting &= ~bit(best)
        found, one, two = _path_for_ticket(g, seat, best, p)
        more, longer = _measure(g, p, one)
        share = p.weights[weights.TICKET_WORTH] * board.ticket_points(g, best) / (longer + 1.0)
        spaces += more
        spent += longer
        _take_path(g, p, one, share)
        more, longer = _measure(g, p, two)
        spaces += more
        spent += longer
        _take_path(g, p, two, share)
        worth += board.ticket_points(g, best)
    while waiting != ZERO:
        ticket = lowest(waiting)
        waiting &= waiting - ONE
        p.dropped[ticket] = 1.0
        worth -= board.ticket_points(g, ticket)
    return spaces, spent, worth
