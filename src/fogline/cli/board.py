"""`fogline board`: check, draw, list and lay out boards."""

from __future__ import annotations

from fogline.cli import board_check, board_draw, board_layout, board_list
from fogline.cli.command import Command

COMMAND = Command(
    name="board",
    summary="check, draw, list and lay out boards",
    description="""\
Boards are text files (TOML) that can be written by hand. Put yours into your own folder of
boards (fogline board list says where that is), and play it everywhere by its name.

examples:
  fogline board list
  fogline board check my-board.toml
  fogline board draw my-board.toml -o my-board.svg
  fogline board layout my-board.toml
""",
    family=(board_list.COMMAND, board_check.COMMAND, board_draw.COMMAND, board_layout.COMMAND),
)
