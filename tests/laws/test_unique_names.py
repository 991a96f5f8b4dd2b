"""One name for one thing: no two modules and no two classes of the package are called alike."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "fogline"

EVERYWHERE = {"__init__", "__main__", "plugin"}
"""Names that Python gives, and the interfaces `fogline.plugin` and `fogline.fast.plugin`."""
SERVICE = {"cli", "server", "store"}
"""A command and what it uses may have one name: `cli/settings`, `server/support/settings`."""
OF_FEATURES = {"models", "projections", "routes", "service", "tables"}
"""Files that each folder of a feature may have."""
FAMILIES = {"admin", "board", "bot"}
"""Commands that have commands: `fogline bot check` is `cli/bot/check.py`."""


def places(path: Path) -> tuple[str, ...]:
    return path.relative_to(PACKAGE).parts


def mirrored(path: Path) -> str:
    """Return where the module lies of which this is the compiled twin, or where it lies itself."""
    match places(path):
        case ("fast", "mechanics", name):
            return f"rules/{name}"
        case ("fast", name):
            return f"core/{name}"
        case parts:
            return "/".join(parts)


def is_of_folder(path: Path) -> bool:
    """Whether the name belongs to the folder: a file of each feature, or a command of a family."""
    match places(path):
        case ("server", "features", _, _):
            return path.stem in OF_FEATURES
        case ("cli", family, _):
            return family in FAMILIES
        case _:
            return False


def clashing(paths: Iterable[Path]) -> list[list[str]]:
    named = defaultdict(list)
    for path in paths:
        if path.stem not in EVERYWHERE and not is_of_folder(path):
            named[path.stem].append(path)
    return [
        sorted("/".join(places(path)) for path in found)
        for found in named.values()
        if len({mirrored(path) for path in found}) > 1
        and not {places(path)[0] for path in found} <= SERVICE
    ]


def test_no_two_modules_have_one_name() -> None:
    assert clashing(PACKAGE.rglob("*.py")) == []


def test_a_second_module_of_a_name_is_found() -> None:
    for twin in ("fast/mechanics/alvin.py", "fast/board.py"):
        original = {"fast/mechanics/alvin.py": "rules/alvin.py", "fast/board.py": "core/board.py"}
        assert clashing([PACKAGE / twin, PACKAGE / original[twin]]) == []
    assert clashing([PACKAGE / "review" / "alvin.py", PACKAGE / "rules" / "alvin.py"])
    assert clashing([PACKAGE / "server" / "table.py", PACKAGE / "core" / "table.py"])
    assert clashing([PACKAGE / "server" / "undo.py", PACKAGE / "store" / "undo.py"]) == []
    assert clashing([PACKAGE / "cli" / "bot" / "check.py", PACKAGE / "bots" / "check.py"]) == []
    assert clashing([PACKAGE / "cli" / "play" / "check.py", PACKAGE / "bots" / "check.py"])
    for name, is_clash in {"routes.py": False, "notes.py": True}.items():
        folders = PACKAGE / "server" / "features" / "play", PACKAGE / "games"
        assert bool(clashing([folder / name for folder in folders])) is is_clash


def test_no_two_classes_have_one_name() -> None:
    named = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                named[node.name].add("/".join(places(path)))
    assert named["Rule"] == {"core/rule.py"}
    assert {name: found for name, found in named.items() if len(found) > 1} == {}
