"""Whole games between compiled players, each of which sees a guess made from its own view."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from fogline.bots import compiled_kinds as kinds
from fogline.bots.kernel.choosers import choose
from fogline.bots.kernel.planner_memory import Planner, forget_plans
from fogline.fast.jit import entry_point, flat, flats
from fogline.fast.kernel import play, playouts
from fogline.fast.kernel.guess import fill_in, forget
from fogline.fast.kernel.records import copy_state, save


@flats
class Players(NamedTuple):
    """The players of a match: a row for each seat."""

    kinds: npt.NDArray[Any]
    choosers: npt.NDArray[Any]
    """Addresses of the functions that choose, so that only the needed ones are compiled."""
    weights: npt.NDArray[Any]
    plans: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    """Memory for a list of codes, shared by all."""
    hidden: npt.NDArray[Any]
    """Memory for the counts of unknown cards and tickets that `forget` writes."""


class Record(NamedTuple):
    """The record of a match: a row for each game."""

    finals: npt.NDArray[Any]
    """The state at the end."""
    lengths: npt.NDArray[Any]
    """The number of decisions."""
    log: npt.NDArray[Any]
    """The decisions, as many as fit, each a seat and a code."""


@entry_point
def blind_code(g, guess, seat, players, dice):
    """Choose an action by any kind of player, without the secrets that its seat may not know.

    `guess` is memory for the player's guess. The random player needs none: legal actions do not
    depend on others' secrets.
    """
    kind = players.kinds[seat]
    p = Planner(flat(players.weights[seat]), flat(players.plans[seat]), flat(players.codes))
    if kind == kinds.RANDOM:
        thought = playouts.with_chance(g, dice)
    else:
        copy_state(g, guess)
        forget(guess, seat, players.hidden)
        thought = playouts.with_chance(guess, dice)
        fill_in(thought, players.hidden[0], players.hidden[1])
    return choose(players.choosers[seat], kind, thought, seat, p)


@entry_point
def play_match(g, guess, players, rngs, dice, record):
    """Play a game from each row of generators."""
    for number in range(rngs.shape[0]):
        here = playouts.with_chance(g, rngs[number])
        play.start(here)
        forget_plans(players.plans)
        decisions = 0
        while not play.is_over(here):
            seat = play.acting(here)
            code = blind_code(here, guess, seat, players, dice[number, seat])
            play.step(here, seat, code)
            if decisions < record.log.shape[1]:
                record.log[number, decisions, 0] = seat
                record.log[number, decisions, 1] = code
            decisions += 1
        record.lengths[number] = decisions
        save(here, record.finals[number])


@entry_point
def play_at_random(g, codes, rngs, dice, record):
    """Play the games with random players and without a log, in one kernel, which is faster."""
    for number in range(rngs.shape[0]):
        here = playouts.with_chance(g, rngs[number])
        play.start(here)
        record.lengths[number] = playouts.play_out(here, dice[number], codes)
        save(here, record.finals[number])
