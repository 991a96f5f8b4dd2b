"""The package that `docs/first-rule.md` leads to: it is what the page shows, and it plays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fogline import define
from fogline.cli import main
from tests.packages import FIRST_RULE, installed

PAGE = Path(__file__).parents[2] / "docs" / "first-rule.md"


def test_the_package_of_the_page_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with installed(FIRST_RULE, tmp_path) as package:
        game = define(package.board)
        (rule,) = [rule for rule in game.rules if rule.name == package.rule]
        assert "points=3" in repr(rule)
        players = ["--players", "plain-greedy,random", "--num", "2", "--seed", "1", "--json"]
        assert main(["simulate", str(package.board), *players]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["num"] == 2
        assert "the rule 'long-routes' (LongRoutes) has no compiled version" in err


def test_the_package_is_what_the_page_shows() -> None:
    """The page leaves out types and the docstring of the hook."""
    (shown, *_) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    text = (FIRST_RULE.root / "long_routes.py").read_text(encoding="utf-8")
    for line in shown.partition("@dataclass")[2].splitlines():
        assert line in text or line.strip().startswith("def claimed(self, table, claim)")
