"""The page on performance shows the layout as it is."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from fogline.arena.bench import CASES
from fogline.fast import layout
from fogline.fast.lower import lower

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
ROW = re.compile(r"^\| (\d+) \| (\d+) \| `([A-Z_]+)` \| (`\w+`|the engine) \|", re.MULTILINE)


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_allocator(text: str) -> None:
    shared, player = text.split("In a player's record:")
    for area, part in ((layout.shared, shared), (layout.player, player)):
        shown = [(int(byte), int(size), name) for byte, size, name, _ in ROW.findall(part)]
        fields = {name: each for name, each in layout.named().items() if each.area == area.name}
        expected = [(f * f.unit, f.size * f.unit, name) for name, f in fields.items()]
        assert shown == sorted(expected)


def test_the_tables_name_the_mechanic_that_owns_each_field(text: str) -> None:
    for _, _, name, owner in ROW.findall(text):
        module = "layout" if owner == "the engine" else f"mechanics.{owner[1:-1]}"
        assert name in vars(import_module(f"fogline.fast.{module}")), name


def test_the_records_begin_and_end_where_the_page_says(text: str) -> None:
    assert f"{layout.PLAYERS} + {layout.STRIDE}·n" in text


def test_the_sizes_are_those_of_the_blocks(text: str) -> None:
    text = " ".join(text.split())
    for case in CASES:
        size = lower(case.define(), case.players).block
        assert re.search(rf"\b({size}|{size:,})\b", text), case
