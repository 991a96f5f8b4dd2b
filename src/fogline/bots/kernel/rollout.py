"""What search thinks of others' tickets, and of the end of a game."""

from __future__ import annotations

import numpy as np

from fogline.bots.kernel import paths, weights
from fogline.fast import advice, board
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel.bits import ONE, ZERO, bit, lowest, popcount
from fogline.fast.kernel.dice import next_word
from fogline.fast.kernel.records import record, score
from fogline.fast.mechanics import claiming, tickets

UNIT = 1.0 / (1 << 53)


@kernel
def _unit(rng):
    """Return a number from 0 up to, and without, 1."""
    return (next_word(rng) >> np.uint64(11)) * UNIT


@big_kernel
def measure_affinity(g, seat, p, beliefs, out):
    """For each other seat and ticket: how much likelier than by chance it is to be held.

    A ticket whose way is largely built is likelier the reason for building it. `beliefs` are the
    numbers of `weights.Beliefs`.
    """
    mean = 0.0
    for ticket in range(g.t[board.N_TICKETS]):
        mean += g.t[board.T_POINTS + ticket] / g.t[board.N_TICKETS]
    for other in range(g.t[board.N_SEATS]):
        if other == seat:
            continue
        paths.price_routes(g, other, p)
        for route in range(g.t[board.N_ROUTES]):
            if 0.0 < p.plan[advice.COST + route] < advice.FAR:
                p.plan[advice.COST + route] = g.t[board.R_LENGTH + route]
        vehicles = g.b[record(other) + claiming.VEHICLES]
        progress = 1.0 - vehicles / g.t[claiming.START_VEHICLES]
        reach = g.w[record(other) // 8 + claiming.REACH]
        for ticket in range(g.t[board.N_TICKETS]):
            one, two = g.t[board.T_A + ticket], g.t[board.T_B + ticket]
            first = claiming.joined_to(g, other, one)
            goal = paths.cheapest_ways(g, first, claiming.joined_to(g, other, two), p)
            left = p.plan[advice.DIST + goal] if goal >= 0 else advice.FAR
            points = g.t[board.T_POINTS + ticket]
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
            out[other, ticket] = np.exp(likely)


@kernel
def guess_hands(g, hidden, affinity):
    """Deal the unknown tickets of other hands, likelier ones more often.

    Row 1 of `hidden` counts what is unknown, as `fill_in` expects it; row 2 gets what is left.
    """
    unknown = tickets.unknown_tickets(g)
    hidden[2, 0] = hidden[1, 0]
    hidden[2, 1] = hidden[1, 1]
    for other in range(g.t[board.N_SEATS]):
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
            g.w[record(other) // 8 + tickets.TICKETS] |= bit(chosen)


@kernel
def reward(g, seat, how):
    """What the end of a game is worth to a seat, from 0 to 1: victory, and by how much."""
    own = score(g, seat)
    best = -1000
    ahead, level = True, 1
    for other in range(g.t[board.N_SEATS]):
        if other == seat:
            continue
        points = score(g, other)
        best = max(best, points)
        if points > own:
            ahead = False
        elif points == own:
            mine = tickets.complete_tickets(g, seat)
            theirs = tickets.complete_tickets(g, other)
            if theirs > mine:
                ahead = False
            elif theirs == mine:
                level += 1
    victory = 1.0 / level if ahead else 0.0
    margin = min(
        max((own - best) / (how[weights.MARGIN] * g.t[claiming.START_VEHICLES]), -1.0), 1.0
    )
    return how[weights.WIN_SHARE] * victory + (1.0 - how[weights.WIN_SHARE]) * 0.5 * (1.0 + margin)
