"""Many two-player games at once, each against a compiled bot.

A learner needs better company than the random players of `fogline.env.vector`. The bots here look
at guesses of what they may not know, as they do everywhere.
"""

# ruff: noqa: PLR0913, PLR0917 (a kernel is told everything it may touch)

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from fogline.bots.compiled import KINDS, settings_for
from fogline.bots.kernel import kinds, match, memo
from fogline.env import Observer
from fogline.env import kernel as seen
from fogline.fast import FastEngine
from fogline.fast.jit import kernel
from fogline.fast.kernel import flow, games
from fogline.fast.kernel.step import step
from fogline.fast.layout import OVER, PHASE

SCALE = 20.0
"""The lead in points that is worth as much as a victory."""
DEAL = -1
"""Instead of a code: deal a new game."""

_READY = memo.READY


@kernel
def _let_the_bot_play(
    b, w, h, gb, gw, t, m, rng, dice, kind, settings, hidden, learner, plan, scratch
):
    while b[PHASE] != OVER:
        seat = games.acting(b, t)
        if seat == learner:
            return
        code = match.blind_code(
            kind, b, w, gb, gw, t, m, settings, seat, hidden, dice, plan, scratch
        )
        step(b, w, h, t, m, rng, seat, code)


@kernel
def _deal(b, w, h, t, rng, learners, leads, game, plan):
    """Deal a game; the learner takes the seat that it did not have before."""
    flow.start(b, w, h, t, rng)
    learners[game] = 1 - learners[game]
    leads[game] = 0
    plan[_READY] = 0.0


@kernel
def _advance(
    b, w, h, gb, gw, t, m, o, rngs, dice, bots, settings, hidden, plans, scratch,
    codes, learners, leads, scale, out, mask, rewards, over, results,
):  # fmt: skip
    """Perform a code in each game, and go on to the learner's next choice."""
    for game in range(b.shape[0]):
        bytes_, words, halves = b[game], w[game], h[game]
        rewards[game] = 0.0
        over[game] = False
        if codes[game] == DEAL:
            _deal(bytes_, words, halves, t, rngs[game], learners, leads, game, plans[game])
        else:
            step(bytes_, words, halves, t, m, rngs[game], learners[game], codes[game])
        while True:
            learner = learners[game]
            _let_the_bot_play(
                bytes_, words, halves, gb, gw, t, m, rngs[game], dice[game], bots[game],
                settings[game], hidden, learner, plans[game], scratch,
            )  # fmt: skip
            lead = games.score(halves, learner) - games.score(halves, 1 - learner)
            rewards[game] += (lead - leads[game]) / scale
            leads[game] = lead
            if bytes_[PHASE] != OVER:
                break
            over[game] = True
            seen.reward_all(bytes_, words, halves, t, seen.WIN, results[game])
            won = 0.5 * (results[game, learner] - results[game, 1 - learner])
            rewards[game] += won
            results[game, 0] = 0.5 + 0.5 * won
            results[game, 1] = lead
            _deal(bytes_, words, halves, t, rngs[game], learners, leads, game, plans[game])
        seen.observe(bytes_, words, halves, t, o, learners[game], out[game])
        seen.write_mask(bytes_, words, t, m, learners[game], mask[game], scratch)


class BotGames:
    """Games of which each is against one of the bots named, in turn.

    The learner changes seats from game to game. Its reward is what its lead in points has grown by
    since its last choice, in units of `SCALE`, and at the end 1 for a victory and -1 for a defeat.
    All of a game's rewards together are the final lead and the victory: nothing else is rewarded,
    only sooner. A game that ends is dealt anew in the same step.
    """

    def __init__(self, engine: FastEngine, bots: Sequence[str], num: int, seed: int) -> None:
        self.observer = Observer(engine)
        self.num = num
        self.bots = np.array([bots[game % len(bots)] for game in range(num)])
        """The bot of each game."""
        block = engine.tables.block // 8
        self._words = np.zeros((num, block), np.uint64)
        self._guess = np.zeros(block, np.uint64)
        self._kinds = np.array([KINDS.get(bot, kinds.RANDOM) for bot in self.bots], np.int64)
        self._settings = np.stack([settings_for(int(kind), engine) for kind in self._kinds])
        self._hidden = np.zeros((2, 2 + engine.seats), np.int64)
        self._plans = np.zeros((num, memo.SIZE))
        self._scratch = engine.new_scratch()
        chance = np.random.default_rng(seed).integers(2**64, size=(2, num, 4), dtype=np.uint64)
        self._rngs, self._dice = chance
        self._learners = (np.arange(num) // len(bots)) % 2
        self._leads = np.zeros(num, np.int64)
        self.seen = np.zeros((num, self.observer.layout.size), np.int8)
        """What the learner sees in each game. This and the rest is written anew by each step."""
        self._mask = np.zeros((num, engine.tables.codes), np.int8)
        self.rewards = np.zeros(num, np.float32)
        self.over = np.zeros(num, np.bool_)
        """Whether a game has ended in the last step."""
        self.results = np.zeros((num, 2))
        """Of the last game that ended in each row the share in its victory, and the lead."""

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Whether a code is legal, for each game."""
        return self._mask.view(np.bool_)

    def deal(self) -> None:
        """Deal all games."""
        self.step(np.full(self.num, DEAL))

    def step(self, codes: npt.NDArray[np.int64]) -> None:
        """Perform a legal code in each game, and let the bots answer."""
        tables, words = self.observer.engine.tables, self._words
        _advance(
            words.view(np.uint8), words, words.view(np.int16), self._guess.view(np.uint8),
            self._guess, tables.numbers, tables.masks, self.observer.layout.offsets, self._rngs,
            self._dice, self._kinds, self._settings, self._hidden, self._plans, self._scratch,
            codes, self._learners, self._leads, SCALE, self.seen, self._mask, self.rewards,
            self.over, self.results,
        )  # fmt: skip
