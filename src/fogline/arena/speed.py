"""The speed of this machine: both engines, one and two threads, copies, compiling, starting.

Every speed is the best of a few rounds: other programs can only make a round slower.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numba
import numpy as np
import numpy.typing as npt

from fogline.arena.process_pool import available_cores
from fogline.boards import builtin_boards
from fogline.bots import make_bot
from fogline.core.chance import Chance, Seed
from fogline.core.definition import GameDefinition, Options
from fogline.core.game import Game
from fogline.fast import FastEngine, compile_game
from fogline.fast.jit import CACHE_VARIABLE, entry_point
from fogline.fast.kernel.records import copy
from fogline.games import define, find_board, rule_set_of
from fogline.sim.whole_games import play_out

READABLE, COMPILED = "readable", "compiled"

Progress = Callable[[str, int, int], None]
"""Receives what is measured now, the number of measurements done, and their total."""

_ROUNDS = 10
_TARGETS = 16
"""The targets of copies by turns, so that no copy is optimised away."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game for a number of players."""

    name: str
    players: int
    options: Options = field(default_factory=dict)

    def define(self) -> GameDefinition:
        """Define the game."""
        return define(self.name, self.options)


def _cases() -> tuple[Case, ...]:
    """List the games for few, some and many players, and finally with all their options."""
    plain, full = [], []
    rule_sets = {name: rule_set_of(find_board(name)) for name in builtin_boards()}
    for name, rules in sorted(rule_sets.items(), key=lambda each: each[1].seats):
        least, most = rules.seats
        middle = (least + most) // 2
        plain += [Case(name, players) for players in (least, middle, most)]
        options = {option.name: True for option in rules.options if option.kind is bool}
        full += [Case(name, middle, options)] if options else []
    return (*plain, *full)


CASES = _cases()
QUICK_CASES = (CASES[0], CASES[-1])


@dataclass(frozen=True, slots=True)
class Round:
    """Random games, played without a pause."""

    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """Return the choices of all players per second."""
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Return the whole games per second."""
        return self.games / self.seconds


@dataclass(frozen=True, slots=True)
class Speed:
    """The speed of an engine in a game on a number of threads."""

    case: Case
    engine: str
    threads: int
    rounds: tuple[Round, ...]

    @property
    def best(self) -> Round:
        """Return the fastest round."""
        return max(self.rounds, key=lambda each: each.decisions_per_second)

    @property
    def median(self) -> float:
        """Return the decisions per second of the median round, far below the best if others ran."""
        return statistics.median(each.decisions_per_second for each in self.rounds)


@dataclass(frozen=True, slots=True)
class Copy:
    """The size of a state of the compiled engine, and how long a copy of it takes."""

    case: Case
    bytes: int
    compiled: float
    """Seconds, in compiled code."""
    python: float
    """Seconds, by `FastState.copy`."""


@dataclass(frozen=True, slots=True)
class StartUp:
    """The start of a new process with the compiled engine: the seconds of each step."""

    load: float
    """Import `fogline.fast` and define a game."""
    whole_games: float
    """Play a whole game in compiled code."""
    single_steps: float
    """Start a game, list its legal actions, perform one."""
    process: float
    """The whole process, from its call to its end."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and when it was measured."""

    date: str
    cpu: str
    cores: int
    system: str
    python: str
    numba: str
    load: float | None
    """The load in the minute before; `None` if the system does not say."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything that was measured."""

    machine: Machine
    seed: Seed
    seconds: float
    """Time for each speed."""
    speeds: tuple[Speed, ...]
    copies: tuple[Copy, ...]
    cold: StartUp | None
    """With an empty cache, so that everything is compiled; `None` if not measured."""
    warm: StartUp | None

    def speed(self, case: Case, engine: str, threads: int = 1) -> Speed:
        """Find a speed."""
        return next(
            speed
            for speed in self.speeds
            if (speed.case, speed.engine, speed.threads) == (case, engine, threads)
        )


def measure(
    cases: Sequence[Case] = CASES,
    *,
    seconds: float = 1.0,
    seed: Seed = "bench",
    starts: bool = True,
    progress: Progress = lambda *_: None,
) -> Bench:
    """Measure everything; with `starts`, compile the engine again and measure that, too."""
    machine = this_machine()
    total = 2 * len(cases) + (2 if starts else 0)
    done = 0

    def report(what: str) -> None:
        nonlocal done
        progress(what, done, total)
        done += 1

    speeds: list[Speed] = []
    copies = []
    for case in cases:
        report(f"{case.name}, {case.players} players, readable engine")
        speeds.append(measure_readable(case, seconds, seed))
        report(f"{case.name}, {case.players} players, compiled engine")
        speeds.extend(measure_compiled(case, seconds, seed))
        copies.append(measure_copy(case, seconds / 10, seed))
    cold = warm = None
    if starts:
        with tempfile.TemporaryDirectory() as cache:
            report("compiling the engine anew")
            cold = measure_start(cache)
            report("starting with the engine compiled")
            warm = min((measure_start(cache) for _ in range(3)), key=lambda each: each.process)
    return Bench(machine, seed, seconds, tuple(speeds), tuple(copies), cold, warm)


