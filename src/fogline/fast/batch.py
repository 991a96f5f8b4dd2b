"""Many independent games stepped together, for environments and rollouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.fast import constants, layout
from fogline.fast.context import Block
from fogline.fast.engine import Codes, FastEngine, words_of_all
from fogline.fast.kernel import playouts


class Batch:
    """N games of one engine in one array; every step moves all of them, without a Python loop."""

    def __init__(self, engine: FastEngine, num: int, seed: Seed) -> None:
        self.engine = engine
        self.block = Block.empty(engine.lowered.block, num)
        self.rngs = words_of_all(f"{seed}/{game}" for game in range(num))
        self._games = engine.with_memory(self.block, self.rngs)
        self.seats: npt.NDArray[np.int64] = np.zeros(num, np.int64)
        """Who decides in each game; of several at once the first that has not chosen."""
        self.legal: Codes = np.zeros((num, len(engine.new_list())), np.int64)
        """For each game its legal codes, as many as `counts` says."""
        self.counts: Codes = np.zeros(num, np.int64)
        """How many legal codes there are; 0 once a game is over."""
        playouts.start_batch(self._games)
        self._look()

    def _look(self) -> None:
        playouts.list_batch(self._games, self.seats, self.legal, self.counts)

    def step(self, codes: Codes, *, restart: bool = False) -> None:
        """Perform a legal code in each game; one that is over stays, or is dealt anew."""
        playouts.step_batch(self._games, codes, restart)
        self._look()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.equal(self.block.bytes[:, layout.PHASE], constants.OVER)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Points so far, a row for each game."""
        columns = []
        for seat in range(self.engine.seats):
            first = self.engine.lowered.record(seat) // 2 + layout.SCORES
            points = self.block.halves[:, first : first + constants.MOST_CATEGORIES]
            columns.append(points.sum(axis=1))
        return np.stack(columns, axis=1).astype(np.int64)
