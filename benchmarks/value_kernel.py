"""The games that a network learns the value of positions from, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots.kernel import candidates, tree_search, value
from fogline.bots.kernel.planner import plan_code
from fogline.bots.kernel.planner_memory import forget_plans
from fogline.fast import board
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play, playouts
from fogline.fast.kernel.dice import next_word
from fogline.fast.kernel.records import load, save
from fogline.fast.mechanics import turns

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
def _random_choice(g, seat, p, code, found):
    """Choose a candidate by its prior."""
    mark = _unit(g.rng)
    for position in range(candidates.candidates(g, seat, p, code, found)):
        mark -= found.priors[position]
        if mark < 0.0:
            return found.codes[position]
    return code


@entry_point
def play_games(g, ended, policies, found, params, rngs, often, out):
    """Play games until there is no room for positions; return how many were kept.

    Positions are kept where a turn begins, with the chance `often`. With room for playouts, one
    is kept of each game, and played out.
    """
    seats = board.seats(g)
    repeats = out.playouts.shape[1]
    kept = 0
    for number in range(rngs.shape[0]):
        here = playouts.with_chance(g, rngs[number])
        play.start(here)
        first = kept
        until = int(_unit(here.rng) * 40 * seats)
        for round_ in range(1 + repeats):
            forget_plans(policies.plans)
            if round_ > 0:
                if kept == first:
                    break
                load(out.words[first], here)
            decisions = 0
            while not play.is_over(here):
                seat = play.acting(here)
                at_turn = round_ == 0 and play.phase_of(here) == turns.ACTION
                room = kept < out.inputs.shape[0] and (repeats == 0 or kept == first)
                if decisions >= until and at_turn and room and _unit(here.rng) < often:
                    out.seats[kept] = int(_unit(here.rng) * seats)
                    p = tree_search.policy_of(policies, seats)
                    value.describe(here, ended, out.seats[kept], p, out.inputs[kept])
                    save(here, out.words[kept])
                    kept += 1
                p = tree_search.policy_of(policies, seat)
                code = plan_code(here, seat, p)
                if round_ == 0 and decisions < until and _unit(here.rng) < DEVIATE:
                    code = _random_choice(here, seat, p, code, found)
                play.step(here, seat, code)
                decisions += 1
            for row in range(first, kept):
                won = value.reward(here, out.seats[row], params)
                if round_ == 0:
                    out.results[row] = won
                else:
                    out.playouts[row, round_ - 1] = won
        if kept == out.inputs.shape[0]:
            break
    return kept
