"""Whole games between bots, in one process, in several, or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial

from fogline import __version__
from fogline.arena.game_records import Run
from fogline.arena.jobs import (
    Job,
    can_compile,
    check_bots,
    load_bot,
    play_for_results,
    play_games,
    worth_compiling,
)
from fogline.arena.process_pool import Threads, Workers, run
from fogline.arena.records_files import RecordFiles
from fogline.arena.seeds import NumberedSeeds
from fogline.arena.tally import Tally
from fogline.core.chance import Seed
from fogline.core.definition import GameDefinition


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many games. All but the time depends only on game, players and seed."""

    game: GameDefinition
    players: tuple[str, ...]
    """The bot on each seat."""
    num: int
    """Games played."""
    seed: Seed
    decisions: int
    """Choices made, by all players in all games."""
    wins: tuple[float, ...]
    """Victories of each seat; one shared by k players counts 1/k for each of them."""
    shared: int
    """Games whose victory was shared."""
    mean_scores: tuple[float | None, ...]
    """Mean final points of each seat in the games that count and that its bot finished; `None` if
    there are none."""
    faults: tuple[int, ...]
    """For each seat the games in which its bot failed: it never wins them."""
    first_faults: tuple[str | None, ...]
    """For each seat what its bot did wrong in the first of these games."""
    void: int
    """Games without a winner: a stand-in finished them, so they do not count, or all bots
    failed."""
    seconds: float
    """How long the games took."""
    loading: float
    """How long it took before to load the compiled engine, and to compile it if necessary."""
    resumed: int = 0
    """Games that were played earlier, and read from their records."""
    played_decisions: int = 0
    """Choices made in the games of this call."""

    @property
    def games_per_second(self) -> float:
        """Return the whole games per second."""
        return (self.num - self.resumed) / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Return the choices per second."""
        return self.played_decisions / self.seconds


CHUNK = 200
"""Games per piece of compiled code; the readable engine plays them one by one."""
RANDOM_CHUNK = 5000
"""The same for random players, which take a few microseconds per game."""


def simulate(  # noqa: PLR0913 (all but the first four are optional)
    game: GameDefinition,
    players: Sequence[str],
    num: int,
    seed: Seed,
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers = 1,
    records: RecordFiles | None = None,
    stand_in: str | None = None,
) -> Simulation:
    """Play `num` games between bots seated by their specs; `progress` gets how many are done.

    Game i is dealt by `Chance(f"{seed}/{i}")`, and the bot on seat s is seeded `f"{seed}/{i}/{s}"`,
    so every game can be played again alone. Compiled code plays if it can; the result is the
    same with either engine and any workers. Games that are in `records` already are not
    played again. A bot that crashes, is late or does something illegal forfeits the game; with a
    `stand_in`, that bot finishes the game, which does not count.
    """
    game.check_seats(len(players))
    if num < 1:
        raise ValueError(f"cannot play {num} games")
    check_bots([*players, *filter(None, [stand_in])], workers)  # before anything is played
    plan = _Plan(
        Run(game, tuple(players), seed, __version__, stand_in),
        compiled=worth_compiling(players, num) and can_compile(game, players),
        games=records is not None,
        decisions=records is not None and records.with_decisions,
    )
    tally = Tally(len(players))
    loading = plan.load()
    began = time.perf_counter()
    with ExitStack() as stack:
        if records is not None:
            stack.enter_context(records)
            for row in records.resume(plan.run, num):
                tally.add_row(row)
        resumed, read = tally.num, tally.decisions
        if resumed and progress is not None:
            progress(resumed)
        pieces = stack.enter_context(
            closing(run(partial(_play, plan), plan.pieces(resumed, num), plan.pool(workers)))
        )
        for piece in pieces:
            if records is not None:
                records.append(piece.game_rows, piece.decision_rows)
            tally.merge(piece.tally)
            if progress is not None:
                progress(tally.num)
        if records is not None:
            records.finish(plan.run, num)
    return Simulation(
        game=game,
        players=tuple(players),
        num=num,
        seed=seed,
        decisions=tally.decisions,
        wins=tuple(float(won) for won in tally.wins),
        shared=tally.shared,
        mean_scores=tuple(
            score / games if games else None
            for score, games in zip(tally.scores.tolist(), tally.finished.tolist(), strict=True)
        ),
        faults=tuple(tally.faults.tolist()),
        first_faults=tuple(tally.first_faults),
        void=tally.void,
        seconds=time.perf_counter() - began,
        loading=loading,
        resumed=resumed,
        played_decisions=tally.decisions - read,
    )


@dataclass(frozen=True)
class _Plan:
    """The settings shared by all jobs of a simulation."""

    run: Run
    compiled: bool
    games: bool
    """Whether to write rows of games."""
    decisions: bool
    """Whether to write rows of decisions."""

    def load(self) -> float:
        """Load or compile the code that plays, and return the seconds that it took.

        This also helps several workers, which then need not all compile the same code.
        """
        began = time.perf_counter()
        if self.compiled:
            _play(self, range(1))
        else:
            for bot in {*self.run.players, *filter(None, [self.run.stand_in])}:
                load_bot(self.run.game, len(self.run.players), bot)
        return time.perf_counter() - began

    def pool(self, workers: Workers) -> Workers:
        """Return threads, which start at once, if compiled code does nearly all the work."""
        mostly_compiled = self.compiled and not self.games
        return Threads(workers) if mostly_compiled and isinstance(workers, int) else workers

    def pieces(self, first: int, num: int) -> Iterator[range]:
        """Yield the numbers of the games to play, in pieces."""
        quick = RANDOM_CHUNK if set(self.run.players) == {"random"} else CHUNK
        size = quick if self.compiled else 1
        for start in range(first, num, size):
            yield range(start, min(start + size, num))


@dataclass(frozen=True, slots=True)
class _Piece:
    """The results of a few games."""

    tally: Tally
    game_rows: bytes
    decision_rows: bytes


def _play(plan: _Plan, numbers: range) -> _Piece:
    """Play the games with these numbers, and write their rows."""
    seats = len(plan.run.players)
    job = Job(
        plan.run.game,
        plan.run.players,
        NumberedSeeds(plan.run.seed, numbers, seats),
        log=plan.decisions,
        compiled=plan.compiled,
        stand_in=plan.run.stand_in,
    )
    tally = Tally(seats)
    if not plan.games:
        tally.add(play_for_results(job))
        return _Piece(tally, b"", b"")
    played = play_games(job)
    tally.add(played)
    return _Piece(
        tally,
        plan.run.game_rows(numbers.start, played),
        plan.run.decision_rows(numbers.start, played) if plan.decisions else b"",
    )
