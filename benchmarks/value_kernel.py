"""What a network is told about a position, and the games that it learns from, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import candidates, paths, plan, rollout, search
from fogline.bots.kernel.planner import plan_code
from fogline.fast import advice, board, hooks
from fogline.fast.constants import NONE, WILD
from fogline.fast.jit import big_kernel, kernel
from fogline.fast.kernel import play, playouts
from fogline.fast.kernel.bits import ONE, ZERO, lowest, popcount
from fogline.fast.kernel.dice import next_word
from fogline.fast.kernel.records import copy, record, score
from fogline.fast.mechanics import claiming, drawing, ending, tickets, turns

SEAT, SHARED = 26, 4
"""Numbers that describe a seat, and the game; one more for each seat says whose turn it is."""
DEVIATE = 0.3
"""How often a choice is made at random, up to the moment when learning begins."""
UNIT = 1.0 / (1 << 53)


class Positions(NamedTuple):
    """Positions with what came of them: a row for each."""

    inputs: npt.NDArray[Any]
    seats: npt.NDArray[Any]
    """From whose side each is seen."""
    results: npt.NDArray[Any]
    """What the end of its game was worth."""
    words: npt.NDArray[Any]
    """The states."""
    playouts: npt.NDArray[Any]
    """What the ends of playouts were worth, where there is room for them."""


@kernel
def _unit(rng):
    return (next_word(rng) >> np.uint64(11)) * UNIT


@kernel
def _hand(g, seat, x):
    hand = record(seat) + drawing.HAND
    total = most = second = 0
    for card in range(WILD):
        held = 0 + g.b[hand + card]
        total += held
        second = max(second, min(held, most))
        most = max(most, held)
    x[0] = (total + g.b[hand + WILD]) / 10.0
    x[1] = g.b[hand + WILD] / 4.0
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
        points = g.t[board.T_POINTS + ticket]
        if p.plan[advice.DROPPED + ticket] > 0.0:
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
    """Describe the planned routes, the cards they lack, and the best bargains beside them."""
    hand = record(seat) + drawing.HAND
    for card in range(WILD):
        p.plan[advice.NEED + card] = 0.0
    value = count = lacking = gray = lack = ready = ready_value = 0.0
    everything = beside = first = second = third = now = 0.0
    for route in range(g.t[board.N_ROUTES]):
        cost, worth = p.plan[advice.TURNS + route], p.plan[advice.VALUE + route]
        if cost >= advice.FAR or cost <= 0.0:
            continue
        everything += worth
        if p.plan[advice.PLANNED + route] > 0.0:
            value += worth
            count += 1.0
            lacking += paths.missing_cards(g, seat, route)
            if cost < 1.25:
                ready += 1.0
                ready_value += worth
            lack += g.t[board.R_FERRIES + route]
            length = g.t[board.R_LENGTH + route] - g.t[board.R_FERRIES + route]
            if g.t[board.R_COLOUR + route] >= 0:
                p.plan[advice.NEED + g.t[board.R_COLOUR + route]] += length
            else:
                gray += length
            continue
        beside += max(worth, 0.0)
        bargain = worth / cost
        third = max(third, min(bargain, second))
        second = max(second, min(bargain, first))
        first = max(first, bargain)
        if cost < 1.5:
            now = max(now, worth)
    spare = 0.0
    for card in range(WILD):
        more = p.plan[advice.NEED + card] - g.b[hand + card]
        lack += max(more, 0.0)
        spare = max(spare, -more)
    lack += max(gray - spare, 0.0)
    x[0] = value / 20.0
    x[1] = count / 5.0
    x[2] = lacking / 10.0
    x[3] = beside / 100.0
    x[4] = first / 5.0
    x[5] = second / 5.0
    x[6] = third / 5.0
    x[7] = now / 10.0
    x[8] = (lack - g.b[hand + WILD]) / 10.0
    x[9] = everything / 100.0
    x[10] = ready / 3.0
    x[11] = ready_value / 10.0


@kernel
def describe(g, ended, seat, p, x):
    """Describe a whole state from the side of a seat; `ended` is memory to end the game in."""
    seats = g.t[board.N_SEATS]
    copy(g.w, ended.w)
    hooks.final(ended)
    best = -1000
    for relative in range(seats):
        other = (seat + relative) % seats
        row = x[relative * SEAT : (relative + 1) * SEAT]
        mine = tickets.tickets_of(g, other)
        spaces, spent, worth = plan.make_plan(g, other, hooks.home(g, other), mine, p)
        row[0] = g.b[record(other) + claiming.VEHICLES] / 20.0
        row[1] = score(ended, other) / 50.0
        row[2] = worth / 20.0
        row[3] = spaces / 20.0
        row[4] = spent / 10.0
        row[5] = (p.plan[advice.TURNS_LEFT] - spent) / 10.0
        _hand(g, other, row[6:])
        _tickets(g, other, p, row[10:])
        _routes(g, other, p, row[14:])
        if relative > 0:
            best = max(best, score(ended, other))
        x[seats * SEAT + SHARED + relative] = 1.0 if play.acting(g) == other else 0.0
    row = x[seats * SEAT :]
    row[0] = (score(ended, seat) - best) / 20.0
    row[1] = p.plan[advice.TURNS_LEFT] / 20.0
    row[2] = 1.0 if g.b[ending.LEFT] != NONE else 0.0
    row[3] = g.b[ending.LEFT] / seats if g.b[ending.LEFT] != NONE else 2.0


@kernel
def _random_choice(g, seat, p, code, found):
    """Choose a candidate by its prior."""
    mark = _unit(g.rng)
    for position in range(candidates.candidates(g, seat, p, code, found)):
        mark -= found.priors[position]
        if mark < 0.0:
            return found.codes[position]
    return code


@big_kernel
def play_games(g, ended, minds, found, how, rngs, often, out):
    """Play games until there is no room for positions; return how many were kept.

    Positions are kept where a turn begins, with the chance `often`. With room for playouts, one
    is kept of each game, and played out.
    """
    seats = g.t[board.N_SEATS]
    repeats = out.playouts.shape[1]
    kept = 0
    for number in range(rngs.shape[0]):
        here = playouts.with_chance(g, rngs[number])
        play.start(here)
        first = kept
        until = int(_unit(here.rng) * 40 * seats)
        for round_ in range(1 + repeats):
            minds.plans[:, advice.READY] = 0.0
            if round_ > 0:
                if kept == first:
                    break
                copy(out.words[first], here.w)
            decisions = 0
            while not play.is_over(here):
                seat = play.acting(here)
                at_turn = round_ == 0 and play.phase_of(here) == turns.ACTION
                room = kept < out.inputs.shape[0] and (repeats == 0 or kept == first)
                if decisions >= until and at_turn and room and _unit(here.rng) < often:
                    out.seats[kept] = int(_unit(here.rng) * seats)
                    p = search.mind(minds, seats)
                    describe(here, ended, out.seats[kept], p, out.inputs[kept])
                    copy(here.w, out.words[kept])
                    kept += 1
                p = search.mind(minds, seat)
                code = plan_code(here, seat, p)
                if round_ == 0 and decisions < until and _unit(here.rng) < DEVIATE:
                    code = _random_choice(here, seat, p, code, found)
                play.step(here, seat, code)
                decisions += 1
            for row in range(first, kept):
                won = rollout.reward(here, out.seats[row], how)
                if round_ == 0:
                    out.results[row] = won
                else:
                    out.playouts[row, round_ - 1] = won
        if kept == out.inputs.shape[0]:
            break
    return kept
