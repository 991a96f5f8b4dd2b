"""Results of finished games, read from their last states: a row for each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fogline.core.table import EndReason, State
from fogline.fast import board, layout
from fogline.fast.constants import NW
from fogline.fast.context import Block, Words
from fogline.fast.engine import Codes, FastEngine
from fogline.fast.jit import entry_point
from fogline.fast.kernel import playouts
from fogline.fast.kernel.bits import ZERO, bit
from fogline.fast.mechanics import claiming, ending, tickets, turns
from fogline.fast.state_codec import CATEGORIES, to_state


@entry_point
def _read_tickets(games, complete, tie_breaks):
    """Write each seat's complete tickets and its tie-break in each game."""
    for number in range(games.b.shape[0]):
        g = playouts.row(games, number)
        for seat in range(g.t[board.N_SEATS]):
            tie_breaks[number, seat] = ending.tie_break(g, seat)
            complete[number, seat] = ZERO
            for ticket in range(g.t[board.N_TICKETS]):
                if tickets.tickets_of(g, seat) & bit(ticket) and claiming.is_complete(
                    g, seat, ticket
                ):
                    complete[number, seat] |= bit(ticket)


@dataclass(frozen=True, slots=True)
class Finals:
    """The last states of games of one engine."""

    engine: FastEngine
    finals: Words
    """The block of each game at its end."""

    def _players(self, kind: type[np.generic]) -> npt.NDArray[Any]:
        """Return the players' records as one kind of number, by game and seat."""
        size = np.dtype(kind).itemsize
        first, stride = layout.PLAYERS // size, layout.STRIDE // size
        records = self.finals.view(kind)[:, first : first + self.engine.seats * stride]
        return records.reshape(len(self.finals), self.engine.seats, stride)

    @property
    def category_names(self) -> tuple[str, ...]:
        """Return the names of the categories of points, in the order of `categories`."""
        return tuple(map(str, CATEGORIES))

    @property
    def categories(self) -> npt.NDArray[np.int64]:
        """Return each seat's points by category, in the order of `category_names`."""
        points = self._players(np.int16)[:, :, layout.SCORES : layout.SCORES + len(CATEGORIES)]
        return points.astype(np.int64)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Return each seat's points."""
        return np.asarray(self.categories.sum(axis=2))

    @property
    def routes(self) -> Words:
        """Return the routes that each seat claimed, as words of a mask."""
        return self._players(np.uint64)[:, :, claiming.OWN : claiming.OWN + NW]

    @property
    def tickets(self) -> Words:
        """Return the tickets that each seat kept, as a mask."""
        return np.asarray(self._players(np.uint64)[:, :, tickets.TICKETS])

    @property
    def complete(self) -> Words:
        """Return the tickets that each seat completed, as a mask."""
        return self._read_tickets()[0]

    @property
    def tie_breaks(self) -> Codes:
        """Return the numbers that break ties between seats with equal points (C25)."""
        return self._read_tickets()[1]

    def _read_tickets(self) -> tuple[Words, Codes]:
        shape = (len(self.finals), self.engine.seats)
        complete, tie_breaks = np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
        rngs = np.zeros((len(self.finals), 4), np.uint64)
        games = self.engine.with_memory(Block.of(self.finals), rngs)
        _read_tickets(games, complete, tie_breaks)
        return complete, tie_breaks

    @property
    def turns(self) -> Codes:
        """Return the number of turns of each game."""
        return self.finals.view(np.int16)[:, turns.TURNS].astype(np.int64)

    @property
    def first(self) -> Codes:
        """Return the start player of each game."""
        return self.finals.view(np.uint8)[:, turns.FIRST].astype(np.int64)

    @property
    def vehicles(self) -> Codes:
        """Return the vehicles that each seat has left."""
        return self._players(np.uint8)[:, :, claiming.VEHICLES].astype(np.int64)

    @property
    def reasons(self) -> tuple[EndReason, ...]:
        """Return why each game ended."""
        ends = self.finals.view(np.uint8)[:, ending.ENDED].tolist()
        return tuple(reason for reason in map(ending.REASONS.get, ends) if reason is not None)

    def state(self, game: int) -> State:
        """Return the final state of one of the games, for the readable engine."""
        return to_state(Block.of(self.finals[game].copy()), self.engine.lowered)
