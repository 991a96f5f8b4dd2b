"""`fogline bot check`: let a bot play many games, and say what is wrong with it."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from fogline.bots import BotProblem, BotReport, check_bot
from fogline.bots.check import GAMES
from fogline.cli.frame.arguments import add_json, add_seed, new_seed, whole_number
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import print_json
from fogline.cli.frame.progress import ProgressReport
from fogline.core.chance import Seed

BAD = 1
"""The exit status for a bot that fails."""


def run(arguments: argparse.Namespace) -> int:
    """Check a bot and print the report."""
    seed = new_seed() if arguments.seed is None else arguments.seed
    with ProgressReport(arguments.num, "games") as progress:
        report = check_bot(
            arguments.bot,
            games=arguments.num,
            seed=seed,
            by_clock=arguments.by_clock,
            progress=progress.update,
        )
    if arguments.json:
        print_json(_to_json(arguments.bot, seed, report))
    else:
        _print(arguments.bot, seed, report)
    return 0 if report.ok else BAD


def _print(bot: str, seed: Seed, report: BotReport) -> None:
    alike: dict[str, list[BotProblem]] = {}
    for problem in report.problems:
        alike.setdefault(f"{problem.failure}: {problem.message}", []).append(problem)
    for first, *more in alike.values():
        games = "1 more game" if len(more) == 1 else f"{len(more)} more games"
        print(f"{first}{f', and the same in {games}' if more else ''}")
    verdict = "good" if report.ok else "bad"
    games = f"{report.games} game{'' if report.games == 1 else 's'}"
    print(
        f"{bot}: {verdict}. {games}, {report.decisions:,} decisions, seed {seed}; a decision took"
    )
    print(f"  {_time(report.mean_seconds)} on average, {_time(report.worst_seconds)} at worst")


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"


def _to_json(bot: str, seed: Seed, report: BotReport) -> dict[str, object]:
    return {
        "bot": bot,
        "ok": report.ok,
        "games": report.games,
        "decisions": report.decisions,
        "seed": seed,
        "mean_seconds": round(report.mean_seconds, 6),
        "worst_seconds": round(report.worst_seconds, 6),
        "problems": [asdict(problem) for problem in report.problems],
    }


def _arguments(parser: Parser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a bot; fogline bot list shows them")
    parser.add_argument(
        "--num",
        type=whole_number(1),
        default=GAMES,
        metavar="N",
        help=f"games to play (default: {GAMES})",
    )
    parser.add_argument(
        "--by-clock",
        action="store_true",
        help="the bot thinks by the clock, so it need not choose the same twice",
    )
    add_seed(parser)
    add_json(parser)


COMMAND = Command(
    description="""\
Let a bot play both games, with 2 to 6 players, and each option, against random players.
Every action must be legal, the view must stay as it is, and of two bots with the same seed
both must choose the same. Says how long a decision takes.
The exit status is 0 for a good bot, 1 for a bad one, 2 if there is no such bot.

examples:
  fogline bot check planner
  fogline bot check "process:seconds=2:python3 my_bot.py" --num 100 --seed 1
  fogline bot check "process:node my_bot.js" --json
""",
    arguments=_arguments,
    run=run,
)
