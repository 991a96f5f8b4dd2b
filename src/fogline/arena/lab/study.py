"""Many games of one kind, with counts of what happens in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from fogline.arena.checkpoint import Checkpoint, header_of, results
from fogline.arena.failures import failure_line
from fogline.arena.jobs import Job, can_compile, check_bots, play_games
from fogline.arena.lab.aggregate import count, count_events, ends_of
from fogline.arena.lab.lab_tally import Ints, LabTally
from fogline.arena.lab.watching import Watched, list_events, watch
from fogline.arena.process_pool import Threads, Workers
from fogline.arena.seeds import NumberedSeeds
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition
from fogline.sim import cannot_compile
from fogline.sim.whole_games import Log

CHUNK = 2000
"""Games counted together; this bounds the memory, and changes no number."""
SLOW_CHUNK = 25
"""The same for slower players and the readable engine, so that progress is reported."""
EVENT_GAMES = 100
"""The first games, in which events are counted, as only the readable engine has events."""


@dataclass(frozen=True, slots=True)
class Study:
    """Games of one kind, and all their counts."""

    game: GameDefinition
    players: tuple[str, ...]
    """The bot on each seat."""
    seed: Seed
    tally: LabTally
    seconds: float
    """How long the games took."""
    loading: float = 0.0
    """How long it took before to load the compiled engine, and to compile it if necessary."""

    @property
    def num(self) -> int:
        """Return the number of games."""
        return self.tally.num

    @property
    def failures(self) -> list[str]:
        """Return a line for each seat whose bot failed in some games, which it forfeits."""
        counts = zip(self.players, self.tally.faults.tolist(), self.tally.first_faults, strict=True)
        return [failure_line(bot, games, fault) for bot, games, fault in counts if games]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some of the games, played together."""

    game: GameDefinition
    players: tuple[str, ...]
    seed: Seed
    first: int
    num: int


def study_games(  # noqa: PLR0913 (all are independent)
    game: GameDefinition,
    players: Sequence[str],
    num: int,
    seed: Seed,
    *,
    workers: Workers = 1,
    progress: Callable[[int], None] = lambda _: None,
    checkpoint: Checkpoint | None = None,
) -> Study:
    """Play `num` games between bots named by seat, and count; `progress` gets how many are done.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    as by `fogline.arena.simulation`. All but the time is the same for any workers. Games
    that are already in the `checkpoint` are not played again.
    """
    game.check_seats(len(players))
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    check_bots(players, workers)  # before anything is played
    began = time.perf_counter()
    if cannot_compile(game, len(players)) is None:
        count_chunk(Chunk(game, tuple(players), seed, 0, 1))  # compiles once, not in every process
    loaded = time.perf_counter()
    tally = LabTally()
    compiled = can_compile(game, players)
    size = CHUNK if compiled and set(players) == {"random"} else SLOW_CHUNK
    chunks = (
        Chunk(game, tuple(players), seed, first, min(size, num - first))
        for first in range(0, num, size)
    )
    header = header_of(game, seed, players=list(players), num=num, chunk=size)
    if isinstance(workers, int):
        if num <= size:
            workers = 1
        elif compiled:  # compiled code does nearly all the work, and threads start at once
            workers = Threads(workers)
    for part in results(checkpoint, header, _count_fields, chunks, workers):
        tally.add(LabTally(**part))
        progress(tally.num)
    seconds = time.perf_counter() - loaded
    return Study(game, tuple(players), seed, tally, seconds, loaded - began)


def _count_fields(chunk: Chunk) -> dict[str, Any]:
    """Count a chunk; return the fields of the tally, which a checkpoint can hold."""
    tally = count_chunk(chunk)
    return {name: getattr(tally, name) for name in LabTally.__slots__}


def count_chunk(chunk: Chunk) -> LabTally:
    """Return the counts of a chunk."""
    seats = len(chunk.players)
    numbers = range(chunk.first, chunk.first + chunk.num)
    seeds = NumberedSeeds(chunk.seed, numbers, seats)
    played = play_games(Job(chunk.game, chunk.players, seeds, log=True))
    log = cast("Log", played.log)
    ends = ends_of(played)
    tally = count(played, ends, _watch(chunk.game, log, seeds, ends), chunk.first)
    sample = NumberedSeeds(chunk.seed, range(chunk.first, min(numbers.stop, EVENT_GAMES)), seats)
    happened = list_events(chunk.game, log, sample)
    count_events(tally, happened, len(sample), played)
    return tally


def _watch(game: GameDefinition, log: Log, seeds: NumberedSeeds, ends: Ints) -> Watched:
    """Watch logged games, in compiled code if it can play them."""
    if cannot_compile(game, seeds.seats) is None:
        from fogline.arena.lab.watch_compiled import watch_compiled  # noqa: PLC0415 (loads Numba)

        return watch_compiled(game, log, seeds, ends)
    return watch(game, log, seeds, ends)
