"""Whole commands beside the raw engine: `python benchmarks/simulate.py [--num N] [--json]`.

`fogline simulate` and `fogline lab` play random games on all cores, in a process of their own,
from the shell and back. The raw engine plays as many games in a loop of compiled code on the same
number of threads. What is compiled is compiled before. Both are measured by the clock, by turns,
and the best of the rounds counts; so the machine must have nothing else to do. Each time is told on
stderr as soon as it is known.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fogline import define
from fogline.arena.process_pool import available_cores
from fogline.fast import FastEngine, compile_game

CASES = (("san-francisco", 2), ("san-francisco", 4), ("old-west", 2), ("old-west", 4))
ROUNDS = 2


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num", type=int, default=1_000_000, help="games of the simulation")
    parser.add_argument("--lab", type=int, default=100_000, help="games of the lab")
    parser.add_argument("--seed", default="simulate")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [
        measure(command, game, players, num, given.seed)
        for game, players in CASES
        for command, num in (("simulate", given.num), ("lab", given.lab))
    ]
    if given.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(
            f"{row['command']:8} {row['game']:13} {row['players']} players, {row['games']:,} games:"
            f" {row['seconds']:.2f} s, raw engine {row['raw']:.2f} s, ratio {row['ratio']:.2f}"
        )


def measure(command: str, game: str, players: int, num: int, seed: str) -> dict[str, object]:
    """Time a command and the raw engine by turns."""
    engine = compile_game(define(game), players)
    engine.play_on(1, seed)
    run_command(command, game, players, 300, seed)  # compiles what is not yet
    pairs = []
    for number in range(1, ROUNDS + 1):
        pairs.append((run_command(command, game, players, num, seed), play_raw(engine, num, seed)))
        took = "{:.2f} s, raw engine {:.2f} s".format(*pairs[-1])
        name = f"{command} {game}, {players} players"
        print(f"{name}, round {number} of {ROUNDS}: {took}", file=sys.stderr, flush=True)
    seconds, raw = (min(times) for times in zip(*pairs, strict=True))
    return {
        "command": command,
        "game": game,
        "players": players,
        "games": num,
        "seconds": seconds,
        "raw": raw,
        "ratio": raw / seconds,
    }


def run_command(command: str, game: str, players: int, num: int, seed: str) -> float:
    """Run a command of Fogline from the shell and back; return the seconds."""
    seats = ",".join(["random"] * players) if command == "simulate" else str(players)
    words = [command, game, "--players", seats, "--num", str(num), "--seed", seed]
    with tempfile.TemporaryDirectory() as folder:
        page = [] if command == "simulate" else ["-o", str(Path(folder, "lab.html"))]
        began = time.perf_counter()
        subprocess.run(  # noqa: S603 (our own words)
            [sys.executable, "-m", "fogline", *words, *page],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return time.perf_counter() - began


def play_raw(engine: FastEngine, num: int, seed: str) -> float:
    """Play random games on all cores in compiled code alone; return the seconds."""
    cores = available_cores()
    began = time.perf_counter()
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(lambda core: engine.play_on(num // cores, f"{seed}/{core}"), range(cores)))
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
