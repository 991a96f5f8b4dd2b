"""What tests of the server share."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fogline.core.messages import Action, Event
from fogline.core.table import Part
from fogline.games.definitions import BOARDS_VARIABLE
from fogline.games.plugins import plugin_rules

TOWN = Path(__file__).parents[2] / "examples" / "town"


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install the package of examples/town for one test, and name its game."""
    known: list[dict[str, type]] = [Action.kinds, Event.kinds, Part.kinds]
    before, modules = [dict(kinds) for kinds in known], set(sys.modules)
    project = tomllib.loads((TOWN / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    described = tmp_path / "installed" / "tidewick-1.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: tidewick\nVersion: 1\n")
    groups = project["entry-points"].items()
    (described / "entry_points.txt").write_text(
        "\n".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
            for group, entries in groups
        )
    )
    monkeypatch.syspath_prepend(str(TOWN))
    monkeypatch.syspath_prepend(str(described.parent))
    monkeypatch.setenv(BOARDS_VARIABLE, str(TOWN / "tidewick"))
    plugin_rules.cache_clear()
    yield "tidewick"
    plugin_rules.cache_clear()
    for kinds, old in zip(known, before, strict=True):
        kinds.clear()
        kinds.update(old)
    for name in set(sys.modules) - modules:
        if name.partition(".")[0] == "tidewick":
            del sys.modules[name]
