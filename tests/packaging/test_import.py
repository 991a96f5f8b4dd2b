"""`import fogline` is quick: what it names is imported when it is first used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import fogline

HEAVY = ("fogline.bots", "fogline.fast", "fogline.sim", "importlib.metadata", "numba", "numpy")


def _loaded_after(code: str) -> set[str]:
    """Run code in a new process, and return the modules that it has loaded."""
    program = f"{code}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return set(done.stdout.split())


def test_importing_fogline_imports_no_other_module_of_it() -> None:
    loaded = _loaded_after("import fogline")
    assert {name for name in loaded if name.startswith("fogline")} == {"fogline"}


def test_a_game_needs_neither_bots_nor_other_packages() -> None:
    loaded = _loaded_after("from fogline import new_game; new_game('old-west', 2, 1)")
    assert "fogline.core.game" in loaded
    assert not loaded.intersection(HEAVY)


def test_a_text_names_actions_of_every_rule_at_once() -> None:
    loaded = _loaded_after("from fogline import parse_action; parse_action('move-alvin reno')")
    assert "fogline.rules.alvin" in loaded


def test_every_name_is_found_and_listed() -> None:
    assert set(fogline.__all__) <= set(dir(fogline))
    for name in fogline.__all__:
        assert getattr(fogline, name) is not None


def test_type_checkers_are_told_the_same_homes() -> None:
    tree = ast.parse(Path(fogline.__file__).read_text(encoding="utf-8"))
    homes = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fogline")
        for alias in node.names
    }
    assert homes == fogline._HOME
    assert sorted(homes) == sorted(fogline.__all__)
