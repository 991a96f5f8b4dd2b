"""The client's cards are drawn with the inks and symbols of the boards."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_clients_inks_are_those_of_the_boards() -> None:
    inks = runpy.run_path(str(WEB / "tools" / "inks.py"))["inks"]
    assert json.loads((WEB / "src" / "board" / "inks.json").read_text("utf-8")) == inks()
