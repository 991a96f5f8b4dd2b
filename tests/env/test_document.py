"""The tables of docs/environments.md are those of the code."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from fogline import define
from fogline.env import VERSION, Layout
from fogline.fast import layout as at
from fogline.fast.lower import lower

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_parts_are_listed_in_order_with_their_meaning() -> None:
    section = TEXT.split(f"## Version {VERSION}")[1]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", section, re.MULTILINE)
    parts = Layout(lower(define("old-west"), 2)).parts
    assert rows == [(part.name, part.meaning) for part in parts]


@pytest.mark.parametrize(
    ("column", "game", "options"),
    [(1, "san-francisco", {}), (2, "old-west", {}), (3, "old-west", {"alvin": True})],
)
def test_the_codes_begin_where_the_table_says(
    column: int, game: str, options: dict[str, bool]
) -> None:
    table = TEXT.split("| codes |")[1].split("\n\n")[0].splitlines()[2:]
    listed = [row.split("|")[1 + column].strip() for row in table]
    numbers = lower(define(game, options), 2).numbers
    starts = [int(numbers[kind]) for kind in range(at.CODE_DRAW, at.N_CODES + 1)]
    kinds = pairwise(starts)
    wanted = [str(start) if end > start else "" for start, end in kinds]
    assert listed == [*wanted, str(starts[-1])]
