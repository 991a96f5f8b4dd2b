"""What a Ray cluster of this machine costs, beside local processes measured in the same run.

    python benchmarks/cluster.py [--num N] [--rounds R] [--workers W] [--seed S] [--json]

Both play the same games in turns, and both begin each round anew. For local processes that is part
of playing. Ray is started first, and its start and end are told apart; then its workers, like local
processes, load what they play with. A single command pays for all of it.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import asdict, dataclass
from statistics import median

from fogline import define
from fogline.arena import simulate
from fogline.arena.cluster import RayPool
from fogline.arena.process_pool import available_cores, run

TARGET = 1.15
"""Times as long as local processes that Ray may take for the games."""


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds of one round."""

    local: float
    start: float
    """Until Ray had done a first job that takes no time."""
    ray: float
    """The games alone."""
    end: float

    @property
    def ratio(self) -> float:
        """How much longer Ray took for the games."""
        return self.ray / self.local

    @property
    def whole(self) -> float:
        """How much longer a command takes by Ray."""
        return (self.start + self.ray + self.end) / self.local


def measure(num: int, workers: int, seed: int) -> Round:
    """Play the same games both ways."""
    game, players = define("san-francisco"), ["random", "random"]
    here = simulate(game, players, num, seed, workers=workers)
    times = [time.perf_counter()]
    with RayPool(workers=workers) as pool:
        assert [*run(abs, [-1], pool)] == [1]
        times.append(time.perf_counter())
        there = simulate(game, players, num, seed, workers=pool)
        times.append(time.perf_counter())
    times.append(time.perf_counter())
    assert (there.wins, there.mean_scores) == (here.wins, here.mean_scores)
    return Round(here.seconds, times[1] - times[0], there.seconds, times[3] - times[2])


def main() -> int:
    """Measure, tell, and say whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--num", type=int, default=100_000, help="games a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=available_cores())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    rounds = [
        measure(arguments.num, arguments.workers, arguments.seed) for _ in range(arguments.rounds)
    ]
    ratio = median(each.ratio for each in rounds)
    whole = median(each.whole for each in rounds)
    if arguments.json:
        told = {"load": load, "ratio": ratio, "whole": whole, "target": TARGET}
        print(json.dumps({**vars(arguments), **told, "rounds": [*map(asdict, rounds)]}))
    else:
        print(
            f"{arguments.num:,} random games a round, {arguments.workers} workers, load {load:.1f}"
        )
        for each in rounds:
            print(
                f"local {each.local:6.2f} s   Ray {each.ray:6.2f} s   {each.ratio:.2f} times; "
                f"start {each.start:.2f} s, end {each.end:.2f} s"
            )
        print(f"median: the games {ratio:.2f} times as long (target: {TARGET}), all {whole:.2f}")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    raise SystemExit(main())
