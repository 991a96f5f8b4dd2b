"""`fogline review`: say what was luck and what was skill in a finished game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table as Grid

from fogline.cli.frame.arguments import add_json
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import console, grid, naming, print_json, write_whole
from fogline.cli.frame.progress import ProgressReport
from fogline.cli.play import saved
from fogline.cli.text.names import name_seats, names

if TYPE_CHECKING:  # it loads NumPy
    from fogline.core.log import GameLog
    from fogline.review import Review

_DEPTHS = ("quick", "standard", "deep")


def run(arguments: argparse.Namespace) -> int:
    """Review a saved game, and print or write what was found."""
    if arguments.html is not None and not arguments.html.parent.is_dir():
        raise UsageError(f"there is no folder {arguments.html.parent} to write to.")
    log = saved.read(Path(arguments.file)).log
    called = name_seats(arguments.names, log.seats, humans=log.seats)
    with naming(arguments.file):
        found = _review(log, arguments, called)
    if arguments.html is not None:
        from fogline.review.review_page import page_of  # noqa: PLC0415

        write_whole(arguments.html, page_of(found))
    if arguments.json:
        from fogline.review.review_json import to_plain  # noqa: PLC0415

        print_json(to_plain(found))
    else:
        _print(found)
    return 0


def _review(log: GameLog, arguments: argparse.Namespace, called: Sequence[str]) -> Review:
    """Review a game; by the readable engine say how long it takes, and stop on request."""
    from fogline.review.passes import reviews, seconds_for, steps_for  # noqa: PLC0415 (NumPy)

    seconds = seconds_for(log, arguments.depth)
    errors = console(stderr=True)
    if seconds:
        errors.print(
            f"{log.game.title} has no compiled rules, so this takes {_about(sum(seconds))}; "
            f"Ctrl-C shows a rougher review, which is there after {_about(seconds[0])}.",
            soft_wrap=True,
        )
    found: Review | None = None
    try:
        with ProgressReport(steps_for(log, arguments.depth), "steps") as progress:
            for found in reviews(  # noqa: B007 (the last one is wanted)
                log,
                depth=arguments.depth,
                seed=arguments.seed,
                names=called,
                progress=lambda done, _: progress.update(done),
            ):
                pass
    except KeyboardInterrupt:
        if found is None:
            raise
        errors.print(f"stopped; this is the review of depth {found.depth}")
    if found is None:
        raise AssertionError("there is always one review")
    return found


def _about(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(seconds, 1):.0f} s"
    minutes = seconds / 60
    return f"about {minutes:.0f} min" if minutes < 90 else f"about {minutes / 60:.0f} hours"


def _print(review: Review) -> None:
    from fogline.review import prose  # noqa: PLC0415

    out = console()
    out.print(prose.headline(review), style="bold")
    out.print()
    out.print("Winning chance")
    out.print(_grid(prose.PARTS, prose.parts(review)))
    out.print()
    out.print("Points ahead of the mean of the others")
    out.print(_grid(prose.PARTS, prose.lead_parts(review)))
    out.print(prose.PARTS_NOTE, style="dim")
    out.print()
    out.print(_grid(prose.labels_headings(), prose.labels(review)))
    for heading, lines in prose.sections(review):
        out.print()
        out.print(heading, style="bold")
        for line in lines:
            out.print(line, soft_wrap=True)


def _grid(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> Grid:
    columns = range(len(headings))
    made = grid(*headings, numbers=columns[1:], fixed=columns)
    for row in rows:
        made.add_row(*row)
    return made


def _arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a finished game, as fogline tty saves it")
    parser.add_argument(
        "--names", type=names, default=(), metavar="NAME,NAME,…", help="what to call the players"
    )
    parser.add_argument(
        "--depth",
        choices=_DEPTHS,
        default="standard",
        help="how many games are played to judge each decision (default: standard)",
    )
    parser.add_argument(
        "--seed", default="review", metavar="SEED", help="the seed of these games (default: review)"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE.html", help="write a page with all details, too"
    )
    add_json(parser)


COMMAND = Command(
    description="""\
Say what was luck and what was skill in a finished game, which decisions were mistakes, and what
an expert would have chosen. Decisions are judged by what the player could know at the time. The
same game, depth and seed give the same review. See docs/review.md for the method.

A game whose rules have no compiled version takes minutes: the command says how many before it
starts, and Ctrl-C shows the last review that is complete.

examples:
  fogline review game.json
  fogline review game.json --names Ann,Bea --html review.html
  fogline review game.json --depth deep --json
""",
    arguments=_arguments,
    run=run,
)
