"""The vector environment beside the raw engine and PettingZoo's classic games, in one run."""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable

import numpy as np
import pettingzoo

from fogline import define
from fogline import env as environments
from fogline.core.definition import Options
from fogline.fast import compile_game

VARIANTS: list[tuple[str, int, Options]] = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 4, {"alvin": True}),
]
CLASSIC = ("classic/tictactoe-v3", "classic/connect_four-v3")


def best(rounds: int, work: Callable[[], int]) -> float:
    """Return the most decisions in a second of processor time, over several rounds."""
    work()
    speeds = []
    for _ in range(rounds):
        before = time.process_time()
        speeds.append(work() / (time.process_time() - before))
    return max(speeds)


def raw(game: str, seats: int, options: Options) -> Callable[[], int]:
    """Play whole random games in the engine."""
    engine = compile_game(define(game, options), seats)
    return lambda: engine.play_on(1_000, "raw")


def many(game: str, seats: int, options: Options, num: int) -> Callable[[], int]:
    """Step many games, with observations and masks written."""
    games = environments.vector(game, seats, options, num_envs=num, seat=None)
    games.reset(seed=1)

    def work() -> int:
        for _ in range(100):
            games.step(games.random_actions())
        return 100 * num

    return work


def turns(env: pettingzoo.AECEnv[str, dict[str, np.ndarray], int | None]) -> Callable[[], int]:
    """Play a PettingZoo environment at random."""
    dice = np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=1)
        decisions = 0
        while decisions < 1_000:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        return decisions

    return work


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num", type=int, default=1_024, help="games at once (default: 1024)")
    parser.add_argument("--rounds", type=int, default=10, help="rounds to take the best of")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"decisions a second of processor time, {arguments.num} games at once; load {load:.1f}")
    print(f"{'':28}{'engine':>12}{'vector':>12}{'ratio':>7}{'aec':>10}")
    for game, seats, options in VARIANTS:
        engine = best(arguments.rounds, raw(game, seats, options))
        vector = best(arguments.rounds, many(game, seats, options, arguments.num))
        one = best(3, turns(environments.aec(game, seats, options)))
        name = f"{game}, {seats} players" + (", alvin" if options else "")
        print(f"{name:28}{engine:12,.0f}{vector:12,.0f}{vector / engine:7.2f}{one:10,.0f}")
    for name in CLASSIC:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pygame warns of how it was packed
            env = pettingzoo.make("aec", name)
        print(f"{'PettingZoo ' + name:59}{best(3, turns(env)):10,.0f}")


if __name__ == "__main__":
    main()
