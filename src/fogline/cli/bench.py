"""`fogline bench`: how fast this machine plays."""

from __future__ import annotations

import argparse
import math
import time
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import console, grid, print_json

if TYPE_CHECKING:  # it loads Numba, which only `run` needs
    from fogline.arena.speed import Bench, Case, Copy, Speed, StartUp

_PATIENCE = 2.0
"""Seconds before the bar appears."""
_BUSY = 0.5
"""From this load on, other programs may have distorted the numbers."""


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print the result."""
    from fogline.arena import speed  # noqa: PLC0415 (it loads Numba)

    with _Bar() as bar:
        result = speed.measure(
            speed.QUICK_CASES if arguments.quick else speed.CASES,
            seconds=arguments.seconds or (0.2 if arguments.quick else 1.0),
            seed=arguments.seed,
            starts=not arguments.quick,
            progress=bar.update,
        )
    if arguments.json:
        print_json(_to_json(result))
    else:
        _print(result)
    return 0


class _Bar(ExitStack):
    """A progress bar on stderr, on a terminal, once it takes long."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}", markup=False),
            console=console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", total=None)
        self._began = time.monotonic()
        self._shown = False

    def update(self, what: str, done: int, total: int) -> None:
        """Show what is measured now."""
        if not self._shown and time.monotonic() - self._began > _PATIENCE:
            self._shown = True
            if self._bar.console.is_terminal:
                self.enter_context(self._bar)
        self._bar.update(self._task, description=what, completed=done, total=total)


def _to_json(result: Bench) -> dict[str, object]:
    return {
        "machine": asdict(result.machine),
        "seed": result.seed,
        "seconds": result.seconds,
        "speeds": [_speed_to_json(speed) for speed in result.speeds],
        "states": [_copy_to_json(copy) for copy in result.copies],
        "cold_start": result.cold and _start_to_json(result.cold),
        "warm_start": result.warm and _start_to_json(result.warm),
    }


def _case_to_json(case: Case) -> dict[str, object]:
    return {"game": case.name, "options": dict(case.options), "players": case.players}


def _speed_to_json(speed: Speed) -> dict[str, object]:
    return {
        **_case_to_json(speed.case),
        "engine": speed.engine,
        "threads": speed.threads,
        "decisions_per_second": round(speed.best.decisions_per_second, 1),
        "games_per_second": round(speed.best.games_per_second, 3),
        "median_decisions_per_second": round(speed.median, 1),
    }


def _copy_to_json(copy: Copy) -> dict[str, object]:
    return {
        **_case_to_json(copy.case),
        "bytes": copy.bytes,
        "copy_nanoseconds": round(copy.compiled * 1e9, 1),
        "python_copy_nanoseconds": round(copy.python * 1e9, 1),
    }


def _start_to_json(start: StartUp) -> dict[str, object]:
    return {f"{name}_seconds": round(value, 4) for name, value in asdict(start).items()}


def _print(result: Bench) -> None:
    out = console()
    machine = result.machine
    out.print(f"{machine.cpu}, {machine.cores} cores", style="bold")
    out.print(f"Python {machine.python}, Numba {machine.numba}, {machine.system}, {machine.date}")
    out.print()
    out.print(_speeds(result))
    out.print()
    out.print(_states(result))
    if result.cold is not None and result.warm is not None:
        out.print()
        out.print(
            f"Compiling takes {result.cold.whole_games + result.cold.single_steps:.1f} s, once. "
            f"A warm start takes {result.warm.process:.2f} s: {result.warm.load:.2f} s to load, "
            f"{result.warm.whole_games:.2f} s to the end of a first game."
        )
    if machine.load is not None and machine.load > _BUSY:
        out.print(
            f"Other programs were running (load {machine.load:.1f}): "
            "measure again when the machine is quiet."
        )


def _speeds(result: Bench) -> Grid:
    speeds = _grid(
        "random play: decisions a second, and whole games a second",
        *("readable", "compiled", "two threads", "gain", "readable", "compiled"),
    )
    for case in (copy.case for copy in result.copies):
        readable = result.speed(case, "readable").best
        one = result.speed(case, "compiled").best
        two = result.speed(case, "compiled", threads=2).best
        speeds.add_row(
            *_key(case),
            f"{readable.decisions_per_second:,.0f}",
            f"{one.decisions_per_second:,.0f}",
            f"{two.decisions_per_second:,.0f}",
            f"{two.decisions_per_second / one.decisions_per_second:.2f}×",
            f"{readable.games_per_second:,.1f}",
            f"{one.games_per_second:,.0f}",
        )
    return speeds


def _states(result: Bench) -> Grid:
    title = "a state of the compiled engine"
    states = _grid(title, "bytes", "copy, compiled", "copy, from Python")
    for copy in result.copies:
        states.add_row(
            *_key(copy.case),
            f"{copy.bytes:,}",
            f"{copy.compiled * 1e9:,.0f} ns",
            f"{copy.python * 1e9:,.0f} ns",
        )
    return states


def _grid(title: str, *headings: str) -> Grid:
    made = grid("game", "players", *headings, numbers=range(1, len(headings) + 2))
    made.title, made.title_justify, made.title_style = title, "left", "bold"
    return made


def _key(case: Case) -> tuple[str, str]:
    return ", ".join([case.name, *case.options]), str(case.players)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if 0 < seconds <= 3600:
        return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, up to 3600")


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--quick",
        action="store_true",
        help="two games only, and nothing compiled again: a few seconds in all",
    )
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="N",
        help="time for each speed (default: 1, or 0.2 with --quick)",
    )
    parser.add_argument(
        "--seed", default="bench", metavar="S", help="which games are played (default: bench)"
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Measure how fast this machine plays at random, by both engines, both games, several numbers of
players, on one thread and on two; what a copy of a state costs; and how long it takes to compile
the fast engine, and to start once it is compiled. Let nothing else run meanwhile.

examples:
  fogline bench
  fogline bench --quick
  fogline bench --seconds 5 --json > speed.json
""",
    arguments=_arguments,
    run=run,
)
