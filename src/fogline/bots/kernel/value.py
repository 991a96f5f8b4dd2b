"""The worth of a position, by a network trained on games of the planner.

Its inputs are the plans of each seat for its tickets, its cards and the routes that are left.
`benchmarks/value.py` trains it.
"""

from __future__ import annotations

from typing import NamedTuple

from fogline.bots.kernel import advice, paths, plan, weights
from fogline.bots.kernel.network import Network, ask
from fogline.bots.kernel.planner_memory import FAR, TURNS_LEFT
from fogline.fast import board, hooks
from fogline.fast.constants import NONE, WILD
from fogline.fast.context import KernelGame
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play
from fogline.fast.kernel.bits import ONE, ZERO, lowest, popcount
from fogline.fast.kernel.records import copy_state, score
from fogline.fast.mechanics import claiming, drawing, ending, tickets

SEAT, SHARED = 26, 4
"""How many numbers describe a seat, and the game; one more per seat says whose turn it is."""


class Judge(NamedTuple):
    """The evaluation that ends playouts early."""

    horizon: int
    """The turns of a playout below the tree."""
    ended: KernelGame
    """Memory to end a game in."""
    network: Network


@kernel
def _hand(g, seat, x):
    total = most = second = 0
    for card in range(WILD):
        held = drawing.held(g, seat, card)
        total += held
        second = max(second, min(held, most))
        most = max(most, held)
    x[0] = (total + drawing.held(g, seat, WILD)) / 10.0
    x[1] = drawing.held(g, seat, WILD) / 4.0
    x[2] = most / 5.0
    x[3] = second / 5.0


@kernel
def _tickets(g, seat, p, x):
    dropped = done = planned = 0.0
    rest = tickets.tickets_of(g, seat)
    x[3] = popcount(rest) / 4.0
    while rest != ZERO:
        ticket = lowest(rest)
        rest &= rest - ONE
        points = board.ticket_points(g, ticket)
        if p.dropped[ticket] > 0.0:
            dropped += points
        elif claiming.is_complete(g, seat, ticket):
            done += points
        else:
            planned += points
    x[0] = dropped / 10.0
    x[1] = done / 20.0
    x[2] = planned / 20.0


@kernel
def _routes(g, seat, p, x):
    """Write the planned routes, the cards they lack, and the best bargains among the others."""
    for card in range(WILD):
        p.need[card] = 0.0
    value = count = lacking = gray = lack = ready = ready_value = 0.0
    everything = others = first = second = third = now = 0.0
    for route in range(board.routes(g)):
        cost, worth = p.turns[route], p.value[route]
        if cost >= FAR or cost <= 0.0:
            continue
        everything += worth
        if p.planned[route] > 0.0:
            value += worth
            count += 1.0
            lacking += paths.missing_cards(g, seat, route)
            if cost < 1.25:
                ready += 1.0
                ready_value += worth
            lack += board.ferries(g, route)
            length = board.length(g, route) - board.ferries(g, route)
            if board.colour(g, route) >= 0:
                p.need[board.colour(g, route)] += length
            else:
                gray += length
            continue
        others += max(worth, 0.0)
        bargain = worth / cost
        third = max(third, min(bargain, second))
        second = max(second, min(bargain, first))
        first = max(first, bargain)
        if cost < 1.5:
            now = max(now, worth)
    spare = 0.0
    for card in range(WILD):
        more = p.need[card] - drawing.held(g, seat, card)
        lack += max(more, 0.0)
        spare = max(spare, -more)
    lack += max(gray - spare, 0.0)
    x[0] = value / 20.0
    x[1] = count / 5.0
    x[2] = lacking / 10.0
    x[3] = others / 100.0
    x[4] = first / 5.0
    x[5] = second / 5.0
    x[6] = third / 5.0
    x[7] = now / 10.0
    x[8] = (lack - drawing.held(g, seat, WILD)) / 10.0
    x[9] = everything / 100.0
    x[10] = ready / 3.0
    x[11] = ready_value / 10.0


@kernel
def describe(g, ended, seat, p, x):
    """Write a whole state from the viewpoint of a seat; `ended` is memory to end the game in."""
    seats = board.seats(g)
    copy_state(g, ended)
    hooks.final(ended)
    best = -1000
    for relative in range(seats):
        other = (seat + relative) % seats
        row = x[relative * SEAT : (relative + 1) * SEAT]
        mine = tickets.tickets_of(g, other)
        spaces, spent, worth = plan.make_plan(g, other, advice.home(g, other), mine, p)
        row[0] = claiming.vehicles(g, other) / 20.0
        row[1] = score(ended, other) / 50.0
        row[2] = worth / 20.0
        row[3] = spaces / 20.0
        row[4] = spent / 10.0
        row[5] = (p.plan[TURNS_LEFT] - spent) / 10.0
        _hand(g, other, row[6:])
        _tickets(g, other, p, row[10:])
        _routes(g, other, p, row[14:])
        if relative > 0:
            best = max(best, score(ended, other))
        x[seats * SEAT + SHARED + relative] = 1.0 if play.acting(g) == other else 0.0
    row = x[seats * SEAT :]
    row[0] = (score(ended, seat) - best) / 20.0
    row[1] = p.plan[TURNS_LEFT] / 20.0
    row[2] = 1.0 if ending.turns_left(g) != NONE else 0.0
    row[3] = ending.turns_left(g) / seats if ending.turns_left(g) != NONE else 2.0


@entry_point
def worth(g, seat, p, judge):
    """Return what a position at the beginning of a turn is worth to a seat, from 0 to 1."""
    describe(g, judge.ended, seat, p, judge.network.inputs)
    ask(judge.network)
    return min(max(0.0 + judge.network.last.out[0], 0.0), 1.0)


@kernel
def reward(g, seat, params):
    """Return what the end of a game is worth to a seat, from 0 to 1: victory, and by how much."""
    own = score(g, seat)
    best = -1000
    for other in range(board.seats(g)):
        if other != seat:
            best = max(best, score(g, other))
    win_share = params[weights.WIN_SHARE]
    margin = min(
        max((own - best) / (params[weights.MARGIN] * claiming.start_vehicles(g)), -1.0), 1.0
    )
    return win_share * ending.share(g, seat) + (1.0 - win_share) * 0.5 * (1.0 + margin)
