"""Many independent games stepped together, for environments and rollouts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fogline.core.chance import Seed
from fogline.fast import layout as at
from fogline.fast.engine import Codes, FastEngine, words_of
from fogline.fast.kernel import games


class Batch:
    """N games of one engine in one array; every step moves all of them, without a Python loop."""

    def __init__(self, engine: FastEngine, num: int, seed: Seed) -> None:
        self.engine = engine
        tables = engine.tables
        self.words = np.zeros((num, tables.block // 8), np.uint64)
        self.bytes = self.words.view(np.uint8)
        self.halves = self.words.view(np.int16)
        self.rngs = np.stack([words_of(f"{seed}/{game}") for game in range(num)])
        self.seats: npt.NDArray[np.int64] = np.zeros(num, np.int64)
        """Who decides in each game; of several at once the first that has not chosen."""
        self.mask: npt.NDArray[np.uint8] = np.zeros((num, tables.codes), np.uint8)
        """For each game 1 where a code is legal; all 0 once it is over."""
        self._scratch = engine.new_scratch()
        games.start_batch(self.bytes, self.words, self.halves, tables.numbers, self.rngs)
        self._look()

    def _look(self) -> None:
        tables = self.engine.tables
        games.mask_batch(
            self.bytes,
            self.words,
            tables.numbers,
            tables.masks,
            self.seats,
            self.mask,
            self._scratch,
        )

    def step(self, codes: Codes, *, restart: bool = False) -> None:
        """Perform a legal code in each game; one that is over stays, or is dealt anew."""
        tables = self.engine.tables
        games.step_batch(
            self.bytes,
            self.words,
            self.halves,
            tables.numbers,
            tables.masks,
            self.rngs,
            codes,
            restart,
        )
        self._look()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.equal(self.bytes[:, at.PHASE], at.OVER)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """Points so far, a row for each game."""
        first = (at.PLAYERS + at.SCORES) // 2
        columns = [
            self.halves[:, first + seat * at.STRIDE // 2 :][:, : at.N_CATEGORIES].sum(axis=1)
            for seat in range(self.engine.seats)
        ]
        return np.stack(columns, axis=1).astype(np.int64)
