"""The page on performance shows the layout as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline.arena.speed import CASES
from fogline.fast import layout
from fogline.fast.lower import lower

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_records_begin_and_end_where_the_page_says(text: str) -> None:
    assert f"{layout.PLAYERS} + {layout.STRIDE}·n" in text


def test_the_sizes_are_those_of_the_blocks(text: str) -> None:
    text = " ".join(text.split())
    for case in CASES:
        size = lower(case.define(), case.players).block
        assert re.search(rf"\b({size}|{size:,})\b", text), case
