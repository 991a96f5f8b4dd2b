"""`fogline board draw`: a board as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from fogline.boards import BoardFile
from fogline.cli.frame.arguments import GAME_HELP
from fogline.cli.frame.command import Command, Parser
from fogline.cli.frame.output import write_whole
from fogline.games import find_board
from fogline.picture import Picture, builtin_picture, draw, picture_beside


def run(arguments: argparse.Namespace) -> int:
    """Draw the board and write the picture."""
    board_file = find_board(arguments.board)
    svg = draw(board_file.board, picture_of(board_file))
    if arguments.output == "-":
        print(svg, end="")
    else:
        write_whole(Path(arguments.output), svg)
    return 0


def picture_of(board_file: BoardFile) -> Picture | None:
    """Find the picture file that belongs to a board, if there is one."""
    if board_file.path is None:
        return builtin_picture(board_file.board.id)
    return picture_beside(board_file.path, board_file.board)


def _arguments(parser: Parser) -> None:
    parser.add_argument("board", metavar="BOARD", help=GAME_HELP)
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE.svg",
        help="where to write the picture; - is the terminal or pipe (default: -)",
    )


COMMAND = Command(
    description="""\
Draw a board as an SVG picture, which every browser shows. NAME.picture.toml beside NAME.toml
says where things lie; without it places find their own room, which takes some seconds.

examples:
  fogline board draw old-west -o old-west.svg
  fogline board draw my-board.toml > my-board.svg
""",
    arguments=_arguments,
    run=run,
)
