"""The environments beside the raw engine, PettingZoo's classic games, pgx and OpenSpiel.

    python benchmarks/env.py [--num N] [--rounds N] [--json]

All play at random among legal actions. Short runs of everything are made in turn, again and again;
what is printed are medians, in decisions a second of processor time. What is not installed is left
out, and named. docs/environments.md says how to install it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

# One thread: processor time is what counts, and waiting threads use it up.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pettingzoo

from fogline import define
from fogline import env as environments
from fogline.core.definition import Options
from fogline.fast import compile_game

Work = Callable[[], int]
"""Plays a little, and returns how many decisions that were."""

VARIANTS: list[tuple[str, int, Options]] = [
    ("san-francisco", 2, {}),
    ("san-francisco", 4, {}),
    ("old-west", 2, {}),
    ("old-west", 4, {"alvin": True}),
    ("old-west", 6, {}),
]
CLASSIC = ("tictactoe-v3", "connect_four-v3", "chess-v6", "leduc_holdem-v4", "texas_holdem-v4")
PGX = ("tic_tac_toe", "connect_four", "leduc_holdem")
SPIEL = ("tic_tac_toe", "connect_four", "leduc_poker", "gin_rummy")
STEPS = 100
"""Steps of all games at once in a short run."""
TURNS = 300
"""Decisions of one game after the other in a short run."""


@dataclass(frozen=True)
class Contestant:
    """Somebody to be measured."""

    kind: str
    name: str
    work: Work


def many(game: str, seats: int, options: Options, num: int) -> Work:
    """Step many games, with observations and masks written."""
    games = environments.vector(game, seats, options, num_envs=num, seat=None)
    games.reset(seed=1)

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.random_actions())
        return STEPS * num

    return work


def raw(game: str, seats: int, options: Options) -> Work:
    """Play whole random games in the engine, as `fogline bench` does."""
    engine = compile_game(define(game, options), seats)
    return lambda: engine.play_on(500, "raw")


def turns(env: pettingzoo.AECEnv[str, dict[str, np.ndarray], int | None]) -> Work:
    """Play a PettingZoo environment."""
    dice = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> int:
        decisions = 0
        while decisions < TURNS:
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(int(dice.choice(np.flatnonzero(mask))))
            decisions += 1
        return decisions

    return work


def pgx_games(name: str, num: int) -> Work:
    """Step many games of pgx: compiled, each game dealt anew where it ended."""
    jax = importlib.import_module("jax")
    pgx = importlib.import_module("pgx")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    game = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(game.step, game.init))
    keys = jax.random.split(jax.random.PRNGKey(1), num)
    now = [jax.jit(jax.vmap(game.init))(keys), jax.random.PRNGKey(2)]

    def advance(state: object, key: object) -> tuple[object, object]:
        def one(carry: tuple[object, object], _: None) -> tuple[tuple[object, object], object]:
            state, key = carry
            key, to_choose, to_step = jax.random.split(key, 3)
            weights = jax.numpy.log(state.legal_action_mask.astype("float32"))  # type: ignore[attr-defined]
            chosen = jax.random.categorical(to_choose, weights, axis=-1)
            state = step(state, chosen, jax.random.split(to_step, num))
            return (state, key), state.observation.sum()

        return jax.lax.scan(one, (state, key), None, length=STEPS)  # type: ignore[no-any-return]

    compiled = jax.jit(advance)

    def work() -> int:
        (now[0], now[1]), seen = compiled(*now)
        jax.block_until_ready(seen)
        return STEPS * num

    return work


def spiel(name: str) -> Work:
    """Play a game of OpenSpiel, with observations and legal actions; chance is no decision."""
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("fogline.env.openspiel")
    dice = np.random.default_rng(1)
    game = pyspiel.load_game(name)
    now = [game.new_initial_state()]

    def work() -> int:
        decisions = 0
        while decisions < TURNS:
            state = now[0]
            if state.is_terminal():
                now[0] = game.new_initial_state()
            elif state.is_chance_node():
                numbers, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(dice.choice(numbers, p=chances)))
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(int(dice.choice(state.legal_actions())))
                decisions += 1
        return decisions

    return work


def contestants(num: int) -> Iterator[tuple[str, str, Callable[[], Work]]]:
    """Name all, each with how to make it ready."""
    for game, seats, options in VARIANTS:
        name = f"{game}, {seats} players" + (", alvin" if options else "")
        yield "engine", name, lambda g=game, s=seats, o=options: raw(g, s, o)  # type: ignore[misc]
        yield "vector", name, lambda g=game, s=seats, o=options: many(g, s, o, num)  # type: ignore[misc]
    for game, seats, _ in VARIANTS[::2][:2]:
        name = f"{game}, {seats} players"
        yield "fogline.env.aec", name, lambda g=game, s=seats: turns(environments.aec(g, s))  # type: ignore[misc]
        spiel_name = f"python_fogline_{game.replace('-', '_')}(players={seats})"
        yield "fogline.env.openspiel", name, lambda n=spiel_name: spiel(n)  # type: ignore[misc]
    for name in CLASSIC:
        yield "PettingZoo", name, lambda n=name: turns(pettingzoo.make("aec", f"classic/{n}"))  # type: ignore[misc]
    for name in PGX:
        yield "pgx", name, lambda n=name: pgx_games(n, num)  # type: ignore[misc]
    for name in SPIEL:
        yield "OpenSpiel", name, lambda n=name: spiel(n)  # type: ignore[misc]


def ready(num: int) -> list[Contestant]:
    """Make all ready that are installed, and name the others."""
    found = []
    for kind, name, make in contestants(num):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # pygame warns of how it was packed
                work = make()
                work()
        except Exception as error:  # noqa: BLE001 (whatever an absent package makes of it)
            print(f"left out: {kind} {name}: {error}".splitlines()[0], file=sys.stderr)
        else:
            found.append(Contestant(kind, name, work))
    return found


def measure(rounds: int, found: list[Contestant]) -> list[list[float]]:
    """Let all work in turn; return the speeds of each, a number for each round."""
    speeds: list[list[float]] = [[] for _ in found]
    for _ in range(rounds):
        for row, one in zip(speeds, found, strict=True):
            before = time.process_time()
            decisions = one.work()
            row.append(decisions / (time.process_time() - before))
    return speeds


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--num", type=int, default=1_024, help="games at once (default: 1024)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds to take medians of (15)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    arguments = parser.parse_args()
    found = ready(arguments.num)
    load = os.getloadavg()[0]
    speeds = measure(arguments.rounds, found)
    lines: list[dict[str, object]] = []
    base = next(row for one, row in zip(found, speeds, strict=True) if one.kind == "vector")
    for at, (one, row) in enumerate(zip(found, speeds, strict=True)):
        line: dict[str, object] = {"kind": one.kind, "name": one.name, "speed": median(row)}
        line["times"] = median(a / b for a, b in zip(base, row, strict=True))
        if one.kind == "vector":
            line["ratio"] = median(a / b for a, b in zip(row, speeds[at - 1], strict=True))
        lines.append(line)
    if arguments.json:
        print(json.dumps({"num": arguments.num, "load": load, "lines": lines}))
        return
    print(f"decisions a second of processor time, {arguments.num} games at once; load {load:.1f}")
    print(f"{'':52}{'decisions':>12}{'of engine':>11}{'vector is':>11}")
    for line in lines:
        ratio = f"{line['ratio']:.2f}" if "ratio" in line else ""
        name = f"{line['kind']}: {line['name']}"
        print(f"{name:52}{line['speed']:12,.0f}{ratio:>11}{line['times']:>10,.3g}×")


if __name__ == "__main__":
    main()
