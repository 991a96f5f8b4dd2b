"""How wrong a network is about the actions of one decision: `python -m benchmarks.horizon GAME`.

Playouts of search go on for a few turns below the tree, and then a network judges the position. The
more turns, the less it can err, and the longer a playout takes. Search with few iterations plays
games against itself. At some decisions every candidate is tried equally often: with playouts to the
end of the game, and with playouts to each horizon, on the same guesses. The spread of the
differences within a decision is the error that no number of iterations averages out. Then search
decides with so many iterations and a horizon, and the table says what its choices lose, compared to
the candidate that is best by whole playouts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.ceiling import FromState, Peek
from fogline import define
from fogline.arena.ladder.statistics import mean_of
from fogline.bots.compiled import engine_for, style_for
from fogline.bots.kernel import search
from fogline.bots.kernel.weights import NEVER
from fogline.bots.networks import judge_for
from fogline.bots.search import SearchBot, known_of, minds_for
from fogline.fast import FastEngine, words_of
from fogline.fast.context import Block

ITERATIONS = 150
"""Iterations of the search that plays the games."""
EVERY = 16
"""Decisions from one that is kept to the next."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A decision, with what each candidate is worth by whole playouts."""

    knowledge: FromState
    seat: int
    seed: str
    worth: dict[int, float]


class Evenly:
    """Tries every candidate of a decision equally often, and then plays as the planner does."""

    def __init__(self, engine: FastEngine, horizon: int, tries: int) -> None:
        codes = engine.new_list()
        style = style_for(engine)
        self._g = engine.with_memory(Block.empty(engine.lowered.block), words_of(0))
        self._minds = minds_for(engine)
        self._tries = tries
        self._tree = search.Tree(
            nodes=np.zeros((len(codes) + 1, 4), np.int64),
            sums=np.zeros(len(codes) + 1),
            path=np.zeros(2, np.int64),  # the tree ends below the first choice
            size=np.zeros(2, np.int64),
            root=search.Choices(codes, np.zeros(len(codes))),
            below=search.Choices(engine.new_list(), np.zeros(len(codes))),
            # Equal priors that count for so much leave no choice to the results.
            how=np.array(style.search._replace(explore=1e9)),
            judge=judge_for(engine, horizon),
        )

    def worth(self, knowledge: FromState, seat: int, seed: str) -> dict[int, float]:
        """Say what each candidate, by its code, is worth on average."""
        # As a new search of this seed does it, so that both have the same candidates.
        self._minds.plans[:] = 0.0
        known = known_of(knowledge, seat, self._minds, f"{seed}/0/0")
        tree = self._tree
        search.plant(self._g, seat, known, self._minds, tree)  # type: ignore[no-untyped-call]
        count = int(tree.size[1])
        tree.root.priors[:count] = 1 / count
        tries = count * self._tries
        search.grow(self._g, seat, known, self._minds, tree, tries)  # type: ignore[no-untyped-call]
        made = range(1, tree.size[0])
        return {
            int(tree.nodes[node, search.CODE]): tree.sums[node] / tree.nodes[node, search.VISITS]
            for node in made
        }


def decisions(engine: FastEngine, num: int, tries: int, seed: str) -> Iterator[Kept]:
    """Play games, and yield so many decisions."""
    whole, bot = Evenly(engine, NEVER, tries), SearchBot(seed, iterations=ITERATIONS)
    games = kept = seen = 0
    state = engine.start(f"{seed}/{games}")
    while kept < num:
        if state.is_over:
            games += 1
            state = engine.start(f"{seed}/{games}")
        seat = state.deciding[0]
        codes = state.legal(seat)
        if len(codes) == 1:
            state.step(seat, int(codes[0]))
            continue
        knowledge = FromState(state, seat, Peek.NOTHING)
        seen += 1
        if seen % EVERY == 0:
            named = f"{seed}/decision {kept}"
            yield Kept(knowledge, seat, named, whole.worth(knowledge, seat, named))
            kept += 1
        state.step(seat, engine.code(bot.weigh(knowledge, seat)[0].action))


def _around_mean(worth: dict[int, float], codes: list[int]) -> list[float]:
    mean = np.mean([worth[code] for code in codes])
    return [float(worth[code] - mean) for code in codes]


def error_row(engine: FastEngine, kept: list[Kept], horizon: int, tries: int) -> str:
    """Compare what candidates are worth by playouts to a horizon and by whole playouts."""
    evenly = Evenly(engine, horizon, tries)
    differences: list[float] = []
    losses: list[float] = []
    began = time.process_time()
    for each in kept:
        found = evenly.worth(each.knowledge, each.seat, each.seed)
        codes = [code for code in each.worth if code in found]
        truth = _around_mean(each.worth, codes)
        differences += [
            one - other for one, other in zip(_around_mean(found, codes), truth, strict=True)
        ]
        best = max(codes, key=found.__getitem__)
        losses.append(max(each.worth.values()) - each.worth[best])
    spent = time.process_time() - began
    return (
        f"| {horizon} | {np.sqrt(np.mean(np.square(differences))):.4f} |"
        f" {np.mean(losses):.4f} | {spent:.0f} |"
    )


def losses_of(engine: FastEngine, kept: list[Kept], iterations: int, horizon: int) -> list[float]:
    """Say what the choices of search lose, decision by decision."""
    style = replace(style_for(engine), horizon=horizon)
    losses = []
    for each in kept:
        bot = SearchBot(each.seed, iterations=iterations, style=style)
        code = engine.code(bot.weigh(each.knowledge, each.seat)[0].action)
        losses.append(max(each.worth.values()) - each.worth[code])
    return losses


def main() -> None:
    """Play, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--num", type=int, default=100, help="decisions")
    parser.add_argument("--tries", type=int, default=600, help="for each candidate")
    parser.add_argument("--horizons", type=int, nargs="+", default=[2, 8, 16])
    parser.add_argument(
        "--search", nargs="*", default=["2000@2", "1500@8"], help="iterations@horizon"
    )
    parser.add_argument("--seed", default="horizon")
    given = parser.parse_args()
    engine = engine_for(define(given.game), given.players)
    kept = list(decisions(engine, given.num, given.tries, given.seed))
    spread = [each for one in kept for each in _around_mean(one.worth, [*one.worth])]
    print(f"{len(kept)} decisions; by whole playouts candidates differ by {np.std(spread):.4f}")
    print("\n| horizon | error | loss | s |\n|---:|---:|---:|---:|")
    for horizon in given.horizons:
        print(error_row(engine, kept, horizon, given.tries), flush=True)
    print("\n| search | loss | compared to the first | ms a decision |\n|---|---:|---|---:|")
    first: list[float] = []
    for spec in given.search:
        iterations, _, horizon = spec.partition("@")
        began = time.process_time()
        losses = losses_of(engine, kept, int(iterations), int(horizon))
        spent = 1000 * (time.process_time() - began) / len(kept)
        first = first or losses
        more = mean_of(np.array(losses) - np.array(first))
        told = "" if more is None else f"{more.value:+.4f} ({more.low:+.4f} to {more.high:+.4f})"
        print(f"| {spec} | {np.mean(losses):.4f} | {told} | {spent:.0f} |", flush=True)


if __name__ == "__main__":
    main()
