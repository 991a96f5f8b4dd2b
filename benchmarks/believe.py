"""Teach a network which tickets others hold: `python -m benchmarks.believe GAME`.

Planners of several styles play games, with some choices at random, at tables of every size. What
all can see of a seat is told to a network, which learns which tickets are in its hand. It is
measured by the mean logarithm of the chance that it gives to a ticket that is held, on positions
that it has not learnt from. With `--save` search guesses by it from now on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.before import style_before
from benchmarks.believe_kernel import Seen, look_at
from benchmarks.network import Floats, Network, Rows
from benchmarks.value import VARIANTS, Games, positions_of
from fogline import define
from fogline.bots import networks
from fogline.bots.compiled_bots import engine_for, style_for
from fogline.bots.networks import belief_inputs_of
from fogline.bots.tuned_weights import Style
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

HIDDEN = (256, 128)
"""The sizes of the layers in between."""
OFTEN = 0.08
"""How often a turn is kept: seldom, because positions of one game resemble each other."""
TESTS = 0.02
"""The share of positions that is not learnt from."""
Bits = npt.NDArray[np.bool_]


def seen_in(engine: FastEngine, rows: int, seed: int, style: Style) -> Seen:
    """Play games of planners of a style, and look at so many seats."""
    words = positions_of(Games(engine, OFTEN, style=style), rows // engine.seats, seed).words
    rows = len(words) * engine.seats
    out = Seen(
        inputs=np.zeros((rows, belief_inputs_of(engine)), np.float32),
        held=np.zeros(rows, np.uint64),
        unknown=np.zeros(rows, np.uint64),
    )
    g = engine.with_memory(Block.empty(engine.lowered.block), words_of(0))
    look_at(g, words, np.zeros((2, 2 + engine.seats), np.int64), out)
    return out


def parts_of(engines: Sequence[FastEngine], rows: int) -> Iterator[tuple[FastEngine, Style, int]]:
    """Share rows out among tables and styles.

    Half of them go to two players, for which most games are played, and half to the planner itself;
    the others to planners of revision 3acd20b and of the weaker levels: people play otherwise, too.
    """
    pairs = sum(engine.seats == 2 for engine in engines)
    for engine in engines:
        style = style_for(engine)
        others = [replace(style, planner={**style.planner, **w}) for w in style.weaker.values()]
        others.append(style_before(engine))
        share = rows // (2 * (pairs if engine.seats == 2 else len(engines) - pairs))
        yield engine, style, share // 2
        for other in others:
            yield engine, other, share // (2 * len(others))


def bits_of(sets: npt.NDArray[np.uint64], num: int) -> Bits:
    """Turn sets of bits into rows."""
    return (sets[:, None] >> np.arange(num, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


def chances_of(outputs: Floats, unknown: Bits) -> Floats:
    """Return the chance of each ticket to be the next of a hand, as search draws them."""
    exponents = np.where(unknown, outputs - outputs.max(axis=1, keepdims=True), -np.inf)
    chances = np.exp(exponents)
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def log_likelihood(chances: Floats, held: Bits) -> float:
    """Return the mean logarithm of the chance that is given to a ticket that is held."""
    return float(np.log(chances[held]).mean())


def taught(seen: Seen, tickets: int, epochs: int, seed: int, tests: Seen) -> Network:
    """Teach a network which tickets are held, and tell how it goes."""
    network = Network([seen.inputs.shape[1], *HIDDEN, tickets], seen.inputs, seed)
    asked, truth = bits_of(tests.unknown, tickets), bits_of(tests.held, tickets)
    alike = chances_of(np.zeros(asked.shape, np.float32), asked)
    print(f"all alike: {log_likelihood(alike, truth):.3f}", flush=True)

    def slope_of(outputs: Floats, rows: Rows) -> Floats:
        """Say how the logarithms shrink."""
        held, unknown = bits_of(seen.held[rows], tickets), bits_of(seen.unknown[rows], tickets)
        more = held.sum(axis=1, keepdims=True) * chances_of(outputs, unknown) - held
        return np.asarray(more / held.sum(), np.float32)

    def tell(epoch: int) -> None:
        chances = chances_of(network.outputs(tests.inputs), asked)
        print(f"epoch {epoch}: {log_likelihood(chances, truth):.3f}", flush=True)

    network.teach(seen.inputs, slope_of, epochs, seed, tell)
    return network


def main() -> None:
    """Play, teach and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--num", type=int, default=4_000_000, help="seats to look at")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="let search use the network")
    given = parser.parse_args()
    engines = [
        engine_for(game, seats)
        for game in (define(given.game, each) for each in VARIANTS.get(given.game, ({},)))
        for seats in range(game.seats[0], game.seats[1] + 1)
    ]
    parts, tests = [], []
    began = time.process_time()
    for engine, style, rows in parts_of(engines, given.num):
        seen = seen_in(engine, rows, given.seed, style)
        cut = int(len(seen.held) * (1 - TESTS))
        parts.append(Seen(*(each[:cut] for each in seen)))
        tests.append(Seen(*(each[cut:] for each in seen)))
        spent = time.process_time() - began
        print(f"{engine.seats} players, {rows} seats: {spent:.0f} s of processor time", flush=True)
    network = taught(
        _joined(parts), len(engines[0].lowered.tickets), given.epochs, given.seed, _joined(tests)
    )
    if given.save:
        network.save(Path(networks.__path__[0]) / f"{given.game}-beliefs.npz")


def _joined(parts: Sequence[Seen]) -> Seen:
    return Seen(*(np.concatenate(each) for each in zip(*parts, strict=True)))


if __name__ == "__main__":
    main()
