"""`fogline board`: check, draw, list and lay out boards."""

from __future__ import annotations

from fogline.cli.frame.command import Command, Subcommand

COMMAND = Command(
    description="""\
Boards are text files (TOML) that can be written by hand. Put yours into your own folder of
boards (fogline board list says where that is), and play it everywhere by its name.

examples:
  fogline board list
  fogline board check my-board.toml
  fogline board draw my-board.toml -o my-board.svg
  fogline board layout my-board.toml
""",
    family=(
        Subcommand(
            "list", "board.list", "list the games: those that come with Fogline, and your own"
        ),
        Subcommand("check", "board.check", "say what is wrong with a board, and where"),
        Subcommand("draw", "board.draw", "draw a board as an SVG picture"),
        Subcommand("layout", "board.layout", "find room for everything on a board"),
    ),
)
