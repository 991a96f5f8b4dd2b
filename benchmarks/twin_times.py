"""Whether time tells secrets: `python -m benchmarks.twin_times --pairs 40 --rounds 60`.

The same is asked of twin tables, which differ only in what the viewer may not know, in turns and in
random order. For each pair z is the mean difference of their times in standard errors. Where
secrets change nothing, the root mean square of z is about 1. The control is a question whose
answer does depend on the secret: the hints for the other seat.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat

from tests.server.twin_logs import OTHER, VIEWER, TwinLogs

from fogline import Action, Chance, ClaimRoute, State, View, from_json, to_json
from fogline.core.cards import NO_CARDS
from fogline.core.engine import legal_actions, refusal_of
from fogline.core.text.notation import parse_action
from fogline.core.view import view_of
from fogline.table.hints import hints_for
from fogline.table.wording import wording_for

Question = Callable[[State], object]
USERS = ("u_ann", "u_bea")


def _view(state: State, seat: int | None) -> View:
    """Return a view that was not made before: the answers to earlier questions are kept in it."""
    return view_of(replace(state), seat)


def _hints(state: State, seat: int) -> object:
    view = _view(state, seat)
    return hints_for(view, 0, wording_for(view.game, ("Ann", "Bea"), "en"))


def _refusals(actions: Sequence[Action]) -> Question:
    def ask(state: State) -> object:
        view = _view(state, VIEWER)
        return [refusal_of(view, action) for action in actions]

    return ask


def questions(twin: State) -> dict[str, Question]:
    """Return what is asked of a table and of its twin."""
    legal = [*legal_actions(_view(twin, VIEWER)), *legal_actions(_view(twin, OTHER))]
    # As they arrive, and not with parts of this very table.
    actions = [parse_action(str(action)) for action in legal]
    return {
        "view": lambda state: _view(state, VIEWER),
        "spectator's view": lambda state: _view(state, None),
        "legal actions": lambda state: legal_actions(_view(state, VIEWER)),
        "hints": lambda state: _hints(state, VIEWER),
        "refusals": _refusals([*actions, *map(ClaimRoute, twin.board.route, repeat(NO_CARDS))]),
        "control: hints of the other": lambda state: _hints(state, OTHER),
    }


def differences(twins: Sequence[State], ask: Question, rounds: int, order: Chance) -> list[float]:
    """Time a question to both twins in each round; return the differences, relative to the mean.

    Each time they are read again: caches find values faster that are the very objects they keep.
    """
    texts, found = [to_json(twin) for twin in twins], []
    for _ in range(rounds):
        states, times = [from_json(text, State) for text in texts], [0.0, 0.0]
        for twin in (0, 1) if order.below(2) else (1, 0):
            began = time.thread_time_ns()
            ask(states[twin])
            times[twin] = time.thread_time_ns() - began
        found.append((times[1] - times[0]) / statistics.mean(times))
    return found


def trimmed(found: Sequence[float]) -> Sequence[float]:
    """Leave out the tenth at each end: others use the machine, too."""
    return sorted(found)[len(found) // 10 : len(found) - len(found) // 10]


def z_of(found: Sequence[float]) -> float:
    """Return the mean in standard errors."""
    return statistics.mean(found) / (statistics.stdev(found) / math.sqrt(len(found)))


def pairs_of(number: int) -> Iterator[Sequence[State]]:
    """Yield the states of twin tables of both games."""
    for seed in range(number):
        game = ("san-francisco", "old-west")[seed % 2]
        yield TwinLogs(game, seed, USERS, moves=4 + seed % 8).states


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and report for each question how much the times of twins differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=60)
    wish = parser.parse_args(argv)
    order, pairs = Chance("order"), [*pairs_of(wish.pairs)]
    gc.disable()
    for name in questions(pairs[0][0]):
        found = []
        for twins in pairs:
            ask = questions(twins[0])[name]
            differences(twins, ask, 3, order)
            found.append(trimmed(differences(twins, ask, wish.rounds, order)))
            gc.collect()
        z = [z_of(each) for each in found]
        line = {
            "question": name,
            "rms_z": round(math.sqrt(statistics.mean(value * value for value in z)), 2),
            "largest_z": round(max(map(abs, z)), 1),
            "mean_difference": round(statistics.mean(map(statistics.mean, found)), 4),
        }
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
