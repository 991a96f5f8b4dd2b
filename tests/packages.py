"""The packages of `examples/`, as if they were installed."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from fogline.bots import registry
from fogline.core.messages import Action, Event
from fogline.core.table import Part
from fogline.games.definitions import BOARDS_VARIABLE
from fogline.games.plugins import plugin_rule_sets, plugin_rules

EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class Package:
    """A package with a board and a rule of its own."""

    folder: str
    module: str
    game: str
    """The name of its board."""
    rule: str
    """The name of its rule."""

    @property
    def root(self) -> Path:
        """The folder that holds its module."""
        return EXAMPLES / self.folder

    @property
    def board(self) -> Path:
        """The file of its board."""
        inside = self.root / self.module / f"{self.game}.toml"
        return inside if inside.exists() else self.root / inside.name

    def describe(self, folder: Path, *, compiled: bool) -> Path:
        """Write what an installer writes of its entry points; return the folder to search."""
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        described = folder / f"{self.module}-1.dist-info"
        described.mkdir(parents=True)
        (described / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {self.module}\nVersion: 1\n"
        )
        groups = project["project"]["entry-points"]
        (described / "entry_points.txt").write_text(
            "\n".join(
                f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
                for group, entries in groups.items()
                if compiled or group != "fogline.mechanics"
            )
        )
        return folder


FIRST_RULE = Package("first_rule", "long_routes", "three-lakes", "long-routes")
TOWN = Package("town", "tidewick", "tidewick", "harbour-cat")
TUNNELS = Package("tunnels", "tunnels", "saddlehorn", "tunnels")


@contextmanager
def installed(package: Package, folder: Path) -> Iterator[Package]:
    """Install a package for this process, without its compiled version.

    The compiled engine is put together when it is imported, which may have been long ago.
    """
    known: list[dict[str, type]] = [Action.kinds, Event.kinds, Part.kinds]
    before, modules = [dict(kinds) for kinds in known], set(sys.modules)
    caches = (plugin_rules, plugin_rule_sets, registry._from_elsewhere)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(package.root))
        patch.syspath_prepend(str(package.describe(folder, compiled=False)))
        patch.setenv(BOARDS_VARIABLE, str(package.board.parent))
        for each in caches:
            each.cache_clear()
        yield package
    for each in caches:
        each.cache_clear()
    for kinds, old in zip(known, before, strict=True):
        kinds.clear()
        kinds.update(old)
    for name in set(sys.modules) - modules:
        if name.partition(".")[0] == package.module:
            del sys.modules[name]
