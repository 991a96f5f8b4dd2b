"""How fast the readable engine is, beside a fixed loop of plain Python measured in the same run.

    python benchmarks/engine.py [--seconds S] [--seed S] [--json]

Seconds depend on the machine and its mood; the ratio to the reference loop hardly does.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.table import Table

from fogline import Chance, Game, GameDefinition, Options, define, new_game
from fogline.bots import RandomBot

NEW_GAMES = 2000
"""Games a second that must be dealt: one takes half a millisecond at most."""
IMPORTS = 1 / 0.15
"""New processes a second that import `fogline`."""

TARGET = 3000
"""Decisions a second that the readable engine must reach, legal actions asked at each step."""

GAMES: tuple[tuple[str, int, Options], ...] = (
    ("san-francisco", 2, {}),
    ("san-francisco", 3, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 4, {}),
    ("old-west", 6, {}),
    ("old-west", 4, {"alvin": True}),
)


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table."""

    what: str
    per_second: float
    ratio: float
    """How many turns of the reference loop take as long as one of these."""
    target: float | None = None


def reference(turns: int) -> int:
    """Do what an engine mostly does: copy small tuples and dicts, look things up, add."""
    table: dict[str, tuple[int, ...]] = {f"seat {seat}": (0,) * 9 for seat in range(4)}
    total = 0
    for turn in range(turns):
        seat, card = f"seat {turn % 4}", turn % 9
        hand = table[seat]
        hand = (*hand[:card], (hand[card] + 1) % 7, *hand[card + 1 :])
        table = {**table, seat: hand}
        total += sum(1 for count in hand if count)
    return total


def play_games(game: GameDefinition, seats: int, seed: str, seconds: float) -> tuple[int, float]:
    """Play random games for so long; count the decisions."""
    return _repeat(lambda i: _play(game, seats, f"{seed}/{i}"), seconds)


def play_with_views(
    game: GameDefinition, seats: int, seed: str, seconds: float
) -> tuple[int, float]:
    """Play random games with every seat's and a spectator's view at every step; count games."""

    def one(i: int) -> int:
        _play(game, seats, f"{seed}/{i}", views=True)
        return 1

    return _repeat(one, seconds)


def make_views(game: GameDefinition, seats: int, seed: str, seconds: float) -> tuple[int, float]:
    """Make views of positions from the middle of random games; count the views."""
    positions = [_middle(game, seats, f"{seed}/{i}") for i in range(10)]

    def some(_: int) -> int:
        for position in positions:
            position.state.facts.clear()  # or the views would be found there
            for seat in (*range(seats), None):
                position.view(seat)
        return len(positions) * (seats + 1)

    return _repeat(some, seconds)


def deal_games(game: GameDefinition, seats: int, seed: str, seconds: float) -> tuple[int, float]:
    """Deal games by `new_game`; count them."""

    def one(i: int) -> int:
        new_game(game.name, seats, f"{seed}/{i}", game.options)
        return 1

    return _repeat(one, seconds)


def import_fogline(
    game: GameDefinition, seats: int, seed: str, seconds: float
) -> tuple[int, float]:
    """Import `fogline` in new processes; count them."""
    del game, seats, seed
    return _repeat(lambda _: _import_once(), seconds)


def _import_once() -> int:
    subprocess.run([sys.executable, "-c", "import fogline"], check=True)
    return 1


def measure(seconds: float, seed: str) -> list[Measure]:
    """Measure everything, with the reference loop before and after each thing."""
    san_francisco, old_west = define("san-francisco"), define("old-west")
    plan = [
        (f"decisions: {_label(game, seats)}", play_games, game, seats, TARGET)
        for name, seats, options in GAMES
        for game in (define(name, options),)
    ]
    measures = [_measured(*line, seconds, seed) for line in plan]
    for game, seats in ((san_francisco, 4), (old_west, 6)):
        what = f"views: {_label(game, seats)}"
        measures.append(_measured(what, make_views, game, seats, None, seconds, seed))
    for seats in (2, 4):
        what = f"games + views: {_label(san_francisco, seats)}"
        measures.append(_measured(what, play_with_views, san_francisco, seats, 1, seconds, seed))
    for game, seats in ((san_francisco, 2), (old_west, 4)):
        what = f"new games: {_label(game, seats)}"
        measures.append(_measured(what, deal_games, game, seats, NEW_GAMES, seconds, seed))
    what = "imports of fogline"
    measures.append(_measured(what, import_fogline, old_west, 2, IMPORTS, seconds, seed))
    return measures


def _measured(  # noqa: PLR0913, PLR0917 (a line of the table)
    what: str,
    run: Callable[[GameDefinition, int, str, float], tuple[int, float]],
    game: GameDefinition,
    seats: int,
    target: float | None,
    seconds: float,
    seed: str,
) -> Measure:
    before = _reference_speed(seconds / 4)
    count, took = run(game, seats, seed, seconds)
    speed = (before + _reference_speed(seconds / 4)) / 2
    return Measure(what, count / took, speed * took / count, target)


def _label(game: GameDefinition, seats: int) -> str:
    options = "".join(f", {name}" for name in game.options)
    return f"{game.title}{options}, {seats} players"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each line (1)")
    parser.add_argument("--seed", default="bench", help="which games are played (bench)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    arguments = parser.parse_args(argv)
    measures = measure(arguments.seconds, arguments.seed)
    reached = all(line.target is None or line.per_second >= line.target for line in measures)
    if arguments.json:
        lines = [asdict(line) for line in measures]
        print(json.dumps({"measures": lines, "reached": reached}))
        return 0
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("what")
    for heading in ("a second", "target", "reference turns"):
        table.add_column(heading, justify="right")
    for line in measures:
        target = "" if line.target is None else f"{line.target:,.0f}"
        table.add_row(line.what, f"{line.per_second:,.1f}", target, f"{line.ratio:,.1f}")
    console = Console(highlight=False)
    console.print(table)
    console.print("All targets are reached." if reached else "A target is MISSED.")
    return 0


def _reference_speed(seconds: float) -> float:
    count, took = _repeat(lambda _: reference(1000) and 1000, seconds)
    return count / took


def _repeat(run: Callable[[int], int], seconds: float) -> tuple[int, float]:
    """Run again and again for at least so long; return the sum of the counts, and the time."""
    count = i = 0
    began = _processor_time()
    while (took := _processor_time() - began) < seconds or i == 0:
        count += run(i)
        i += 1
    return count, took


def _processor_time() -> float:
    """Seconds that this process and its children have computed, so that others matter less."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _play(game: GameDefinition, seats: int, seed: str, *, views: bool = False) -> int:
    running = Game.start(game, seats, Chance(seed))
    bot = RandomBot(Chance(f"{seed}/bot"))
    decisions = 0
    while running.deciding:
        seat = running.deciding[0]
        if views:
            for other in (*range(seats), None):
                running.view(other)
        running.play(seat, bot.choose(running.view(seat)))
        decisions += 1
    return decisions


def _middle(game: GameDefinition, seats: int, seed: str) -> Game:
    """Play half of what a random game takes."""
    running = Game.start(game, seats, Chance(seed))
    bot = RandomBot(Chance(f"{seed}/bot"))
    for _ in range(40 * seats):
        if not running.deciding:
            break
        seat = running.deciding[0]
        running.play(seat, bot.choose(running.view(seat)))
    return running


if __name__ == "__main__":
    raise SystemExit(main())
