"""Many games stepped together: their observations, and the two engines that play them."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np

from fogline.core.chance import Chance, pick
from fogline.core.engine import legal_actions
from fogline.core.messages import Seat
from fogline.env import env_kernel
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.env_kernel import EnvRows
from fogline.env.observer import REWARDS, Observer, Reward, rewards_of
from fogline.env.readable_observer import ReadableObserver
from fogline.fast.context import Block, Words
from fogline.fast.engine import Codes
from fogline.sim import ReadablePosition


def empty_rows(observer: Observer[Any], num: int) -> EnvRows:
    """Return zeroed rows for `num` games."""
    size = observer.layout.size
    return EnvRows(
        seats=np.zeros(num, np.int64),
        seen=np.zeros((num, size), np.int8),
        mask=np.zeros((num, observer.codes), np.int8),
        over=np.zeros(num, np.bool_),
        rewards=np.zeros((num, observer.seats), np.float64),
        gained=np.zeros(num, np.float64),
        final=np.zeros((num, size), np.int8),
    )


class ParallelGames(Protocol):
    """Many games in progress. They write observations to the rows that they were given."""

    def reset(self, rngs: Words, dice: Words) -> None:
        """Deal all games, with a generator for each, and one for its random players."""
        ...

    def are_legal(self, codes: Codes) -> bool:
        """Return whether every game's code is legal."""
        ...

    def step(self, codes: Codes) -> int:
        """Perform a legal code in each game; return how many games ended."""
        ...

    def random_actions(self) -> Codes:
        """Choose a legal code in each game, each equally likely."""
        ...


class CompiledGames:
    """Games in one block of memory, stepped by kernels."""

    def __init__(
        self, observer: CompiledObserver, rows: EnvRows, seat: Seat | None, reward: Reward
    ) -> None:
        engine, num = observer.engine, len(rows.seats)
        self._task = env_kernel.Task(
            env_kernel.EVERYBODY if seat is None else seat, REWARDS.index(reward)
        )
        self._rows = rows
        self._lists = env_kernel.Lists(
            offsets=observer.offsets,
            legal=np.zeros((num, observer.codes), np.uint32),
            counts=np.zeros(num, np.int64),
            codes=engine.new_list(),
        )
        self._dice: Words = np.zeros((num, 4), np.uint64)
        self.engine = engine
        self.block: Block = Block.empty(engine.lowered.block, num)
        """The state of each game."""
        self.rngs: Words = np.zeros((num, 4), np.uint64)
        """The generator of each game."""
        self._games = engine.with_memory(self.block, self.rngs)

    def reset(self, rngs: Words, dice: Words) -> None:
        """Deal all games, with a generator for each, and one for its random players."""
        self.rngs[:], self._dice[:] = rngs, dice
        env_kernel.reset_games(self._games, self._dice, self._task.learner, self._rows, self._lists)

    def are_legal(self, codes: Codes) -> bool:
        """Return whether every game's code is legal."""
        return bool(env_kernel.are_legal(self._rows.mask, codes))

    def step(self, codes: Codes) -> int:
        """Perform a legal code in each game; return how many games ended."""
        return int(
            env_kernel.step_games(
                self._games, self._dice, codes, self._task, self._rows, self._lists
            )
        )

    def random_actions(self) -> Codes:
        """Choose a legal code in each game, each equally likely."""
        codes = np.zeros(len(self._dice), np.int64)
        env_kernel.random_actions(self._lists.legal, self._lists.counts, self._dice, codes)
        return codes


class ReadableGames:
    """Games of the readable engine, one after the other."""

    def __init__(
        self, observer: ReadableObserver, rows: EnvRows, seat: Seat | None, reward: Reward
    ) -> None:
        self._observer = observer
        self._rows = rows
        self._seat = seat
        self._reward = reward
        self._positions: list[ReadablePosition] = []
        self._chance: list[Chance] = []
        self._dice: list[Chance] = []
        self._legal: list[list[int]] = []

    def reset(self, rngs: Words, dice: Words) -> None:
        """Deal all games, with a generator for each, and one for its random players."""
        self._chance = [_chance(row) for row in rngs]
        self._dice = [_chance(row) for row in dice]
        self._positions = [self._observer.deal_by(chance) for chance in self._chance]
        self._legal = [[] for _ in self._positions]
        for game in range(len(self._positions)):
            self._play_others(game)
            self._show(game)

    def are_legal(self, codes: Codes) -> bool:
        """Return whether every game's code is legal."""
        pairs = zip(codes.tolist(), self._legal, strict=True)
        return all(code in legal for code, legal in pairs)

    def step(self, codes: Codes) -> int:
        """Perform a legal code in each game; return how many games ended."""
        rows, observer = self._rows, self._observer
        ended = 0
        rows.rewards[:] = 0
        rows.over[:] = False
        for game, code in enumerate(codes.tolist()):
            seat = int(rows.seats[game])
            observer.step(self._positions[game], seat, code)
            self._play_others(game)
            while (position := self._positions[game]).is_over:
                ended += 1
                rows.over[game] = True
                rows.rewards[game] = list(rewards_of(position, self._reward).values())
                rows.final[game] = observer.vector(position, seat)
                self._positions[game] = observer.deal_by(self._chance[game])
                self._play_others(game)
            rows.gained[game] = rows.rewards[game, seat]
            self._show(game)
        return ended

    def _play_others(self, game: int) -> None:
        """Play at random until the caller must choose, or the game is over."""
        position, dice = self._positions[game], self._dice[game]
        while self._seat is not None and not position.is_over:
            seat = position.deciding[0]
            if seat == self._seat:
                return
            position.play(seat, pick(dice, legal_actions(position.view(seat))))

    def _show(self, game: int) -> None:
        """Show a game to the seat that decides, and list the legal codes."""
        rows, position = self._rows, self._positions[game]
        seat = position.deciding[0] if self._seat is None else self._seat
        legal = list(self._observer.legal(position, seat))
        self._legal[game] = legal
        rows.seats[game] = seat
        rows.seen[game] = self._observer.vector(position, seat)
        rows.mask[game] = 0
        rows.mask[game, legal] = 1

    def random_actions(self) -> Codes:
        """Choose a legal code in each game, each equally likely."""
        pairs = zip(self._dice, self._legal, strict=True)
        return np.array([pick(dice, legal) for dice, legal in pairs], np.int64)


def _chance(words: Words) -> Chance:
    """Return the generator with these 256 bits of state."""
    chance = Chance(0)
    chance.words = [int(word) for word in words]
    return chance


def games_for(
    observer: Observer[Any], rows: EnvRows, seat: Seat | None, reward: Reward
) -> ParallelGames:
    """Make games of the engine whose observer this is."""
    if isinstance(observer, CompiledObserver):
        return CompiledGames(observer, rows, seat, reward)
    return ReadableGames(cast("ReadableObserver", observer), rows, seat, reward)
