"""Logged games, replayed and counted in compiled code. `watch` does the same readably."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.arena.lab import kernel_columns as columns
from fogline.fast.constants import CARDS, NONE
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.bits import ONE, ZERO, lowest
from fogline.fast.kernel.play import phase_of, start, step
from fogline.fast.kernel.playouts import with_chance
from fogline.fast.kernel.records import score
from fogline.fast.mechanics import drawing, turns
from fogline.fast.mechanics.tickets import KEEP, offered_mask, tickets_left


class GameRows(NamedTuple):
    """Games to replay."""

    rngs: npt.NDArray[Any]
    """The generator of each game."""
    log: npt.NDArray[Any]
    """By game and decision a seat and a code."""
    lengths: npt.NDArray[Any]
    ends: npt.NDArray[Any]
    """By game and seat the share of the victory and the final points."""


class Keys(NamedTuple):
    """What to count for each action."""

    starts: npt.NDArray[Any]
    """By code the start of its keys; the last entry is for all choices of tickets."""
    keys: npt.NDArray[Any]


class Notes(NamedTuple):
    """The counts of the games; see `fogline.arena.lab.watching.Watched`."""

    odd: npt.NDArray[Any]
    tickets: npt.NDArray[Any]
    choices: npt.NDArray[Any]
    """By key the counts of choices."""
    met: npt.NDArray[Any]
    """By key and seat the last game in which it was chosen, counted from 1; after the seats, the
    last game in which anybody chose it."""
    display: npt.NDArray[Any]
    """Memory for the display before a step."""
    scores: npt.NDArray[Any]
    """Memory for the points of each seat before a step."""
    gains: npt.NDArray[Any]
    """Memory for the points of a step."""


@entry_point
def watch(g, games, keys, notes):
    """Replay logged games from their seeds."""
    for game in range(games.rngs.shape[0]):
        here = with_chance(g, games.rngs[game])
        start(here)
        if drawing.discarded(here) > 0:
            notes.odd[game, columns.SWEPT] += 1
        for seat in range(notes.scores.shape[0]):
            notes.scores[seat] = score(here, seat)
        last = games.lengths[game] - 1
        for number in range(last + 1):
            seat, code = games.log[game, number, 0], games.log[game, number, 1]
            if phase_of(here) == turns.ACTION:
                _count_turn(here, notes.odd[game])
            if code >= KEEP:
                _count(offered_mask(here, seat, -1), notes.tickets, columns.WAS_OFFERED)
                _count(np.uint64(code - KEEP), notes.tickets, columns.WAS_KEPT)
            if code == turns.pass_code(here):
                notes.odd[game, columns.PASSED] += 1
            if _step_sweeps(here, seat, code, notes.display):
                notes.odd[game, columns.SWEPT] += 1
            _count_gains(here, seat, notes.scores, notes.gains)
            entry = min(code, keys.starts.shape[0] - 2)
            for position in range(keys.starts[entry], keys.starts[entry + 1]):
                key = keys.keys[position]
                _count_choice(notes.choices[key], notes.met[key], game, seat, games.ends[game])
                if number < last:
                    _count_payment(notes.choices[key], notes.gains)


@kernel
def _count_choice(counts, met, game, seat, ends):
    counts[columns.TIMES] += 1
    if met[-1] != game + 1:
        met[-1] = game + 1
        counts[columns.GAMES] += 1
    if met[seat] != game + 1:
        met[seat] = game + 1
        counts[columns.PLAYERS] += 1
        counts[columns.WINS] += ends[seat, 0]
        counts[columns.SCORES] += ends[seat, 1]


@kernel
def _count_payment(counts, gains):
    counts[columns.PAID] += 1
    counts[columns.OWN] += gains[columns.TO_CHOOSER]
    counts[columns.OTHERS] += gains[columns.TO_OTHERS]


@kernel
def _count_gains(g, seat, scores, gains):
    gains[columns.TO_CHOOSER] = gains[columns.TO_OTHERS] = 0
    for other in range(scores.shape[0]):
        now = score(g, other)
        gains[columns.TO_CHOOSER if other == seat else columns.TO_OTHERS] += now - scores[other]
        scores[other] = now


@kernel
def _count_turn(g, odd):
    if tickets_left(g) == 0:
        odd[columns.NO_TICKETS] += 1
    if not drawing.can_draw(g):
        odd[columns.NO_CARDS] += 1
    if drawing.slots(g) > 0:
        for slot in range(drawing.slots(g)):
            if drawing.card_at(g, slot) != NONE:
                return
        odd[columns.BLANK] += 1


@kernel
def _count(mask, tickets, column):
    """Count the tickets of a mask."""
    while mask != ZERO:
        tickets[lowest(mask), column] += 1
        mask &= mask - ONE


@kernel
def _step_sweeps(g, seat, code, display):
    """Take a step; return whether the display was swept, as the cards afterwards show.

    A sweep moves displayed cards that nobody took, or discards more cards than were paid.
    """
    for slot in range(drawing.slots(g)):
        display[slot] = drawing.card_at(g, slot)
    taken = drawing.card_of(g, code)
    if 0 <= taken < CARDS:
        for slot in range(drawing.slots(g)):
            if display[slot] == taken:
                display[slot] = NONE
                break
    before = drawing.discarded(g) + drawing.hand_size(g, seat)
    step(g, seat, code)
    if drawing.discarded(g) + drawing.hand_size(g, seat) > before + 1:
        return True
    for slot in range(drawing.slots(g)):
        if display[slot] != NONE and drawing.card_at(g, slot) != display[slot]:
            return True
    return False
