"""Both engines beside others in one run: catanatron, and a loop in C.

    python benchmarks/peers.py [--seconds S] [--seed S] [--json]

catanatron comes from PyPI into an environment of its own under build/. The loop in C is
benchmarks/limit.c, which first has to play the same games as the compiled engine, card for card.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from fogline.arena.speed import (
    Case,
    Round,
    games_in,
    measure_compiled,
    this_machine,
)
from fogline.bots import make_bot
from fogline.core.chance import Chance
from fogline.core.definition import GameDefinition
from fogline.core.game import Game
from fogline.fast import FastEngine, compile_game, constants, layout
from fogline.fast.context import Block
from fogline.fast.engine import words_of
from fogline.fast.kernel import playouts
from fogline.fast.mechanics import MECHANICS
from fogline.sim.whole_games import play_out

CASES = (
    Case("san-francisco", 2),
    Case("san-francisco", 4),
    Case("old-west", 2),
    Case("old-west", 4, {"alvin": True}),
)
ROUNDS = 10
CHECKED = 300
"""Games of each case in which the loop in C must agree with the compiled engine."""

BUILD = Path(__file__).parent.parent / "build" / "peers"
SOURCE = Path(__file__).parent / "limit.c"
FLAGS = ("-std=gnu11", "-O3", "-march=native")

EXPLANATION = """\
A decision is one choice by one player, forced or not: which card, which route and how to pay,
which tickets. A tick of catanatron is likewise one choice, forced or not: to roll, to end a turn,
what to build or trade. All players choose at random. The loop in C plays the same games as the
compiled engine, card for card: "general" reads every number of the game from tables, as the
compiled engine does; "fixed" is built for one game and number of players.
Every speed is the best of several rounds. The readable engine and catanatron play by turns, and so
do the compiled engine on one thread and the loop in C. They are timed by the processor time they
take, so that other programs matter less."""


class Missing(Exception):
    """A peer that cannot be had here; the message says why, in a line."""


# ── The loop in C ─────────────────────────────────────────────────────────────────────────────


class Limit:
    """limit.c, built for one game."""

    def __init__(self, engine: FastEngine, folder: Path, *, fixed: bool) -> None:
        compiler = shutil.which("gcc")
        if compiler is None:
            raise Missing("the loop in C is missing: there is no gcc")
        folder.mkdir(parents=True, exist_ok=True)
        self.engine = engine
        self._tables = folder / "tables.bin"
        self._program = folder / ("fixed" if fixed else "general")
        numbers, masks = engine.lowered.numbers, engine.lowered.masks
        sizes = np.array([numbers.size, masks.size], np.int64)
        self._tables.write_bytes(sizes.tobytes() + numbers.tobytes() + masks.tobytes())
        (folder / "case.h").write_text(_header(engine), encoding="utf-8")
        command = [compiler, *FLAGS, f"-I{folder}", str(SOURCE), "-o", str(self._program)]
        _run([*command, *(["-DFIXED"] if fixed else [])], "the loop in C is missing")

    def play_on(self, num: int, seed: str) -> Round:
        """Play the games that `FastEngine.play_on` plays."""
        decisions, nanoseconds = map(int, self._lines(num, seed)[-1].split())
        return Round(num, decisions, nanoseconds / 1e9)

    def check(self, num: int, seed: str) -> None:
        """Compare every game's decisions, last state and generators with the compiled engine's."""
        block = Block.empty(self.engine.lowered.block)
        chance, dice = _generators(self.engine, seed)
        g, scratch = self.engine.with_memory(block, chance), self.engine.new_list()
        for number, line in enumerate(self._lines(num, seed, "check")[:-1]):
            decisions = playouts.play_on(g, dice, scratch, 1)  # type: ignore[no-untyped-call]
            words = chance.tobytes().hex() + dice.tobytes().hex()
            if line != f"{decisions} {block.bytes.tobytes().hex()} {words}":
                raise AssertionError(f"limit.c plays game {number} of seed {seed} otherwise")

    def _lines(self, num: int, seed: str, *more: str) -> list[str]:
        chance, dice = _generators(self.engine, seed)
        done = subprocess.run(  # noqa: S603 (built here)
            [str(self._program), str(self._tables), str(num), *more],
            input=chance.tobytes() + dice.tobytes(),
            capture_output=True,
            check=True,
        )
        return done.stdout.decode().splitlines()


def _generators(
    engine: FastEngine, seed: str
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    dice = [words_of(f"{seed} seat {seat}") for seat in range(engine.seats)]
    return words_of(seed), np.stack(dice)


def _header(engine: FastEngine) -> str:
    """Write where everything lies, and the game's own numbers, for the C compiler."""
    fields = layout.named()
    at: dict[str, int] = {"PLAYERS": layout.PLAYERS, "STRIDE": layout.STRIDE}
    at |= {name: value for name, value in vars(constants).items() if isinstance(value, int)}
    at |= {name: int(field) for name, field in fields.items()}
    at |= {f"HAS_{_in_c(rule.name)}": int(each.present) for rule, each in MECHANICS.items()}
    used = set(re.findall(r"OF_GAME\((\w+)\)", SOURCE.read_text(encoding="utf-8")))
    defined = {
        "BYTES": engine.lowered.block,
        **{f"AT_{name}": value for name, value in at.items()},
        **{f"SIZE_{name}": field.size * field.unit for name, field in fields.items()},
        **{f"PHASE_{_in_c(name)}": n for n, name in enumerate(layout.phases.names)},
        **{f"POINTS_{_in_c(name)}": n for n, name in enumerate(layout.categories.names)},
        **{f"VALUE_{name}": engine.lowered[at[name]] for name in sorted(used & at.keys())},
    }
    return "".join(f"#define {name} {value}\n" for name, value in defined.items())


