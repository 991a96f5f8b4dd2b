"""What is seen of seats in positions, and which tickets they hold, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy.typing as npt

from fogline.bots.kernel.beliefs import describe
from fogline.fast import board
from fogline.fast.jit import entry_point
from fogline.fast.kernel.guess import forget
from fogline.fast.kernel.records import load
from fogline.fast.mechanics import tickets


class Seen(NamedTuple):
    """What another seat sees of a seat, and what it would like to know: a row for each."""

    inputs: npt.NDArray[Any]
    held: npt.NDArray[Any]
    """The tickets that the seat holds,"""
    unknown: npt.NDArray[Any]
    """and those that it may hold, as far as the other knows, as sets of bits."""


@entry_point
def look_at(g, words, hidden, out):
    """Look at each seat of each position, from the seat before it."""
    seats = board.seats(g)
    for position in range(words.shape[0]):
        for seat in range(seats):
            row = position * seats + seat
            load(words[position], g)
            out.held[row] = tickets.tickets_of(g, seat)
            forget(g, (seat + seats - 1) % seats, hidden)
            out.unknown[row] = tickets.unknown_tickets(g)
            describe(g, seat, hidden, out.inputs[row])
