"""What the planner's weights are worth at each size of table: `python -m benchmarks.weights`.

One planner with today's weights sits among planners with others, and one with others among planners
with today's. The others are those of revision 3acd20b, and those that were found with two players.
Every deal is played from every seat, without search, and none of them was learnt from.
"""

from __future__ import annotations

import argparse

from benchmarks.before import style_before
from benchmarks.tune import Values, versus
from fogline import define
from fogline.arena.ladder.statistics import rate_of
from fogline.bots.compiled import engine_for, style_for
from fogline.bots.weights import CONNECTED, LOOSE
from fogline.fast import FastEngine
from fogline.fast.advice import weights_array
from fogline.fast.mechanics.claiming import ONE_PIECE

TABLES = (
    *(("san-francisco", players, False) for players in (2, 3, 4)),
    *(("old-west", players, False) for players in (2, 3, 4, 5, 6)),
    *(("old-west", players, True) for players in (2, 4)),
)


def others(engine: FastEngine) -> dict[str, Values]:
    """Return the weights to compare with, by what they are."""
    found = {"3acd20b": weights_array(dict(style_before(engine).planner))}
    smallest = (CONNECTED if engine.lowered[ONE_PIECE] else LOOSE)[2]
    if style_for(engine) is not smallest:
        found["two players"] = weights_array(dict(smallest.planner))
    return found


def share(engine: FastEngine, one: Values, other: Values, deals: int) -> str:
    """Let one play among others; write its share of wins with its interval."""
    rate = rate_of(versus(engine, one, other, deals, "weights")[0])
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def main() -> None:
    """Play, and print a row for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1200, help="for each share (default: 1200)")
    given = parser.parse_args()
    print("| game | players | games | weights of | today's among them | they among today's | par |")
    print("|---|---:|---:|---|---|---|---:|")
    for game, players, alvin in TABLES:
        engine = engine_for(define(game, {"alvin": True} if alvin else {}), players)
        today = weights_array(dict(style_for(engine).planner))
        deals = -(-given.games // players)
        title = define(game).title + (" with Alvin" if alvin else "")
        for name, other in others(engine).items():
            print(
                f"| {title} | {players} | {deals * players:,} | {name} |"
                f" {share(engine, today, other, deals)} | {share(engine, other, today, deals)} |"
                f" {100 / players:.0f} % |",
                flush=True,
            )


if __name__ == "__main__":
    main()
