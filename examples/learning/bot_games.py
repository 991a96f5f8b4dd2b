"""Many two-player games at once, each against a compiled bot.

A learner needs better company than the random players of `fogline.env.vector`. The bots here look
at guesses of what they may not know, as they do everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.bots.compiled_bots import players_for
from fogline.bots.kernel import match
from fogline.bots.kernel.planner_memory import forget_plans
from fogline.env import env_kernel as seen
from fogline.env.compiled_observer import CompiledObserver
from fogline.fast.context import Block
from fogline.fast.jit import entry_point, kernel
from fogline.fast.kernel.play import acting, is_over, start, step
from fogline.fast.kernel.playouts import row
from fogline.fast.kernel.records import score

SCALE = 20.0
"""The lead in points that is worth as much as a victory."""
DEAL = -1
"""Instead of a code: deal a new game."""


class Bots(NamedTuple):
    """The players of each game as `match.Players` has them, with a row for each game."""

    kinds: npt.NDArray[Any]
    choosers: npt.NDArray[Any]
    weights: npt.NDArray[Any]
    plans: npt.NDArray[Any]
    codes: npt.NDArray[Any]
    hidden: npt.NDArray[Any]
    dice: npt.NDArray[Any]


class Learners(NamedTuple):
    """What is remembered of the learner in each game."""

    seats: npt.NDArray[Any]
    leads: npt.NDArray[Any]


class Told(NamedTuple):
    """What the learner is told of each game."""

    offsets: npt.NDArray[Any]
    seen: npt.NDArray[Any]
    mask: npt.NDArray[Any]
    rewards: npt.NDArray[Any]
    over: npt.NDArray[Any]
    results: npt.NDArray[Any]


@kernel
def _let_the_bot_play(g, guess, game, bots, learner):
    players = match.Players(
        bots.kinds[game],
        bots.choosers[game],
        bots.weights[game],
        bots.plans[game],
        bots.codes,
        bots.hidden,
    )
    while not is_over(g):
        seat = acting(g)
        if seat == learner:
            return
        step(g, seat, match.blind_code(g, guess, seat, players, bots.dice[game]))


@entry_point
def _deal(g, game, bots, learners):
    """Deal a game; the learner takes the seat that it did not have before."""
    start(g)
    learners.seats[game] = 1 - learners.seats[game]
    learners.leads[game] = 0
    forget_plans(bots.plans[game])


@entry_point
def _advance(games, guess, codes, bots, learners, told):
    """Perform a code in each game, and go on to the learner's next choice."""
    for game in range(games.b.shape[0]):
        g = row(games, game)
        told.rewards[game] = 0.0
        told.over[game] = False
        learner = learners.seats[game]
        if codes[game] == DEAL:
            _deal(g, game, bots, learners)
        else:
            step(g, learner, seen.to_code(g, learner, codes[game]))
        while True:
            learner = learners.seats[game]
            _let_the_bot_play(g, guess, game, bots, learner)
            lead = score(g, learner) - score(g, 1 - learner)
            told.rewards[game] += (lead - learners.leads[game]) / SCALE
            learners.leads[game] = lead
            if not is_over(g):
                break
            told.over[game] = True
            seen.reward_all(g, seen.WIN, told.results[game])
            won = 0.5 * (told.results[game, learner] - told.results[game, 1 - learner])
            told.rewards[game] += won
            told.results[game, 0] = 0.5 + 0.5 * won
            told.results[game, 1] = lead
            _deal(g, game, bots, learners)
        seen.observe(g, learner, told.offsets, told.seen[game])
        seen.write_mask(g, learner, told.mask[game], bots.codes)


class BotGames:
    """Games of which each is against one of the bots named, in turn.

    The learner changes seats from game to game. Its reward is what its lead in points has grown by
    since its last choice, in units of `SCALE`, and at the end 1 for a victory and -1 for a defeat.
    All of a game's rewards together are the final lead and the victory: nothing else is rewarded,
    only sooner. A game that ends is dealt anew in the same step.
    """

    def __init__(
        self, observer: CompiledObserver, bots: Sequence[str], num: int, seed: int
    ) -> None:
        self.observer = observer
        self.num = num
        self.bots = np.array([bots[game % len(bots)] for game in range(num)])
        """The bot of each game."""
        engine = observer.engine
        players = [players_for(engine, [bot] * engine.seats) for bot in self.bots]
        rngs, dice = np.random.default_rng(seed).integers(2**64, size=(2, num, 4), dtype=np.uint64)
        self._players = Bots(
            kinds=np.stack([each.kinds for each in players]),
            choosers=np.stack([each.choosers for each in players]),
            weights=np.stack([each.weights for each in players]),
            plans=np.stack([each.plans for each in players]),
            codes=engine.new_list(),
            hidden=players[0].hidden,
            dice=dice,
        )
        size = engine.lowered.block
        self._games = engine.with_memory(Block.empty(size, num), rngs)
        self._guess = engine.with_memory(Block.empty(size), rngs[0])
        self._learners = Learners(
            seats=(np.arange(num) // len(bots)) % 2, leads=np.zeros(num, np.int64)
        )
        self._told = Told(
            offsets=observer.offsets,
            seen=np.zeros((num, observer.layout.size), np.int8),
            mask=np.zeros((num, observer.codes), np.int8),
            rewards=np.zeros(num, np.float32),
            over=np.zeros(num, np.bool_),
            results=np.zeros((num, 2)),
        )
        self.seen: npt.NDArray[np.int8] = self._told.seen
        """What the learner sees in each game. This and the rest is written anew by each step."""
        self.mask: npt.NDArray[np.bool_] = self._told.mask.view(np.bool_)
        """Whether a code is legal, for each game."""
        self.rewards: npt.NDArray[np.float32] = self._told.rewards
        self.over: npt.NDArray[np.bool_] = self._told.over
        """Whether a game has ended in the last step."""
        self.results: npt.NDArray[np.float64] = self._told.results
        """Of the last game that ended in each row the share in its victory, and the lead."""

    def deal(self) -> None:
        """Deal all games."""
        self.step(np.full(self.num, DEAL))

    def step(self, codes: npt.NDArray[np.int64]) -> None:
        """Perform a legal code in each game, and let the bots answer."""
        _advance(self._games, self._guess, codes, self._players, self._learners, self._told)
