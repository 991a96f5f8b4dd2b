"""Let a policy for San Francisco with two players play against every bot, many games at once.

example:
  python examples/learning/examine.py examples/learning/san-francisco-2.npz --num 2000 --seed 1
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt
from bot_games import BotGames
from fogline.arena.ladder.statistics import mean_of, rate_of

from fogline.env import observer_of
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.policy import Policy, load_policy

BOTS = ("random", "greedy", "one-step", "long-routes", "ticket-hungry", "planner")
"""The examiners, from weak to strong."""

Results = npt.NDArray[np.float64]
"""For each game the share in its victory, and the lead in points."""


def examine(policy: Policy, observer: CompiledObserver, num: int, seed: int) -> dict[str, Results]:
    """Play so many games against every bot, half of them from each seat."""
    games = BotGames(observer, BOTS, num * len(BOTS), seed)
    high = games.observer.layout.high
    results = np.full((games.num, 2), np.nan)
    games.deal()
    while np.isnan(results).any():
        preferred = np.where(games.mask, policy.outputs(games.seen, high), -np.inf)
        games.step(preferred.argmax(axis=1))
        # Of each row only the first game counts, or short games would count more often.
        first = games.over & np.isnan(results[:, 0])
        results[first] = games.results[first]
    return {bot: results[games.bots == bot] for bot in BOTS}


def main() -> None:
    """Read the command line, play, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="the policy")
    parser.add_argument("--num", type=int, default=400, help="games a bot (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default: 1)")
    given = parser.parse_args()
    policy, observer = load_policy(given.file), observer_of("san-francisco", 2)
    policy.check(observer)
    print("| against | wins | 95 % interval | mean lead in points |\n|---|---:|---:|---:|")
    for bot, results in examine(policy, observer, given.num, given.seed).items():
        wins, lead = rate_of(results[:, 0]), mean_of(results[:, 1])
        between = f"{wins.low:.1%} to {wins.high:.1%}".replace("%", " %")
        told = "" if lead is None else f"{lead.value:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})"
        print(f"| `{bot}` | {100 * wins.value:.1f} % | {between} | {told.replace('-', '−')} |")


if __name__ == "__main__":
    main()
