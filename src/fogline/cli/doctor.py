"""`fogline doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from fogline import __version__
from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command
from fogline.cli.frame.output import console, grid, print_json
from fogline.cli.serve import PORT

BROKEN = 1
"""The exit status if something that games need does not work."""

_LITTLE = 200
"""Megabytes of free space that compiled code and a few games need."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing that was looked at."""

    name: str
    ok: bool
    found: str
    """What there is, in a few words."""
    advice: str = ""
    """What to do, if it is not as it should be."""
    needed: bool = True
    """Whether Fogline needs it; the rest is for some commands only."""


def run(arguments: argparse.Namespace) -> int:
    """Look at everything, and print what was found."""
    found = [finding for look in _CHECKS for finding in look()]
    if arguments.json:
        print_json({"version": __version__, "findings": [asdict(each) for each in found]})
    else:
        _print(found)
    return BROKEN if any(each.needed and not each.ok for each in found) else 0


def _print(found: list[CheckResult]) -> None:
    findings = grid("", "", "", fixed=[0, 1])
    findings.columns[2].overflow = "fold"
    for each in found:
        mark = "ok" if each.ok else ("BROKEN" if each.needed else "missing")
        findings.add_row(mark, each.name, each.found)
        if not each.ok and each.advice:
            findings.add_row("", "", f"→ {each.advice}")
    console().print(findings)


def _python() -> Iterator[CheckResult]:
    text = f"{platform.python_version()} at {sys.executable}, {platform.platform()}"
    yield CheckResult("Python", sys.version_info >= (3, 11), text, "install Python 3.11 or newer")


def _cores() -> Iterator[CheckResult]:
    from fogline.arena.process_pool import available_cores  # noqa: PLC0415 (only needed here)

    yield CheckResult(
        "cores", ok=True, found=f"{available_cores()}; --workers auto uses all of them"
    )


def _numba() -> Iterator[CheckResult]:
    advice = "reinstall it: pip install --force-reinstall numba. Games work without it, but slowly"
    try:
        import numba  # noqa: PLC0415 (it may be missing: that is the question)

        twice = numba.njit(lambda number: 2 * number)
        works = twice(21) == 42
    except Exception as error:  # noqa: BLE001 (a broken compiler may raise anything)
        yield CheckResult(
            "compiler", ok=False, found=f"{type(error).__name__}: {error}", advice=advice
        )
        return
    yield CheckResult("compiler", works, f"Numba {numba.__version__} compiles", advice)


def _cache() -> Iterator[CheckResult]:
    from fogline.fast.jit import CACHE_FOLDER, CACHE_VARIABLE, is_compiled  # noqa: PLC0415 (Numba)

    advice = f"set {CACHE_VARIABLE} to a folder that you may write to, with {_LITTLE} MB free"
    if CACHE_FOLDER is None:
        said = "cannot be kept, so it is compiled each time"
        yield CheckResult("compiled code", ok=False, found=said, advice=advice)
        return
    free = shutil.disk_usage(CACHE_FOLDER).free // 10**6
    state = "is" if is_compiled() else "will be"
    where = f"{state} in {CACHE_FOLDER}, {free:,} MB are free"
    yield CheckResult("compiled code", free >= _LITTLE, where, advice)


def _database() -> Iterator[CheckResult]:
    with sqlite3.connect(":memory:") as database:
        database.execute("create table works (yes integer)")
    yield CheckResult("database", ok=True, found=f"SQLite {sqlite3.sqlite_version}")
    yield _extra("PostgreSQL", "asyncpg", "postgres", "for several servers on one database")


def _client() -> Iterator[CheckResult]:
    page = Path(str(files("fogline.server") / "static" / "index.html"))
    advice = "in a clone of the repository: make web; else install Fogline again"
    there = page.is_file()
    yield CheckResult("browser client", there, "is here" if there else "is not built", advice)


def _browser() -> Iterator[CheckResult]:
    try:
        name = type(webbrowser.get()).__name__
    except webbrowser.Error:
        advice = "open the address that fogline play prints on any device of your network"
        none = "none is known here"
        yield CheckResult("browser", ok=False, found=none, advice=advice, needed=False)
        return
    yield CheckResult("browser", ok=True, found=f"is opened by {name}", needed=False)


def _port() -> Iterator[CheckResult]:
    with socket.socket() as probe:
        if os.name == "posix":  # as the server does
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError as error:
            advice = f"choose another one: fogline play --port {PORT + 1}"
            found = f"{PORT} cannot be used: {error.strerror}"
            yield CheckResult("port", ok=False, found=found, advice=advice, needed=False)
            return
    yield CheckResult("port", ok=True, found=f"{PORT} is free", needed=False)


def _extras() -> Iterator[CheckResult]:
    yield _extra("ratings", "choix", "arena", "for fogline ladder")
    yield _extra("Parquet", "pyarrow", "arena", "for fogline simulate --out games.parquet")
    yield _extra("environments", "pettingzoo", "rl", "for learning programs")
    yield _extra("OpenSpiel", "pyspiel", "openspiel", "for its algorithms")
    yield _extra("cluster", "ray", "cluster", "for --cluster")


def _extra(name: str, module: str, extra: str, use: str) -> CheckResult:
    there = importlib.util.find_spec(module) is not None
    found = f"{module} is {'here' if there else 'not installed'}, {use}"
    return CheckResult(name, there, found, f"pip install 'fogline[{extra}]'", needed=False)


_CHECKS: tuple[Callable[[], Iterator[CheckResult]], ...] = (
    _python,
    _cores,
    _numba,
    _cache,
    _database,
    _client,
    _browser,
    _port,
    _extras,
)

COMMAND = Command(
    description="""\
Look at what Fogline uses on this machine: Python, the compiler, the database, the browser, ports,
cores and optional packages; say what is missing, and what to do about it.
The exit status is 1 if something that games need does not work.

examples:
  fogline doctor
  fogline doctor --json
""",
    arguments=add_json,
    run=run,
)
