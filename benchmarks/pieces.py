"""Where the compiled engine's time goes: its pieces measured alone, beside the whole.

    python benchmarks/pieces.py [--seconds S] [--seed S] [--json]

The states before each decision of some random games are kept. A piece is timed on a fresh copy of
each of them, in the order of play, and the time for the copies alone is taken off. Below, each kind
of work is timed by itself, where the processor foretells branches better than in play; what settles
after an action is the time for the whole step less that for the action. Times are processor time,
the best of many rounds, so that other programs hardly matter.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from fogline.arena.bench import Case
from fogline.fast import FastEngine, board, compile_game, constants, hooks, layout
from fogline.fast.context import Block
from fogline.fast.engine import words_of
from fogline.fast.jit import big_kernel
from fogline.fast.kernel import play, playouts, records
from fogline.fast.mechanics import claiming, drawing, tickets, turns

CASES = (Case("san-francisco", 4), Case("old-west", 4, {"alvin": True}))
KEPT = 16384
"""States; of a few thousand, processors learn the branches by heart."""


class Kept(NamedTuple):
    """States before decisions: a row for each, who decided, and what."""

    rows: npt.NDArray[Any]
    seats: npt.NDArray[Any]
    codes: npt.NDArray[Any]


# ── Kernels, as untyped as those they measure ─────────────────────────────────────────────────
# mypy: allow-untyped-defs, allow-untyped-calls
# ruff: noqa: ARG001 (all take the same)


@big_kernel
def keep_states(g, dice, scratch, kept):
    """Play random games; keep every state before a decision, and what was decided."""
    g.b[layout.PHASE] = constants.OVER
    for row in range(kept.rows.shape[0]):
        if play.is_over(g):
            play.start(g)
        records.copy(g.w, kept.rows[row])
        seat = play.acting(g)
        kept.seats[row] = seat
        kept.codes[row] = playouts.random_code(g, seat, dice[seat], scratch)
        play.step(g, seat, kept.codes[row])


@big_kernel
def only_copy(g, dice, scratch, kept):
    """Copy each state."""
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        scratch[0] += g.b[layout.PHASE]


@big_kernel
def choosing(g, dice, scratch, kept):
    """Choose an action."""
    total = 0
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        total += playouts.random_code(g, kept.seats[row], dice[kept.seats[row]], scratch)
    scratch[0] = total


@big_kernel
def masking(g, dice, scratch, kept):
    """Find the routes that can be claimed."""
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        for word in range(g.t[board.N_WORDS]):
            g.rng[0] ^= claiming.claimable(g, kept.seats[row], word)


@big_kernel
def stepping(g, dice, scratch, kept):
    """Perform the action and settle."""
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        play.inlined_step(g, kept.seats[row], kept.codes[row])


@big_kernel
def acting_only(g, dice, scratch, kept):
    """Perform the action and do not settle."""
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        hooks.act(g, kept.seats[row], kept.codes[row])


@big_kernel
def starting(g, dice, scratch, kept):
    """Deal a game."""
    for row in range(kept.rows.shape[0]):
        records.copy(kept.rows[row], g.w)
        play.start(g)


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
        self.seconds = seconds
        self.kept = Kept(
            np.zeros((KEPT, engine.lowered.block // 8), np.uint64),
            np.zeros(KEPT, np.int64),
            np.zeros(KEPT, np.int64),
        )
        dice = np.stack([words_of(f"{seed} seat {seat}") for seat in range(engine.seats)])
        g = engine.with_memory(Block.empty(engine.lowered.block), words_of(seed))
        self._given = (g, dice, engine.new_list())
        keep_states(*self._given, self.kept)
        self.phases = self.kept.rows.view(np.uint8)[:, layout.PHASE]

    def cost(self, run: Callable[..., None], chosen: npt.NDArray[np.bool_]) -> float:
        """Nanoseconds that a kernel takes for each of the chosen states, without its copy."""
        if not chosen.any():
            return 0.0
        given = Kept(*(each[chosen] for each in self.kept))
        both = (partial(run, *self._given, given), partial(only_copy, *self._given, given))
        times = [float("inf")] * 2
        for each in both:
            each()
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            for index, each in enumerate(both):
                began = time.thread_time_ns()
                for _ in range(KEPT // len(given.rows)):
                    each()
                took = (time.thread_time_ns() - began) / (KEPT // len(given.rows))
                times[index] = min(times[index], took)
        return (times[0] - times[1]) / len(given.rows)


def measure(case: Case, seconds: float, seed: str) -> Profile:
    """Measure a game's pieces and its whole."""
    engine = compile_game(case.define(), case.players)
    stage = Stage(engine, seed, seconds / 10)
    lowered, codes, phases = engine.lowered, stage.kept.codes, stage.phases
    turn, second = phases == turns.ACTION, phases == drawing.SECOND_CARD
    claims = codes - lowered[claiming.CLAIM]
    kinds = {
        "draw from the deck": codes == lowered[drawing.DRAW],
        "take from the display": np.isin(codes - lowered[drawing.TAKE], range(constants.CARDS)),
        "claim a route": (claims >= 0) & (claims < lowered[claiming.N_CLAIMS]),
        "draw tickets": codes == lowered[tickets.DRAW_TICKETS],
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
