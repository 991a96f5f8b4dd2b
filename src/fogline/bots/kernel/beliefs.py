"""Beliefs of search about others' tickets, by a network or, on boards without one, by a formula."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel import advice, network, paths, weights
from fogline.bots.kernel.planner_memory import FAR
from fogline.fast import board
from fogline.fast.constants import CARDS
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.dice import next_word
from fogline.fast.mechanics import claiming, drawing, tickets, turns

MORE = CARDS + 5
"""How many numbers describe a seat in addition to its routes and places."""
MOST = 20.0
"""The bound of an exponent."""
UNIT = 1.0 / (1 << 53)
LN2, LN2_REST = 0.6931471803691238, 1.9082149292705877e-10
"""The natural logarithm of 2 in two parts; a multiple of the first up to 1,000 is exact."""


@kernel
def _unit(rng):
    """Return a number from 0 up to, and without, 1."""
    return (next_word(rng) >> np.uint64(11)) * UNIT


@kernel
def exponential(x):
    """Return e to the power of x, for x from -700 to 700; its relative error is below 3e-16.

    Plain arithmetic is the same on every machine; a mathematical library is not. A polynomial
    gives the power of x less `n` times ln 2; `n` factors of 2 or 1/2 follow.
    """
    n = int(x / LN2 + 0.5) if x >= 0.0 else int(x / LN2 - 0.5)
    rest = x - n * LN2 - n * LN2_REST
    power = 1.0
    for k in range(13, 0, -1):
        power = 1.0 + power * rest / k
    factor = 2.0 if n >= 0 else 0.5
    n = abs(n)
    while n > 0:
        if n & 1:
            power *= factor
        factor *= factor
        n >>= 1
    return power


@entry_point
def measure_affinity(g, seat, p, beliefs, out):
    """Write how much likelier than by chance each other seat holds each ticket.

    A path that is largely built is likelier if its ticket is held. `beliefs` are the numbers of
    `weights.Beliefs`.
    """
    mean = 0.0
    for ticket in range(board.tickets(g)):
        mean += board.ticket_points(g, ticket) / board.tickets(g)
    for other in range(board.seats(g)):
        if other == seat:
            continue
        paths.price_routes(g, other, p)
        for route in range(board.routes(g)):
            if 0.0 < p.cost[route] < FAR:
                p.cost[route] = board.length(g, route)
        vehicles = claiming.vehicles(g, other)
        progress = 1.0 - vehicles / claiming.start_vehicles(g)
        reach = claiming.reach(g, other)
        for ticket in range(board.tickets(g)):
            one, two = board.ticket_ends(g, ticket)
            first = claiming.joined_to(g, other, one)
            goal = paths.cheapest_ways(g, first, claiming.joined_to(g, other, two), p)
            left = p.distance[goal] if goal >= 0 else FAR
            points = board.ticket_points(g, ticket)
            built = max(1.0 - left / points, 0.0)
            likely = (beliefs[weights.BUILT] + beliefs[weights.BUILT_LATE] * progress) * built
            likely += beliefs[weights.POINTS] * points / mean
            likely += beliefs[weights.ENDS] * popcount(reach & (bit(one) | bit(two)))
            if goal < 0:
                likely += beliefs[weights.CUT_OFF]
            elif left == 0.0:
                likely += beliefs[weights.COMPLETE]
            elif left > vehicles:
                likely += beliefs[weights.TOO_FAR]
            out[other, ticket] = exponential(likely)


@kernel
def describe(g, seat, hidden, x):
    """Write the public facts about a seat, in a state as far as it is known.

    `hidden` counts the unknown cards of each hand in row 0, and in row 1 the unknown tickets.
    """
    routes, places = board.routes(g), board.places(g)
    for route in range(routes):
        x[route] = 1.0 if claiming.owns(g, seat, route) else 0.0
    network = claiming.reach(g, seat)
    if claiming.is_one_piece(g):
        network |= advice.home(g, seat)
    for place in range(places):
        x[routes + place] = 1.0 if network & bit(place) != ZERO else 0.0
    rest = x[routes + places :]
    for card in range(CARDS):
        rest[card] = drawing.held(g, seat, card) / 4.0
    rest = rest[CARDS:]
    rest[0] = hidden[0, seat] / 10.0
    rest[1] = hidden[1, 2 + seat] / 4.0
    rest[2] = claiming.vehicles(g, seat) / claiming.start_vehicles(g)
    rest[3] = turns.ended(g) / (30.0 * board.seats(g))
    rest[4] = board.seats(g) / 4.0


@entry_point
def learnt_affinity(g, seat, hidden, believer, out):
    """Write how likely each other seat holds each ticket, by a trained network."""
    for other in range(board.seats(g)):
        if other != seat:
            describe(g, other, hidden, believer.inputs)
            network.ask(believer)
            for ticket in range(board.tickets(g)):
                likely = 0.0 + believer.last.out[ticket]
                out[other, ticket] = exponential(min(max(likely, -MOST), MOST))


@kernel
def guess_hands(g, hidden, affinity):
    """Deal the unknown tickets of other hands, likelier ones more often.

    Row 1 of `hidden` counts the unknown tickets, as for `fill_in`; row 2 gets the rest.
    """
    unknown = tickets.unknown_tickets(g)
    hidden[2, 0] = hidden[1, 0]
    hidden[2, 1] = hidden[1, 1]
    for other in range(board.seats(g)):
        hidden[2, 2 + other] = 0
        for _ in range(hidden[1, 2 + other]):
            total = 0.0
            rest = unknown
            while rest != ZERO:
                total += affinity[other, lowest(rest)]
                rest &= rest - ONE
            mark = _unit(g.rng) * total
            rest = unknown
            chosen = lowest(rest)
            while rest != ZERO:
                chosen = lowest(rest)
                rest &= rest - ONE
                mark -= affinity[other, chosen]
                if mark < 0.0:
                    break
            unknown &= ~bit(chosen)
            tickets.give_ticket(g, other, chosen)
