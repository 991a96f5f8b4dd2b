"""Actions, masks, rewards and steps of many games in compiled code.

What a seat sees is written by `hooks.observe`: each mechanic knows its own part. An action here is
a code of the engine, or, from `engine.codes` on, a choice of tickets by their places in the offer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast import board, hooks
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel import play, playouts
from fogline.fast.kernel.dice import below
from fogline.fast.kernel.observing import SEAT
from fogline.fast.kernel.play import acting, decides, is_over, legal_codes, start, step
from fogline.fast.kernel.playouts import random_code, row
from fogline.fast.kernel.records import score
from fogline.fast.mechanics.ending import share
from fogline.fast.mechanics.tickets import KEEP, choice_of, offered_mask

FINAL_SCORE, WIN = 0, 1
"""Kinds of reward."""

EVERYBODY = -1
"""Instead of a seat: the caller plays all seats."""


class Task(NamedTuple):
    """The caller's seat and reward."""

    learner: int
    """The seat that the caller plays, or EVERYBODY."""
    reward: int
    """The kind of reward."""


class EnvRows(NamedTuple):
    """The observations of many games: a row for each. Each step overwrites them."""

    seats: npt.NDArray[np.int64]
    """The seat to choose."""
    seen: npt.NDArray[np.int8]
    """The observation of that seat."""
    mask: npt.NDArray[np.int8]
    """1 for each action that is legal for that seat."""
    over: npt.NDArray[np.bool_]
    """Whether the game ended in the last step, and a new one was dealt."""
    rewards: npt.NDArray[np.float64]
    """The reward of each seat in the last step."""
    gained: npt.NDArray[np.float64]
    """The reward of the seat that chose."""
    final: npt.NDArray[np.int8]
    """The last observation of that seat, if the game ended."""


class Lists(NamedTuple):
    """Memory of the kernels; `legal` and `counts` have a row for each game."""

    offsets: npt.NDArray[Any]
    """Where each feature begins in an observation."""
    legal: npt.NDArray[Any]
    """The legal actions in a list, as many as `counts` says; unsigned, as indices should be."""
    counts: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    """A list of codes."""


@kernel
def to_action(g, seat, code):
    """Return the environment's action for a legal code of the engine."""
    return play.dense_codes(g) + choice_of(g, seat, code) if code >= KEEP else code


@kernel
def to_code(g, seat, action):
    """Return the engine's code for a legal action of the environment."""
    choice = action - play.dense_codes(g)
    return KEEP | np.int64(offered_mask(g, seat, choice)) if choice >= 0 else action


@entry_point
def action_of(g, seat, code):
    """Return the same as `to_action`, for Python."""
    return to_action(g, seat, code)


@entry_point
def code_of(g, seat, action):
    """Return the same as `to_code`, for Python."""
    return to_code(g, seat, action)


@entry_point
def observe(g, seat, offsets, out):
    """Write what a seat sees."""
    hooks.observe(g, seat & SEAT, offsets, out)


@entry_point
def write_mask(g, seat, mask, legal):
    """Write 1 for each action that is legal for a seat; list them; return how many there are."""
    mask[:] = 0
    if not decides(g, seat):
        return 0
    count = legal_codes(g, seat, legal)
    for position in range(count):
        action = to_action(g, seat, legal[position])
        legal[position] = action
        mask[action] = 1
    return count


@entry_point
def reward_all(g, kind, rewards):
    """Write each seat's reward at the end of a game: its points, or 1 for winners, else -1."""
    for seat in range(board.seats(g)):
        if kind == WIN:
            rewards[seat] = 1 if share(g, seat) > 0.0 else -1
        else:
            rewards[seat] = score(g, seat)


@kernel
def _play_others(g, dice, learner, scratch):
    """Play random actions until the learner must choose, or the game is over."""
    while not is_over(g):
        seat = acting(g)
        if seat == learner:
            return
        step(g, seat, random_code(g, seat, dice, scratch))


@kernel
def _list(g, game, rows, lists):
    """List the legal actions of the seat that chooses in a game, and mark them in its mask."""
    seat = rows.seats[game] & SEAT
    mask, legal = rows.mask[game], lists.legal[game]
    # Few actions are legal at a time, so the mask is cleared by the list that set it.
    for position in range(lists.counts[game]):
        mask[legal[position]] = 0
    count = legal_codes(g, seat, lists.codes)
    for position in range(count):
        action = lists.codes[position]
        if action >= KEEP:
            action = to_action(g, seat, action)
        legal[position] = action
        mask[np.uint64(action)] = 1
    lists.counts[game] = count


@kernel
def _show(games, learner, rows, lists):
    """Write the observations and legal actions of the seats that decide in all games.

    Each task is done for all games before the next, so that its instructions stay in the cache.
    """
    for game in range(playouts.count(games)):
        g = row(games, game)
        seat = (acting(g) if learner == EVERYBODY else learner) & SEAT
        rows.seats[game] = seat
        hooks.observe(g, seat, lists.offsets, rows.seen[game])
    for game in range(playouts.count(games)):
        _list(row(games, game), game, rows, lists)


@entry_point
def reset_games(games, dice, learner, rows, lists):
    """Deal a game in each row, and write the observation of the seat that decides."""
    for game in range(playouts.count(games)):
        g = row(games, game)
        start(g)
        if learner != EVERYBODY:
            _play_others(g, dice[game], learner, lists.codes)
    _show(games, learner, rows, lists)


@entry_point
def step_games(games, dice, actions, task, rows, lists):
    """Perform a legal action in each row; reward, show and deal again a game that rows.

    Return how many games ended.
    """
    ended = 0
    for game in range(playouts.count(games)):
        g = row(games, game)
        seat = rows.seats[game]
        rows.over[game] = False
        for each in range(board.seats(g)):
            rows.rewards[game, each] = 0
        step(g, seat, to_code(g, seat, actions[game]))
        while True:
            if task.learner != EVERYBODY:
                _play_others(g, dice[game], task.learner, lists.codes)
            if not is_over(g):
                break
            ended += 1
            rows.over[game] = True
            reward_all(g, task.reward, rows.rewards[game])
            observe(g, seat, lists.offsets, rows.final[game])
            start(g)
        rows.gained[game] = rows.rewards[game, seat]
    _show(games, task.learner, rows, lists)
    return ended


@entry_point
def random_actions(legal, counts, dice, actions):
    """Choose one of the listed actions in each row, each equally likely."""
    for game in range(actions.shape[0]):
        actions[game] = legal[game, below(dice[game], counts[game])]


@entry_point
def are_legal(mask, actions):
    """Return whether every row's action is legal."""
    for game in range(mask.shape[0]):
        if actions[game] < 0 or actions[game] >= mask.shape[1] or not mask[game, actions[game]]:
            return False
    return True
