"""`fogline board list`: the games that can be named."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass

from fogline.boards import BoardError
from fogline.cli.frame.arguments import add_json, options_of
from fogline.cli.frame.command import Command
from fogline.cli.frame.output import console, grid, print_json
from fogline.core.errors import FoglineError
from fogline.games import boards_folder, define, find_board, game_names


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    title: str
    seats: tuple[int, int] | None
    options: tuple[str, ...]
    file: str | None
    """`None` for a board that comes with Fogline."""
    problem: str | None = None


def run(arguments: argparse.Namespace) -> int:
    """Print the games."""
    entries = [_entry(name) for name in game_names()]
    if arguments.json:
        print_json({"folder": str(boards_folder()), "games": [asdict(entry) for entry in entries]})
        return 0
    games = grid("name", "title", "players", "options", "from")
    for entry in entries:
        least, most = entry.seats or ("?", "?")
        where = "comes with Fogline" if entry.file is None else entry.file
        games.add_row(
            entry.name,
            entry.title,
            f"{least} to {most}",
            ", ".join(entry.options),
            f"cannot be played: fogline board check {entry.name}" if entry.problem else where,
        )
    out = console()
    out.print(games)
    out.print(f"Your own boards (*.toml) are looked for in {boards_folder()}", soft_wrap=True)
    return 0


def _entry(name: str) -> _Entry:
    own = str(boards_folder() / f"{name}.toml")
    try:
        board_file = find_board(name)
        game = define(name)
        options = tuple(option.name for option in options_of(name))
    except (BoardError, FoglineError) as error:
        return _Entry(name, "", None, (), own, str(error).splitlines()[0])
    file = None if board_file.path is None else str(board_file.path)
    return _Entry(name, game.title, game.seats, options, file)


COMMAND = Command(
    description="""\
List the games that can be played by name: those that come with Fogline, and the boards in
your own folder, which the environment variable FOGLINE_BOARDS can name.

example:
  fogline board list --json
""",
    arguments=add_json,
    run=run,
)