def this_machine() -> Machine:
    """Describe this machine."""
    return Machine(
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        cpu=_cpu(),
        cores=available_cores(),
        system=platform.platform(),
        python=platform.python_version(),
        numba=numba.__version__,
        load=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    )


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def measure_readable(case: Case, seconds: float, seed: Seed) -> Speed:
    """Play random games by the readable engine, each seat choosing from its own view."""
    game = case.define()
    rounds = []
    number = 0
    for _ in range(_ROUNDS):
        games = decisions = 0
        began = time.perf_counter()
        while games == 0 or time.perf_counter() - began < seconds / _ROUNDS:
            decisions += _play_readable(game, case.players, f"{seed}/{number}")
            number += 1
            games += 1
        rounds.append(Round(games, decisions, time.perf_counter() - began))
    return Speed(case, READABLE, 1, tuple(rounds))


def _play_readable(game: GameDefinition, players: int, seed: str) -> int:
    bots = [make_bot("random", f"{seed}/{seat}") for seat in range(players)]
    return play_out(Game.start(game, players, Chance(seed)), bots)[1]


def measure_compiled(
    case: Case, seconds: float, seed: Seed, threads: Sequence[int] = (1, 2)
) -> list[Speed]:
    """Play random games in compiled code on a number of threads, each with separate blocks.

    A round on several threads lasts until the last of them is done.
    """
    engine = compile_game(case.define(), case.players)
    num = games_in(engine, seconds / _ROUNDS, seed)
    rounds: dict[int, list[Round]] = {count: [] for count in threads}
    with ThreadPoolExecutor(max(threads)) as pool:
        for number in range(_ROUNDS):
            for count in threads:
                seeds = [f"{seed}/{number}/{thread}" for thread in range(count)]
                began = time.perf_counter()
                running = [pool.submit(engine.play_on, num, each) for each in seeds]
                decisions = sum(each.result() for each in running)
                took = time.perf_counter() - began
                rounds[count].append(Round(num * count, decisions, took))
    return [Speed(case, COMPILED, count, tuple(rounds[count])) for count in threads]


def games_in(engine: FastEngine, seconds: float, seed: Seed) -> int:
    """Return how many games take about this time, after compiling what is necessary."""
    engine.play_on(1, seed)
    num = 1
    while True:
        began = time.perf_counter()
        engine.play_on(num, seed)
        took = time.perf_counter() - began
        if took > seconds / 10:
            return max(1, round(num * seconds / took))
        num *= 4


@entry_point
def _copies(rows: npt.NDArray[np.uint64], times: int) -> None:
    """Copy the first row to the others by turns, with a small change each time."""
    for time_ in range(times):
        rows[0, 0] = time_
        copy(rows[0], rows[1 + time_ % (rows.shape[0] - 1)])  # type: ignore[no-untyped-call]


def measure_copy(case: Case, seconds: float, seed: Seed) -> Copy:
    """Measure the copy of a state that is in the processor's cache, as in a search."""
    engine = compile_game(case.define(), case.players)
    state = engine.start(seed)
    rows = np.zeros((1 + _TARGETS, state.block.words.shape[0]), np.uint64)
    rows[0] = state.block.words
    _copies(rows, 1)
    return Copy(
        case,
        state.block.bytes.nbytes,
        _best(lambda times: _copies(rows, times), 10_000, seconds),
        _best(lambda times: [state.copy() for _ in range(times)], 100, seconds),
    )


def _best(run: Callable[[int], object], times: int, seconds: float) -> float:
    """Return the seconds per call, in the best of the rounds of `times` calls that fit."""
    best = float("inf")
    end = time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        began = time.perf_counter()
        run(times)
        best = min(best, (time.perf_counter() - began) / times)
    return best


_FIRST_THINGS = """
import json, sys, time
times = [time.perf_counter()]
from fogline.fast import compile_game
from fogline.games import define
name, players, options = json.loads(sys.argv[1])
engine = compile_game(define(name, options), players)
times.append(time.perf_counter())
engine.play_on(1, 1)
times.append(time.perf_counter())
state = engine.start(1)
seat = state.deciding[0]
state.step(seat, int(state.legal(seat)[0]))
times.append(time.perf_counter())
print(json.dumps([after - before for before, after in zip(times, times[1:])]))
"""


def measure_start(cache: str) -> StartUp:
    """Measure a new process with this folder for compiled code, full or empty."""
    case = CASES[-1]
    game = json.dumps([case.name, case.players, dict(case.options)])
    began = time.perf_counter()
    done = subprocess.run(  # noqa: S603 (this very Python)
        [sys.executable, "-c", _FIRST_THINGS, game],
        env={**os.environ, CACHE_VARIABLE: cache},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    took = time.perf_counter() - began
    load, whole_games, single_steps = json.loads(done.stdout)
    return StartUp(load, whole_games, single_steps, took)
