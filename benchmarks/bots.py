"""Measure the bots: what a decision costs, how fast search is, and what thinking buys.

Wins per second of thinking keep us honest: a search that is faster but weaker is no progress.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from fogline import define, new_game
from fogline.arena.bench import this_machine
from fogline.arena.ladder import play_ladder
from fogline.arena.ladder.thinking import thinking_time
from fogline.bots import make_bot
from fogline.bots.search import SearchBot
from fogline.core.table import View

GAMES = ("san-francisco", "old-west")
BUDGETS = (30, 100, 300, 1000)


def views(name: str, seats: int, games: int) -> Iterator[View]:
    """Yield what seats see before every fifth choice of games between planners."""
    for number in range(games):
        game = new_game(name, seats, f"views/{number}")
        bots = [make_bot("planner", f"views/{number}/{seat}") for seat in range(seats)]
        moves = 0
        while game.outcome is None:
            seat = game.deciding[0]
            if moves % 5 == 4 and len(game.legal_actions(seat)) > 1:
                yield game.view(seat)
            game.play(seat, bots[seat].choose(game.view(seat)))
            moves += 1


def iterations_per_second(name: str, seats: int, games: int) -> float:
    """Measure search on one core, over whole games."""
    iterations = 500
    bot = SearchBot("speed", iterations=iterations)
    seconds, thoughts = 0.0, 0
    for number, view in enumerate(views(name, seats, games)):
        began = time.perf_counter()
        bot.think(view)
        if number > 0:  # the first may compile
            seconds += time.perf_counter() - began
            thoughts += 1
    return iterations * thoughts / seconds


def main() -> None:
    """Print everything as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num", type=int, default=60, help="games for each budget (default: 60)")
    num = parser.parse_args().num
    machine = this_machine()
    print(f"{machine.cpu}, Python {machine.python}, load {machine.load}\n")
    print("| game, two players | planner, µs a decision | search, iterations a second |")
    print("|---|---:|---:|")
    for name in GAMES:
        planner = thinking_time(define(name), 2, "planner", "bench") * 1e6
        print(f"| {name} | {planner:.1f} | {iterations_per_second(name, 2, 3):,.0f} |", flush=True)
    print("\n| game | iterations | ms a decision | wins against planner |")
    print("|---|---:|---:|---|")
    for name in GAMES:
        for budget in BUDGETS:
            bot = f"search:iterations={budget}"
            ladder = play_ladder(define(name), (bot, "planner"), num, "bench")
            wins = ladder.encounter(bot, "planner").wins
            told = f"{wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})"
            print(f"| {name} | {budget} | {ladder.thinking[bot] * 1e3:.1f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
