"""The printed boards as data, and the reader of board files.

A board file is TOML and can be written by hand:

    schema = 1
    id = "two-hills"                    # small letters and hyphens
    name = "Two Hills"
    credit = "Made up for this page."   # optional: where the facts come from
    route_points = { 1 = 1, 2 = 2 }     # points by length of route
    places = ["East Hill", "Harbour", "West Hill"]
    routes = [                          # one entry a pair; two or three tracks lie in parallel
      { between = ["East Hill", "Harbour"], length = 2, tracks = ["gray"], ferries = 1 },
      { between = ["Harbour", "West Hill"], length = 1, tracks = ["red", "blue"] },
    # add marks = ["tunnel"] to a route that a rule singles out
    ]
    tickets = [{ between = ["East Hill", "West Hill"], points = 3 }]

    [marks]                             # optional: places that a rule singles out
    tourist-stacks = ["Harbour"]

    [game]                              # optional, as is [rules.NAME]: for `fogline.games`
    rules = "san-francisco"
"""

from fogline.boards.board_problems import BoardError, BoardProblem, Severity
from fogline.boards.board_reader import (
    BoardFile,
    board_digest,
    builtin_board,
    builtin_boards,
    check_digest,
    colours_outside,
    line_of,
    parse_board,
    read_board,
)

__all__ = [
    "BoardError",
    "BoardFile",
    "BoardProblem",
    "Severity",
    "board_digest",
    "builtin_board",
    "builtin_boards",
    "check_digest",
    "colours_outside",
    "line_of",
    "parse_board",
    "read_board",
]
