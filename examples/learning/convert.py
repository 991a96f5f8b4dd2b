"""Rewrite a policy for San Francisco that learnt older observations for version 2.

Version 1 orders the numbers and actions of version 0 by the rules. The network stays the same: its
inputs and outputs change places, and three inputs that were always 0 are left out. Version 2 hides
who acts first until that is drawn, so that these inputs are 0 while the first tickets are chosen.

example:
  python examples/learning/convert.py old.npz new.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from fogline.env import observer_of
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.policy import Policy, load_policy

PARTS = (
    "routes", "open", "hand", "known", "hands", "display", "discards", "deck", "tickets",
    "complete", "offered", "returned", "ticket_deck", "ticket_counts", "offer_counts", "vehicles",
    "scores", "deciding", "first", "phase", "turns_left", "passes", "stacks", "aside", "tokens",
    "token_choice",
)  # fmt: skip
"""The parts of an observation of version 0, in order."""
PHASES = (9, 3, 4, 0, 5, 1, 6)
"""Where version 0 had the phases that are counted since: over, a turn, a second card, …"""
OLD_PHASES = 10
ACTIONS = (
    "DrawCard", "TakeCard", "DrawTickets", "Pass", "KeepTickets", "ClaimRoute", "PlaceStack",
    "TakeToken",
)  # fmt: skip
"""The kinds of actions of version 0, in order. Within a kind nothing has changed."""


def inputs(observer: CompiledObserver) -> list[int]:
    """Say of each number of an observation where version 0 had it."""
    sizes = {part.name: part.size for part in observer.layout.parts}
    first = np.cumsum([0, *(OLD_PHASES if p == "phase" else sizes[p] for p in PARTS)]).tolist()
    begin = dict(zip(PARTS, first, strict=False))
    return [
        begin[part.name] + (PHASES[number] if part.name == "phase" else number)
        for part in observer.layout.parts
        for number in range(part.size)
    ]


def outputs(observer: CompiledObserver) -> list[int]:
    """Say of each action code what it was in version 0."""
    engine = observer.engine
    kinds = [type(engine.action(code)).__name__ for code in range(engine.codes)]
    kinds += ["KeepTickets"] * (observer.codes - engine.codes)
    old = sorted(range(observer.codes), key=lambda code: ACTIONS.index(kinds[code]))
    return np.argsort(old).tolist()  # type: ignore[no-any-return]


def convert(policy: Policy, observer: CompiledObserver) -> Policy:
    """Return the same network for version 2."""
    weights, biases = list(policy.weights), list(policy.biases)
    if policy.game.endswith("observations 0"):
        weights[0] = weights[0][inputs(observer)]
        weights[-1] = weights[-1][:, outputs(observer)]
        biases[-1] = biases[-1][outputs(observer)]
    game = "san-francisco, rules 2, 2 players, observations 2"
    converted = Policy(game, tuple(weights), tuple(biases))
    converted.check(observer)
    return converted


def main() -> None:
    """Read the command line, and convert."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path, help="a policy of version 0 or 1")
    parser.add_argument("new", type=Path, help="the file to write")
    given = parser.parse_args()
    convert(load_policy(given.old), observer_of("san-francisco", 2)).save(given.new)


if __name__ == "__main__":
    main()