def _in_c(name: str) -> str:
    """Write `SecondCard` and `second-card` as `SECOND_CARD`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_").upper()


# ── catanatron ────────────────────────────────────────────────────────────────────────────────

CATANATRON_SCRIPT = """
import json, sys, time
from importlib.metadata import version
from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT
players, seconds, seed = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
games = ticks = forced = 0
began = time.process_time()
while games == 0 or time.process_time() - began < seconds:
    game = Game([RandomPlayer(color) for color in list(Color)[:players]], seed=seed + games)
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        forced += len(game.state.playable_actions) == 1
        game.play_tick()
        ticks += 1
    games += 1
took = time.process_time() - began
print(json.dumps([version("catanatron"), games, ticks, forced, took]))
"""
"""`Game.play` without its two copies of the state, with the ticks counted."""


@dataclass(frozen=True, slots=True)
class Catanatron:
    """How fast catanatron plays for a number of players."""

    version: str
    rounds: tuple[Round, ...]
    forced: float
    """The share of ticks with nothing to choose."""

    @property
    def best(self) -> Round:
        """The fastest round."""
        return max(self.rounds, key=lambda each: each.decisions_per_second)


def catanatron_python() -> Path:
    """Find or make the environment that catanatron lives in."""
    folder = BUILD / "catanatron"
    python = folder / "bin" / "python"
    missing = "catanatron is missing"
    if not python.exists():
        _run([sys.executable, "-m", "venv", "--clear", str(folder)], missing)
    try:
        _run([str(python), "-c", "import catanatron"], missing)
    except Missing:
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        _run([*pip, "--no-input", "catanatron"], missing)
    return python


def play_beside_catanatron(
    python: Path | None, case: Case, seconds: float, seed: str
) -> tuple[Round, Catanatron | None]:
    """Play random games of the readable engine and of catanatron, a round of each by turns."""
    game = case.define()
    readable: list[Round] = []
    others: list[Round] = []
    version, forced = "", 0.0
    for number in range(ROUNDS):
        readable.append(play_readable(game, case.players, seconds / ROUNDS, f"{seed}/{number}"))
        if python is not None:
            command = [str(python), "-c", CATANATRON_SCRIPT, str(case.players)]
            told = [str(seconds / ROUNDS), str(1 + 1000 * number)]
            said = _run([*command, *told], "catanatron is missing")
            version, won, ticks, idle, took = json.loads(said)
            others.append(Round(won, ticks, took))
            forced += idle / ticks / ROUNDS
    best = max(readable, key=lambda each: each.decisions_per_second)
    return best, Catanatron(version, tuple(others), forced) if others else None


def play_readable(game: GameDefinition, players: int, seconds: float, seed: str) -> Round:
    """Play by the readable engine, each seat choosing from its own view; by processor time."""
    games = decisions = 0
    began = time.process_time()
    while games == 0 or time.process_time() - began < seconds:
        bots = [make_bot("random", f"{seed}/{games}/{seat}") for seat in range(players)]
        decisions += play_out(Game.start(game, players, Chance(f"{seed}/{games}")), bots)[1]
        games += 1
    return Round(games, decisions, time.process_time() - began)


def _run(command: Sequence[str], missing: str) -> str:
    done = subprocess.run(  # noqa: S603 (named above)
        command, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{missing}: {lines[-1]}")
    return done.stdout


# ── Side by side ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Line:
    """One game: decisions in a second by everybody, and forced ticks of catanatron."""

    game: str
    options: dict[str, object]
    players: int
    readable: float
    compiled: float
    two_threads: float
    gain: float
    """Two threads against one, both by the clock on the wall."""
    catanatron: float | None
    c_general: float | None
    c_fixed: float | None

    def ratios(self) -> Iterator[tuple[str, float]]:
        """Compare the engines with each that there is."""
        if self.catanatron is not None:
            yield "readable / catanatron", self.readable / self.catanatron
        yield "compiled / readable", self.compiled / self.readable
        yield "two threads / one", self.gain
        for name, other in (
            ("compiled / catanatron", self.catanatron),
            ("compiled / C, general", self.c_general),
            ("compiled / C, fixed", self.c_fixed),
        ):
            if other is not None:
                yield name, self.compiled / other


def measure(
    case: Case, seconds: float, seed: str, python: Path | None, lacking: set[str]
) -> tuple[Line, Catanatron | None]:
    """Measure a game: readable and catanatron by turns, then compiled and C by turns."""
    readable, other = play_beside_catanatron(python, case, seconds, seed)
    one, two = measure_compiled(case, seconds, seed)
    engine = compile_game(case.define(), case.players)
    folder = BUILD / f"{case.name}-{case.players}{''.join(f'-{name}' for name in case.options)}"
    players: dict[str, Callable[[int, str], Round]] = {"compiled": partial(play_compiled, engine)}
    try:
        for name in ("general", "fixed"):
            limit = Limit(engine, folder, fixed=name == "fixed")
            limit.check(CHECKED, f"{seed}/check")
            players[name] = limit.play_on
    except Missing as reason:
        lacking.add(str(reason))
    num = games_in(engine, seconds / ROUNDS, seed)
    best: dict[str, float] = {}
    for number in range(ROUNDS):
        rounds = {name: play(num, f"{seed}/{number}") for name, play in players.items()}
        assert len({each.decisions for each in rounds.values()}) == 1, "C plays other games"
        for name, each in rounds.items():
            best[name] = max(best.get(name, 0.0), each.decisions_per_second)
    line = Line(
        game=case.name,
        options=dict(case.options),
        players=case.players,
        readable=readable.decisions_per_second,
        compiled=best["compiled"],
        two_threads=two.best.decisions_per_second,
        gain=two.best.decisions_per_second / one.best.decisions_per_second,
        catanatron=None if other is None else other.best.decisions_per_second,
        c_general=best.get("general"),
        c_fixed=best.get("fixed"),
    )
    return line, other


def play_compiled(engine: FastEngine, num: int, seed: str) -> Round:
    """Play games by the compiled engine on this thread; count its processor time, as C does."""
    began = time.thread_time()
    decisions = engine.play_on(num, seed)
    return Round(num, decisions, time.thread_time() - began)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each speed (2)")
    parser.add_argument("--seed", default="peers", help="which games are played (peers)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    arguments = parser.parse_args(argv)
    machine = this_machine()
    lacking: set[str] = set()
    catanatron: dict[int, Catanatron] = {}
    python: Path | None = None
    try:
        python = catanatron_python()
    except Missing as reason:
        lacking.add(str(reason))
    lines: list[Line] = []
    for case in CASES:
        line, other = measure(case, arguments.seconds, arguments.seed, python, lacking)
        lines.append(line)
        if other is not None:
            catanatron[case.players] = other
    if arguments.json:
        body = {
            "machine": asdict(machine),
            "seed": arguments.seed,
            "seconds": arguments.seconds,
            "catanatron": {str(players): asdict(each) for players, each in catanatron.items()},
            "lines": [{**asdict(line), "ratios": dict(line.ratios())} for line in lines],
            "missing": sorted(lacking),
        }
        print(json.dumps(body))
        return 0
    console = Console(highlight=False)
    load = "" if machine.load is None else f", load {machine.load:.1f} before"
    console.print(f"{machine.cpu}, {machine.cores} cores{load}; {machine.date}")
    console.print(f"Python {machine.python}, Numba {machine.numba}, decisions a second:\n")
    console.print(_table(lines))
    for players, each in catanatron.items():
        forced = f"{each.forced:.0%} of its ticks are forced"
        console.print(f"catanatron {each.version}, {players} players: {forced}.")
    console.print(f"\n{EXPLANATION}", soft_wrap=True)
    for reason_ in sorted(lacking):
        console.print(reason_, markup=False)
    return 0


def _table(lines: Sequence[Line]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for line in lines:
        title = ", ".join([line.game, *line.options])
        table.add_column(f"{title}\n{line.players} players", justify="right")
    for name, key in (
        ("readable", "readable"),
        ("compiled", "compiled"),
        ("compiled, two threads", "two_threads"),
        ("catanatron", "catanatron"),
        ("C, general", "c_general"),
        ("C, fixed", "c_fixed"),
    ):
        values = [asdict(line)[key] for line in lines]
        if any(values):
            table.add_row(name, *(f"{value:,.0f}" if value else "" for value in values))
    table.add_row()
    for name, _ in lines[0].ratios():
        ratios = [dict(line.ratios())[name] for line in lines]
        table.add_row(name, *(f"{ratio:,.2f}" for ratio in ratios))
    return table


if __name__ == "__main__":
    raise SystemExit(main())
