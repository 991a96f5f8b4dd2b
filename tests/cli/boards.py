"""Small boards for the tests of commands."""

from __future__ import annotations

from pathlib import Path

PLAIN = """\
schema = 1
id = "four-corners"
name = "Four Corners"
route_points = { 1 = 1, 2 = 2, 3 = 4 }
places = ["North", "East", "South", "West", "Middle"]
routes = [
  { between = ["North", "East"], length = 2, tracks = ["red", "blue"] },
  { between = ["East", "South"], length = 2, tracks = ["gray", "gray"] },
  { between = ["South", "West"], length = 3, tracks = ["blue"], ferries = 1 },
  { between = ["West", "North"], length = 1, tracks = ["red"] },
  { between = ["Middle", "North"], length = 1, tracks = ["gray"] },
  { between = ["Middle", "South"], length = 2, tracks = ["blue"] },
]
tickets = [
  { between = ["North", "South"], points = 3 },
  { between = ["East", "West"], points = 3 },
  { between = ["Middle", "East"], points = 3 },
  { between = ["Middle", "West"], points = 2 },
  { between = ["North", "East"], points = 2 },
  { between = ["South", "East"], points = 2 },
]

[game]
seats = [2, 3]

[rules.turns]
[rules.drawing]
deck = { red = 8, blue = 8, wild = 4 }
dealt = 2
[rules.tickets]
dealt = 1
keep_dealt = 1
shown = 2
[rules.claiming]
vehicles = 6
[rules.ferries]
[rules.parallel-routes]
one_used_up_to = 2
[rules.builder-scores]
[rules.ending]
"""
"""A board with the plain rules, and none of the two games' own."""


def write(folder: Path, text: str = PLAIN, name: str = "four-corners.toml") -> Path:
    """Write a board file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
