"""Play many games of one kind, and count what happens in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from fogline.arena.jobs import Workers, can_compile, check_bots, play_out, run
from fogline.arena.lab import kernel
from fogline.arena.lab.aggregate import Watched, count
from fogline.arena.lab.tally import Tally
from fogline.bots import dismiss, make_bot
from fogline.bots.compiled import Match, engine_for, play_match
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.fast import FastEngine, words_of
from fogline.fast import layout as at
from fogline.fast.blocks import Block
from fogline.fast.jit import is_compiled

CHUNK = 500
"""Games counted together; it bounds the memory, and changes no number."""
SLOW_CHUNK = 25
"""The same for players that think, so that progress is heard of."""
_ROOM = 512
"""Decisions that nearly every game is done with."""


@dataclass(frozen=True, slots=True)
class Study:
    """Games of one kind, and all that was counted in them."""

    game: GameDefinition
    players: tuple[str, ...]
    """The bot on each seat."""
    seed: Seed
    tally: Tally
    seconds: float

    @property
    def num(self) -> int:
        """Games played."""
        return self.tally.num


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some of the games, to be played in one go."""

    game: GameDefinition
    players: tuple[str, ...]
    seed: Seed
    first: int
    num: int


def study_games(  # noqa: PLR0913 (each says something else)
    game: GameDefinition,
    players: Sequence[str],
    num: int,
    seed: Seed,
    *,
    workers: Workers = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> Study:
    """Play `num` games between bots named by seat, and count; `progress` hears how many are done.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    as by `fogline.arena.simulate`. All but the time is the same for any workers.
    """
    game.check_seats(len(players))
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    check_bots(players, workers)  # before anything is played
    engine_for(game, len(players))  # and so is a game that the compiled engine cannot play
    began = time.perf_counter()
    if workers != 1 and not is_compiled():
        count_chunk(Chunk(game, tuple(players), seed, 0, 1))  # once, and not in every process
    tally = Tally()
    size = CHUNK if set(players) == {"random"} else SLOW_CHUNK
    chunks = (
        Chunk(game, tuple(players), seed, first, min(size, num - first))
        for first in range(0, num, size)
    )
    for part in run(count_chunk, chunks, workers if num > size else 1):
        tally.add(part)
        progress(tally.num)
    return Study(game, tuple(players), seed, tally, time.perf_counter() - began)


def count_chunk(chunk: Chunk) -> Tally:
    """Play some games, and count."""
    engine = engine_for(chunk.game, len(chunk.players))
    numbers = range(chunk.first, chunk.first + chunk.num)
    deals = [f"{chunk.seed}/{number}" for number in numbers]
    dice = [[f"{deal}/{seat}" for seat in range(engine.seats)] for deal in deals]
    if can_compile(chunk.game, chunk.players):
        match = play_match(engine, chunk.players, deals, dice, _ROOM)
        longest = int(match.lengths.max())
        if longest > _ROOM:
            match = play_match(engine, chunk.players, deals, dice, longest)
    else:
        match = _play_readable(engine, chunk.players, deals, dice)
    return count(match, watch(match, deals), chunk.first)


def play_one(
    game: GameDefinition, players: Sequence[str], deal: Seed, dice: Sequence[Seed]
) -> Game:
    """Play one game by the readable engine, which keeps a log of it."""
    played = Game.start(game, len(players), Chance(deal))
    bots = [make_bot(spec, own) for spec, own in zip(players, dice, strict=True)]
    try:
        play_out(played, bots)
    finally:
        dismiss(bots, played.outcome)
    return played


def _play_readable(
    engine: FastEngine,
    players: Sequence[str],
    deals: Sequence[Seed],
    dice: Sequence[Sequence[Seed]],
) -> Match:
    """Let bots play that are not compiled, and follow their games in the compiled engine."""
    finals, logs = [], []
    for deal, own in zip(deals, dice, strict=True):
        state = engine.start(deal)
        log = []
        for move in play_one(engine.game, players, deal, own).log.moves:
            log.append((move.seat, state.code(move.seat, move.action)))
            state.step(*log[-1])
        finals.append(state.block.words)
        logs.append(log)
    lengths = np.array([len(log) for log in logs], np.int64)
    table = np.zeros((len(logs), int(lengths.max()), 2), np.int32)
    for row, log in zip(table, logs, strict=True):
        row[: len(log)] = log
    return Match(engine, np.stack(finals), lengths, table)


def watch(match: Match, deals: Sequence[Seed]) -> Watched:
    """Look at the games of a match once more, decision by decision."""
    tables = match.engine.tables
    block = Block.empty(tables.block)
    counts = np.zeros((len(deals), kernel.N_COUNTS), np.int64)
    tickets = np.zeros((len(tables.tickets), 2), np.int64)
    cities = np.zeros((len(tables.places), 2), np.int64)
    kernel.watch(
        block.bytes,
        block.words,
        block.halves,
        tables.numbers,
        tables.masks,
        np.stack([words_of(deal) for deal in deals]),
        match.log,
        match.lengths,
        np.zeros(at.MOST_DISPLAYED, np.int64),
        counts,
        tickets,
        cities,
    )
    return Watched(counts, tickets, cities)
