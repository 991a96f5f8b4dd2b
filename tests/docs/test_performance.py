"""The page on performance draws the layout as it is."""

from __future__ import annotations

import re
from pathlib import Path

from fogline.arena.bench import CASES
from fogline.fast import layout
from fogline.fast.lower import lower

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
WORDS = {"CLOSED", "PACK", "POOL", "OWN", "CAN", "REACH", "TICKETS"}


def test_the_tables_give_the_bytes_of_the_layout() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| `([A-Z_]+)` \|", text, re.MULTILINE)
    assert len(rows) == 20
    for byte, name in rows:
        offset = vars(layout)[name] * (8 if name in WORDS else 1)
        assert int(byte) == offset, name


def test_the_sizes_are_those_of_the_blocks() -> None:
    text = PAGE.read_text(encoding="utf-8").replace("\n", " ")
    for case in CASES:
        assert re.search(rf"\b{lower(case.define(), case.players).block}\b", text), case
