"""Where the compiled engine's time goes: its pieces measured alone, beside the whole.

    python benchmarks/pieces.py [--seconds S] [--seed S] [--json]

The states before each decision of some random games are kept. A piece is timed on a fresh copy of
each of them, in the order of play, and the time for the copies alone is taken off. Below, each kind
of work is timed by itself, where the processor foretells branches better than in play; what settles
after an action is the time for the whole step less that for the action. Times are processor time,
the best of many rounds, so that other programs hardly matter.
"""

# ruff: noqa: ARG001, PLR0913, PLR0917 (kernels that all take the same)

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from fogline.fast.blocks import Block
from fogline.fast.kernel.cards import draw_to_hand, take_to_hand
from fogline.fast.kernel.claims import claim, claimable
from fogline.fast.kernel.flow import start
from fogline.fast.kernel.games import acting, copy, random_code
from fogline.fast.kernel.step import step
from fogline.fast.kernel.tickets import offer
from rich.console import Console
from rich.table import Table

from fogline.arena.bench import Case
from fogline.fast import FastEngine, compile_game, constants, layout
from fogline.fast.constants import OVER
from fogline.fast.engine import words_of
from fogline.fast.jit import kernel
from fogline.fast.layout import (
    CLAIM_CODES,
    CODE_CLAIM,
    CODE_DRAW,
    CODE_TAKE,
    CODE_TICKETS,
    N_WORDS,
    PHASE,
    TICKETS_SHOWN,
)

CASES = (Case("san-francisco", 4), Case("old-west", 4, {"alvin": True}))
KEPT = 16384
"""States; of a few thousand, processors learn the branches by heart."""


# ── Kernels, as untyped as those they measure ─────────────────────────────────────────────────
# mypy: allow-untyped-defs, allow-untyped-calls


