"""What `lab`, `ladder` and `simulate` share: seeds, workers, progress, and games to go on with."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fogline.cli.frame.arguments import GAME_HELP, new_seed, read_seed, whole_number
from fogline.cli.frame.command import Parser
from fogline.cli.frame.progress import ProgressReport

if TYPE_CHECKING:  # most of the engine would come with them, or NumPy
    from fogline.arena.process_pool import Workers
    from fogline.core.chance import Seed
    from fogline.core.definition import GameDefinition

BOT_FAILED = 1
"""The exit status of commands in whose games a bot failed."""


class Kept(Protocol):
    """A file with the results of earlier games."""

    def known_seed(self) -> str | None:
        """Return the seed of these games, or `None` if there are none."""


def add_games(parser: Parser, num: int, what: str = "games to play") -> None:
    """Declare the game, and `--num`."""
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--num",
        type=whole_number(1),
        default=num,
        metavar="N",
        help=f"{what} (default: %(default)s)",
    )


def _workers(text: str) -> int | None:
    """Read the number of processes, or `auto`, which is as if nothing was said."""
    return None if text == "auto" else whole_number(1)(text)


def add_workers(parser: Parser) -> None:
    """Declare `--workers` and `--cluster`; `find_workers` of the arena knows what they mean."""
    parser.add_argument(
        "--workers",
        type=_workers,
        metavar="N",
        help="processes that play, or auto for one a core as soon as the games take long enough; "
        "the games are the same (default: auto)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ray|ADDRESS",
        help="play on a Ray cluster: ray is this machine, ray://HOST:PORT is any; "
        "the games are the same",
    )


def add_checkpoint(parser: Parser) -> None:
    """Declare `--checkpoint`."""
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help="keep the results of finished games in this file; the same command, run again after "
        "it was stopped, goes on where it was",
    )


def add_stand_in(parser: Parser) -> None:
    """Declare `--stand-in`."""
    parser.add_argument(
        "--stand-in",
        metavar="BOT",
        help="the bot that finishes a game for one that fails; such games do not count "
        "(default: a bot that fails forfeits the game)",
    )


def seed_for(given: Seed | None, kept: Kept | None) -> Seed:
    """Choose the seed: as given, else that of the games to go on with, else a new one."""
    known = None if kept is None else kept.known_seed()
    if given is not None:
        return given
    return new_seed() if known is None else read_seed(known)


@contextmanager
def working(
    arguments: argparse.Namespace, total: int, kept: Kept | None
) -> Iterator[tuple[Workers, Callable[[int], None]]]:
    """Find the workers, and report progress.

    When the command is stopped, say that it can go on, if something is kept to go on by.
    """
    from fogline.arena.cluster import find_workers  # noqa: PLC0415 (it takes a moment to load)

    with (
        find_workers(arguments.cluster, arguments.workers) as workers,
        ProgressReport(total, "games") as progress,
    ):
        try:
            yield workers, progress.update
        except KeyboardInterrupt:
            if kept is None:
                raise
            raise KeyboardInterrupt("the same command goes on from here") from None


def print_if_slow(game: GameDefinition, players: Sequence[str], num: int) -> None:
    """Print on stderr, in one line, if the readable engine has to play `num` games."""
    from fogline.arena.jobs import slow_notice  # noqa: PLC0415 (it loads NumPy)

    notice = slow_notice(game, players, num)
    if notice is not None:
        print(notice, file=sys.stderr)


def loading_note(seconds: float) -> str:
    """Print how long loading and compiling took, if that was noticeable."""
    return f" Loading the engine took {seconds:.1f} s before that." if seconds >= 0.5 else ""
