"""`fogline simulate`: whole games between bots, and their results."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fogline.bots import COMPILED
from fogline.cli.frame.arguments import add_json, add_options, add_seed, load_game, words
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import console, grid, print_json
from fogline.cli.many_games import (
    BOT_FAILED,
    add_games,
    add_stand_in,
    add_workers,
    loading_note,
    print_if_slow,
    seed_for,
    working,
)

if TYPE_CHECKING:  # it loads NumPy, which only `run` needs
    from fogline.arena import Simulation
    from fogline.arena.records_files import RecordFiles


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result."""
    from fogline.arena import simulate  # noqa: PLC0415 (it loads NumPy)

    game = load_game(arguments.game, arguments.option)
    records = _records(arguments)
    seed = seed_for(arguments.seed, records)
    print_if_slow(game, arguments.players, arguments.num)
    with working(arguments, arguments.num, records) as (workers, progress):
        simulation = simulate(
            game,
            arguments.players,
            arguments.num,
            seed,
            progress,
            workers=workers,
            records=records,
            stand_in=arguments.stand_in,
        )
    if arguments.json:
        print_json(_to_json(simulation, arguments))
    else:
        _print(simulation, arguments.stand_in)
    return BOT_FAILED if any(simulation.faults) else 0


def _records(arguments: argparse.Namespace) -> RecordFiles | None:
    from fogline.arena.records_files import RecordFiles  # noqa: PLC0415 (it loads NumPy)

    if arguments.out is None:
        if arguments.decisions or arguments.force:
            raise UsageError("--decisions and --force are for games that are written: add --out.")
        return None
    return RecordFiles(arguments.out, arguments.decisions, force=arguments.force)


def _to_json(simulation: Simulation, arguments: argparse.Namespace) -> dict[str, object]:
    from fogline.arena.process_pool import available_cores  # noqa: PLC0415 (only needed here)

    return {
        "game": simulation.game.name,
        "options": dict(simulation.game.options),
        "players": list(simulation.players),
        "num": simulation.num,
        "seed": simulation.seed,
        "seconds": round(simulation.seconds, 3),
        "loading_seconds": round(simulation.loading, 3),
        "games_per_second": round(simulation.games_per_second, 3),
        "decisions_per_second": round(simulation.decisions_per_second, 1),
        "decisions": simulation.decisions,
        "wins": [round(won, 6) for won in simulation.wins],
        "shared_victories": simulation.shared,
        "mean_scores": [
            None if score is None else round(score, 6) for score in simulation.mean_scores
        ],
        "faults": list(simulation.faults),
        "first_faults": list(simulation.first_faults),
        "stand_in": arguments.stand_in,
        "void": simulation.void,
        "workers": arguments.workers or (available_cores() if arguments.cluster is None else None),
        "cluster": arguments.cluster,
        "resumed": simulation.resumed,
    }


def _print(simulation: Simulation, stand_in: str | None) -> None:
    out = console()
    games = f"{simulation.num:,} game{'s' if simulation.num > 1 else ''}"
    options = "".join(f" · {name}={value}" for name, value in simulation.game.options.items())
    out.print(f"{simulation.game.title}{options} · {games} · seed {simulation.seed}", style="bold")
    seats = grid("seat", "player", "wins", "share", "mean score", numbers=[0, 2, 3, 4])
    for seat, player in enumerate(simulation.players):
        won, score = simulation.wins[seat], simulation.mean_scores[seat]
        seats.add_row(
            str(seat),
            player,
            f"{won:,.2f}".removesuffix(".00"),
            f"{won / simulation.num:.1%}",
            "–" if score is None else f"{score:.1f}",
        )
    out.print(seats)
    if simulation.shared:
        out.print(
            f"{simulation.shared:,} of them ended in a shared victory, "
            "which counts 1/k for each of k winners."
        )
    for line in _failures(simulation, stand_in):
        out.print(line, style="bold", soft_wrap=True)
    if simulation.resumed:
        out.print(f"{simulation.resumed:,} of them had been played before.")
    out.print(
        f"{simulation.played_decisions:,} decisions in {simulation.seconds:.1f} s: "
        f"{simulation.games_per_second:,.1f} games and "
        f"{simulation.decisions_per_second:,.0f} decisions a second."
        f"{loading_note(simulation.loading)}"
    )


def _failures(simulation: Simulation, stand_in: str | None) -> Iterator[str]:
    """Print which bots failed, why, and what that means for the games."""
    from fogline.arena.failures import failure_line  # noqa: PLC0415 (its package loads NumPy)

    for seat, player in enumerate(simulation.players):
        if failed := simulation.faults[seat]:
            yield failure_line(player, failed, simulation.first_faults[seat], stand_in)
    if simulation.void:
        have = "1 game has" if simulation.void == 1 else f"{simulation.void:,} games have"
        count = "does" if simulation.void == 1 else "do"
        yield f"{have} no winner, and {count} not count in mean scores."


def _arguments(parser: Parser) -> None:
    add_games(parser, num=100)
    parser.add_argument(
        "--players",
        type=words,
        default=["random", "random"],
        metavar="BOT,BOT,…",
        help=f"the bot on each seat: random, {', '.join(COMPILED)}, or another that "
        "fogline bot list shows, such as process:COMMAND (default: random,random)",
    )
    add_seed(parser)
    add_options(parser)
    add_workers(parser)
    add_stand_in(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write a row for each game to a .jsonl or .parquet file; the same command, run again "
        "after it was stopped, goes on where it was",
    )
    parser.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="write a row for each decision, too, to a file of the same format",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace files that hold something else"
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Play whole games between bots, and say who won how often, with how many points.
The same seed gives the same games. A victory shared by k players counts 1/k for each.
A bot that crashes, is late or does something illegal loses the game; the exit status is then 1.

examples:
  fogline simulate san-francisco --players random,random --num 1000 --seed 1
  fogline simulate old-west --players random,random,random --option first=0 --json
  fogline simulate my-board.toml --option first=0
  fogline simulate old-west --players planner,planner --num 100000 --out old.parquet
  fogline simulate old-west --players expert,planner --num 10000 --cluster ray://server:10001
""",
    arguments=_arguments,
    run=run,
)
