"""The plugin API is whole: its names exist, are on its page, and suffice for the examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogline import plugin
from fogline.plugin import Rule

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "plugin-api.md").read_text(encoding="utf-8")
RULES = ["town/tidewick/cat.py", "town/tidewick/bot.py", "tunnels/tunnels/rule.py"]


def test_every_name_is_there_and_on_the_page() -> None:
    names = set(re.findall(r"`(\w+)`", PAGE.partition("## All names")[2]))
    assert names == set(plugin.__all__)
    assert all(hasattr(plugin, name) for name in plugin.__all__)


def test_every_hook_is_on_the_page() -> None:
    hooks = {name for name, value in vars(Rule).items() if callable(value)}
    assert set(re.findall(r"^\| `(\w+)\(", PAGE, re.MULTILINE)) == hooks
    table = (ROOT / "src/fogline/core/rule.py").read_text(encoding="utf-8").partition('"""\n\n')[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == hooks


@pytest.mark.parametrize("file", RULES)
def test_the_examples_need_nothing_else(file: str) -> None:
    text = (ROOT / "examples" / file).read_text(encoding="utf-8")
    assert set(re.findall(r"^from (fogline[\w.]*) import", text, re.MULTILINE)) == {
        "fogline.plugin"
    }
