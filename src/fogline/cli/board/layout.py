"""`fogline board layout`: find room for everything on a board, and keep it in a picture file."""

from __future__ import annotations

import argparse

from fogline.boards import BoardFile
from fogline.cli.frame.command import Command, Parser, UsageError
from fogline.cli.frame.output import write_whole
from fogline.games import find_board
from fogline.picture import Picture, collisions, keep, picture_beside, picture_text, relax


def run(arguments: argparse.Namespace) -> int:
    """Lay the board out and write the picture file."""
    board_file = find_board(arguments.board)
    if board_file.path is None:
        raise UsageError(f"{arguments.board} comes with Fogline, with its picture laid out.")
    path = board_file.path.with_name(f"{board_file.path.stem}.picture.toml")
    if path.exists() and not arguments.force:
        raise UsageError(f"{path} already exists; --force replaces it.")
    picture = _laid_out(board_file, picture_beside(board_file.path, board_file.board))
    write_whole(path, picture_text(picture))
    left = len(collisions(picture.layout()))
    print(f"{path}: {'nothing touches' if not left else f'{left} collisions are left'}.")
    print(f"Move things by hand as you like, and look: fogline board draw {board_file.path}")
    return 0


def _laid_out(board_file: BoardFile, picture: Picture | None) -> Picture:
    if picture is None:
        layout = relax(board_file.board)
        picture = Picture(board_file.board, layout.measures, {})
    else:
        layout = relax(board_file.board, picture.start(), picture.measures)
    return keep(picture, layout)


def _arguments(parser: Parser) -> None:
    parser.add_argument("board", metavar="FILE", help="the path of a FILE.toml, or its name")
    parser.add_argument("--force", action="store_true", help="replace a picture file that is there")


COMMAND = Command(
    description="""\
Find a place on the sheet for every space and label of a board, and keep that in
NAME.picture.toml beside NAME.toml, where it can be edited by hand. A picture file that gives
each place its lon and lat (true position) is the starting point with --force. Takes some seconds.

examples:
  fogline board layout my-board.toml
  fogline board layout my-board.toml --force
""",
    arguments=_arguments,
    run=run,
)
