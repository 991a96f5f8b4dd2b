"""How strong the plain planner is, and how long it thinks: `python benchmarks/plain_planner.py`.

Two players; every deal is played from both seats. It prints the share of wins with its 95 %
interval (Wilson), and the processor time for a decision.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from fogline import Chance, Game, define
from fogline.bots import make_bot


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the name of a game, or the path of a board file")
    parser.add_argument("other", help="the spec of the other bot")
    parser.add_argument("--bot", default="plain-planner", help="the spec of the bot to measure")
    parser.add_argument("--num", type=int, default=2000)
    parser.add_argument("--seed", default="strength")
    given = parser.parse_args()
    game = define(Path(given.game) if given.game.endswith(".toml") else given.game)
    won, seconds, decisions, games = 0.0, 0.0, 0, given.num // 2 * 2
    for number in range(games):
        deal, seat = f"{given.seed}/{number // 2}", number % 2
        running = Game.start(game, 2, Chance(deal))
        bots = [
            make_bot(given.bot if each == seat else given.other, f"{deal}/{each}")
            for each in (0, 1)
        ]
        while running.deciding:
            deciding = running.deciding[0]
            view = running.view(deciding)
            began = time.thread_time()
            action = bots[deciding].choose(view)
            if deciding == seat:
                seconds += time.thread_time() - began
                decisions += 1
            running.play(deciding, action)
        outcome = running.outcome
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    low, high = wilson(won / games, games)
    print(
        f"{given.bot} against {given.other} on {given.game}: {games} games,"
        f" {won / games:.1%} ({low:.1%} to {high:.1%}),"
        f" {1000 * seconds / decisions:.2f} ms a decision"
    )


def wilson(share: float, num: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z = 1.96
    middle = (share + z * z / (2 * num)) / (1 + z * z / num)
    half = z * math.sqrt(share * (1 - share) / num + z * z / (4 * num * num)) / (1 + z * z / num)
    return middle - half, middle + half


if __name__ == "__main__":
    main()
