"""`fogline ladder`: rate bots, with intervals."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table as Grid

from fogline import __version__
from fogline.bots import bot_names
from fogline.cli.frame.arguments import (
    add_json,
    add_options,
    add_seed,
    load_game,
    whole_number,
    words,
)
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import console, grid, print_json, write_whole
from fogline.cli.many_games import (
    BOT_FAILED,
    add_checkpoint,
    add_games,
    add_workers,
    print_if_slow,
    seed_for,
    working,
)

if TYPE_CHECKING:  # it loads NumPy, which only `run` needs
    from fogline.arena.ladder.luck_adjusted import LuckAdjusted
    from fogline.arena.ladder.ratings import Gap, Rating
    from fogline.arena.ladder.tournament import Encounter, Ladder
    from fogline.report.estimates import Estimate


def run(arguments: argparse.Namespace) -> int:
    """Play the ladder, and print or write what was asked for."""
    from fogline.arena.checkpoint import Checkpoint  # noqa: PLC0415 (loads NumPy)
    from fogline.arena.ladder.tournament import games_in, play_ladder  # noqa: PLC0415

    if arguments.plot is not None and arguments.plot.suffix != ".svg":
        raise UsageError(f"{arguments.plot}: plots are SVG; end the name in .svg.")
    for path in (arguments.plot, arguments.markdown):
        if path is not None and not path.parent.is_dir():
            raise UsageError(f"there is no folder {path.parent} to write {path.name} to.")
    game = load_game(arguments.game, arguments.option)
    checkpoint = None if arguments.checkpoint is None else Checkpoint(arguments.checkpoint)
    seed = seed_for(arguments.seed, checkpoint)
    total = games_in(len(arguments.bots), arguments.num, arguments.players)
    print_if_slow(game, arguments.bots[:1] * arguments.players, total)
    with working(arguments, total, checkpoint) as (workers, progress):
        ladder = play_ladder(
            game,
            arguments.bots,
            arguments.num,
            seed,
            players=arguments.players,
            workers=workers,
            progress=progress,
            checkpoint=checkpoint,
            without_luck=arguments.luck_adjusted,
        )
    _write(ladder, arguments)
    if arguments.json:
        print_json(to_json(ladder))
    else:
        _print(ladder, arguments)
    if ladder.mirror.even:
        return BOT_FAILED if any(ladder.faults.values()) else 0
    print(
        f"fogline: {ladder.mirror.bot} against itself did not come out even; "
        "something favours one side, so trust none of these numbers.",
        file=sys.stderr,
    )
    return 1


def _write(ladder: Ladder, arguments: argparse.Namespace) -> None:
    from fogline.arena.ladder.markdown import command_block, section, title_of  # noqa: PLC0415 (loads NumPy)
    from fogline.arena.ladder.plot import plot  # noqa: PLC0415

    if arguments.plot is not None:
        write_whole(arguments.plot, plot(ladder))
    if arguments.markdown is not None:
        picture = None
        if arguments.plot is not None:
            picture = Path(os.path.relpath(arguments.plot, arguments.markdown.parent)).as_posix()
        again = command_block(ladder, arguments.game)
        write_whole(arguments.markdown, section(ladder, title_of(ladder), [again], picture))


def to_json(ladder: Ladder) -> dict[str, object]:
    """Put everything that a ladder has found into one object."""
    return {
        "version": __version__,
        "game": ladder.game.name,
        "options": dict(ladder.game.options),
        "players": ladder.players,
        "bots": list(ladder.bots),
        "seed": ladder.seed,
        "deals": ladder.deals,
        "num": ladder.games_each,
        "games": ladder.games,
        "anchor": ladder.anchor,
        "ratings": [_rating_to_json(ladder, rating) for rating in ladder.ratings],
        "pairings": [_encounter_to_json(each) for each in ladder.encounters],
        "mirror": {
            "bot": ladder.mirror.bot,
            "games": ladder.mirror.games,
            "wins": _rounded(ladder.mirror.wins),
            "seats": [_rounded(seat) for seat in ladder.mirror.seats],
            "chance": round(ladder.mirror.chance, 6),
            "even": ladder.mirror.even,
        },
        "seats": [_rounded(seat) for seat in ladder.seats],
        "seconds": round(ladder.seconds, 3),
        "games_per_second": round(ladder.games / ladder.seconds, 3),
    }


def _rating_to_json(ladder: Ladder, rating: Rating) -> dict[str, object]:
    return {
        "bot": rating.bot,
        "rating": _rounded(rating.elo),
        "above_next": rating.above_next and _rounded(rating.above_next),
        "wins": round(ladder.share(rating.bot), 6),
        "games_failed": ladder.faults[rating.bot],
        "first_fault": ladder.first_faults.get(rating.bot),
        "seconds_per_decision": float(f"{ladder.thinking[rating.bot]:.3g}"),
    }


def _encounter_to_json(encounter: Encounter) -> dict[str, object]:
    return {
        "one": encounter.pairing.one,
        "other": encounter.pairing.other,
        "games": encounter.games,
        "wins": _rounded(encounter.wins),
        "lead": encounter.lead and _rounded(encounter.lead),
        "without_luck": encounter.adjusted and _adjusted_to_json(encounter.adjusted),
    }


def _adjusted_to_json(adjusted: LuckAdjusted) -> dict[str, object]:
    return {
        "wins": adjusted.wins and _rounded(adjusted.wins),
        "lead": adjusted.lead and _rounded(adjusted.lead),
        "saved": adjusted.saved and round(adjusted.saved, 3),
        "lead_saved": adjusted.lead_saved and round(adjusted.lead_saved, 3),
    }


def _rounded(numbers: Estimate | Gap) -> dict[str, float | None]:
    return {
        name: None if number is None else round(number, 6)
        for name, number in asdict(numbers).items()
    }


def _print(ladder: Ladder, arguments: argparse.Namespace) -> None:
    from fogline.arena.ladder import report  # noqa: PLC0415 (loads NumPy)

    out = console()
    out.print(report.summary(ladder), style="bold")
    if ladder.games_each != arguments.num:
        out.print(f"{arguments.num:,} games are no whole deals, so there were a few more.")
    out.print()
    out.print(_grid(report.RATING_HEADINGS, report.rating_rows(ladder), left=(1,)))
    out.print(f"Elo points; {ladder.anchor} has 0. Thinking time is for one decision.", style="dim")
    out.print()
    headings = ("bot", "against", "wins", "95 % interval", "mean lead in points")
    out.print(_grid(headings, report.encounter_rows(ladder), left=(0, 1)))
    out.print()
    adjusted = list(report.adjusted_rows(ladder))
    if adjusted:
        out.print(_grid(report.ADJUSTED_HEADINGS, adjusted, left=(0, 1)))
        out.print()
    out.print(report.mirror_line(ladder))
    out.print(report.seats_line(ladder))
    for line in report.faults_lines(ladder):
        out.print(line, style="bold", soft_wrap=True)
    out.print(
        f"{ladder.games:,} games in {ladder.seconds:.1f} s: "
        f"{ladder.games / ladder.seconds:,.1f} a second."
    )


def _grid(headings: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int]) -> Grid:
    numbers = {column for column in range(len(headings)) if column not in left}
    made = grid(*headings, numbers=numbers, fixed=numbers)
    for column in left:
        made.columns[column].overflow = "fold"
    for row in rows:
        made.add_row(*row)
    return made


def _arguments(parser: Parser) -> None:
    add_games(parser, num=100, what="games for each pair of bots, rounded up to whole deals")
    parser.add_argument(
        "--bots",
        type=words,
        required=True,
        metavar="BOT,BOT,…",
        help=f"two or more; there are: {', '.join(bot_names())}",
    )
    parser.add_argument(
        "--players",
        type=whole_number(1),
        default=2,
        metavar="K",
        help="seats at the table: one bot against K-1 of another (default: 2)",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the ratings, too, as SVG")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE.md", help="write the result as Markdown, too"
    )
    parser.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="measure the luck of each game, and say how much the bots win without it (slow)",
    )
    add_workers(parser)
    add_checkpoint(parser)
    add_seed(parser)
    add_options(parser)
    add_json(parser)


COMMAND = Command(
    description="""\
Let each bot play against each, and say how strong each is, and how sure that is.
Every deal is played from every seat, so that nobody has the better cards. Intervals hold the
truth in 95 of 100 cases. The bot named last also plays against itself, as a control: unless
that comes out even, the exit status is 1. A bot that crashes, is late or does something illegal
loses the game, and the exit status is 1, too. The same seed gives the same result, with any
number of workers, unless a bot thinks by the clock.

examples:
  fogline ladder san-francisco --bots random,greedy,planner --num 400 --seed 1
  fogline ladder old-west --bots greedy,planner --players 4 --plot ladder.svg
  fogline ladder old-west --bots random,planner --option first=0 --json
  fogline ladder old-west --bots search,planner --num 1e4 --checkpoint ladder.partial
  fogline ladder old-west --bots search,planner --num 100 --luck-adjusted
""",
    arguments=_arguments,
    run=run,
)