@kernel
def keep_states(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Play random games; keep every state before a decision, and what was decided."""
    b[PHASE] = OVER
    for row in range(rows.shape[0]):
        if b[PHASE] == OVER:
            start(b, w, h, t, rng)
        copy(w, rows[row])
        seats[row] = acting(b, t)
        codes[row] = random_code(b, w, t, m, seats[row], dice[seats[row]], scratch)
        step(b, w, h, t, m, rng, seats[row], codes[row])


@kernel
def only_copy(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Copy each state."""
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        scratch[0] += b[PHASE]


@kernel
def choosing(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Choose an action."""
    total = 0
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        total += random_code(b, w, t, m, seats[row], dice[seats[row]], scratch)
    scratch[0] = total


@kernel
def masking(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Find the routes that can be claimed."""
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        for word in range(t[N_WORDS]):
            rng[0] ^= claimable(b, w, m, seats[row], word)


@kernel
def stepping(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Perform the action and settle."""
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        step(b, w, h, t, m, rng, seats[row], codes[row])


@kernel
def acting_only(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Perform the action and do not settle."""
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        seat, code = seats[row], codes[row]
        if code == t[CODE_DRAW]:
            draw_to_hand(b, seat, rng)
        elif code < t[CODE_TICKETS]:
            take_to_hand(b, t, seat, code - t[CODE_TAKE])
        elif code == t[CODE_TICKETS]:
            offer(b, w, rng, seat, t[TICKETS_SHOWN])
        else:
            packed = t[CLAIM_CODES + code - t[CODE_CLAIM]]
            claim(b, w, h, t, m, seat, packed >> 16, (packed >> 8) & 0xFF, packed & 0xFF)


@kernel
def starting(b, w, h, t, m, rng, dice, scratch, rows, seats, codes):
    """Deal a game."""
    for row in range(rows.shape[0]):
        copy(rows[row], w)
        start(b, w, h, t, rng)


# ── Measuring ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the work."""

    what: str
    share: float
    """How often it comes in a decision, on average."""
    nanoseconds: float
    """For one time."""

    @property
    def per_decision(self) -> float:
        """Nanoseconds for an average decision."""
        return self.share * self.nanoseconds


@dataclass(frozen=True, slots=True)
class Profile:
    """A game's pieces and its whole."""

    game: str
    players: int
    pieces: tuple[Piece, ...]
    kinds: tuple[Piece, ...]
    """The same work again, one kind at a time."""
    total: float
    """Nanoseconds for a decision in whole games."""


class Stage:
    """Kept states of one game, and the kernels run on some of them."""

    def __init__(self, engine: FastEngine, seed: str, seconds: float) -> None:
        tables = engine.tables
        self.block = Block.empty(tables.block)
        self.seconds = seconds
        self.rows = np.zeros((KEPT, tables.block // 8), np.uint64)
        self.seats = np.zeros(KEPT, np.int64)
        self.codes = np.zeros(KEPT, np.int64)
        dice = np.stack([words_of(f"{seed} seat {seat}") for seat in range(engine.seats)])
        scratch = np.zeros(max(tables.codes, 2 * constants.MOST_ROUTES), np.int64)
        b, w, h = self.block.bytes, self.block.words, self.block.halves
        self._given = (b, w, h, tables.numbers, tables.masks, words_of(seed), dice, scratch)
        keep_states(*self._given, self.rows, self.seats, self.codes)
        self.phases = self.rows.view(np.uint8)[:, PHASE]

    def cost(self, run: Callable[..., None], chosen: npt.NDArray[np.bool_]) -> float:
        """Nanoseconds that a kernel takes for each of the chosen states, without its copy."""
        if not chosen.any():
            return 0.0
        given = self.rows[chosen], self.seats[chosen], self.codes[chosen]
        both = (partial(run, *self._given, *given), partial(only_copy, *self._given, *given))
        times = [float("inf")] * 2
        for each in both:
            each()
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            for index, each in enumerate(both):
                began = time.thread_time_ns()
                for _ in range(KEPT // len(given[0])):
                    each()
                took = (time.thread_time_ns() - began) / (KEPT // len(given[0]))
                times[index] = min(times[index], took)
        return (times[0] - times[1]) / len(given[0])


def measure(case: Case, seconds: float, seed: str) -> Profile:
    """Measure a game's pieces and its whole."""
    engine = compile_game(case.define(), case.players)
    stage = Stage(engine, seed, seconds / 10)
    t, codes, phases = engine.tables.numbers, stage.codes, stage.phases
    turn, second = phases == layout.TURN_ACTION, phases == layout.SECOND_CARD
    kinds = {
        "draw from the deck": codes == t[CODE_DRAW],
        "take from the display": (codes >= t[CODE_TAKE]) & (codes < t[CODE_TICKETS]),
        "claim a route": (codes >= t[CODE_CLAIM]) & (codes < t[layout.CODE_STACK]),
        "draw tickets": codes == t[CODE_TICKETS],
    }
    usual = np.logical_or.reduce(list(kinds.values()))
    details = [
        _piece("choose a turn's action", stage, choosing, turn),
        _piece("  find the claimable routes", stage, masking, turn),
        _piece("choose a second card", stage, choosing, second),
        _piece("choose anything else", stage, choosing, ~turn & ~second),
    ]
    for kind, chosen in kinds.items():
        act = _piece(kind, stage, acting_only, chosen)
        whole = _piece("", stage, stepping, chosen)
        settled = whole.nanoseconds - act.nanoseconds
        details += [act, Piece("  and settle", act.share, settled)]
    details.append(_piece("anything else, and settle", stage, stepping, ~usual))
    games = 20_000
    took, decisions = float("inf"), 0
    for number in range(max(3, round(seconds))):
        began = time.thread_time_ns()
        made = engine.play_on(games, f"{seed}/{number}")
        if (spent := time.thread_time_ns() - began) / made < took:
            took, decisions = spent / made, made
    every = np.ones(KEPT, np.bool_)
    dealt = Piece("deal", games / decisions, stage.cost(starting, np.arange(KEPT) < 200))
    pieces = (
        _piece("choose", stage, choosing, every),
        _piece("act and settle", stage, stepping, every),
        dealt,
    )
    title = ", ".join([case.name, *case.options])
    return Profile(title, case.players, pieces, tuple(details), took)


def _piece(
    what: str, stage: Stage, run: Callable[..., None], chosen: npt.NDArray[np.bool_]
) -> Piece:
    return Piece(what, float(chosen.mean()), stage.cost(run, chosen))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each game (5)")
    parser.add_argument("--seed", default="pieces", help="which games are played (pieces)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    arguments = parser.parse_args(argv)
    profiles = [measure(case, arguments.seconds, arguments.seed) for case in CASES]
    if arguments.json:
        print(json.dumps({"profiles": [asdict(profile) for profile in profiles]}))
        return 0
    console = Console(highlight=False)
    for profile in profiles:
        console.print(f"{profile.game}, {profile.players} players", style="bold")
        console.print(_table(profile))
    return 0


def _table(profile: Profile) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("piece", no_wrap=True)
    for heading in ("times", "ns each", "ns a decision", "share"):
        table.add_column(heading, justify="right")
    total = profile.total
    for piece in profile.pieces:
        table.add_row(*_cells(piece, total))
    accounted = sum(piece.per_decision for piece in profile.pieces)
    table.add_row("sum", "", "", f"{accounted:.1f}", f"{accounted / total:.0%}")
    table.add_row("whole games", "", "", f"{total:.1f}", "100%", end_section=True)
    table.add_row("one kind at a time", style="italic")
    for piece in profile.kinds:
        table.add_row(*_cells(piece, total))
    return table


def _cells(piece: Piece, total: float) -> tuple[str, ...]:
    each, average = f"{piece.nanoseconds:.1f}", f"{piece.per_decision:.1f}"
    return piece.what, f"{piece.share:.3f}", each, average, f"{piece.per_decision / total:.0%}"


if __name__ == "__main__":
    raise SystemExit(main())
