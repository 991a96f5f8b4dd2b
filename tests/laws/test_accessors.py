"""Outside `fogline.fast` the compiled state is read by accessors, and never by offsets."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fogline.fast.layout import Offset

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "fogline"
ARRAYS = {"b", "w", "t", "m", "h"}
"""The arrays of a `fogline.fast.context.Game`."""
GAME = "g"
"""What kernels call the game they are given."""


def is_game(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Name) and node.id == GAME


def is_unpacked(node: ast.AST) -> bool:
    """Whether a node reads the arrays of a game by their places instead of their names."""
    if isinstance(node, ast.Assign):
        return is_game(node.value) and isinstance(node.targets[0], ast.Tuple | ast.List)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in {"getattr", "vars", "tuple", "list"} and is_game(node.args[0])
    if isinstance(node, ast.For | ast.comprehension):
        return is_game(node.iter)
    return isinstance(node, ast.Subscript | ast.Starred) and is_game(node.value)


def is_kernel(node: ast.AST) -> bool:
    """Whether a function is given a game; intrinsics are given types, and read nothing."""
    if not isinstance(node, ast.FunctionDef) or GAME not in {each.arg for each in node.args.args}:
        return False
    return "intrinsic" not in {getattr(each, "id", None) for each in node.decorator_list}


def imported(tree: ast.AST) -> dict[str, object]:
    """Find what a module imports from `fogline.fast`, by the names that it has there."""
    found: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fogline.fast"):
            for alias in node.names:
                module = importlib.import_module(str(node.module))
                if not hasattr(module, alias.name):
                    importlib.import_module(f"{node.module}.{alias.name}")
                found[alias.asname or alias.name] = getattr(module, alias.name)
    return found


def breaches(text: str) -> Iterator[str]:
    """List the lines of a module that read the compiled state, or name an offset into it."""
    tree = ast.parse(text)
    known = imported(tree)
    inside = [
        node for function in ast.walk(tree) if is_kernel(function) for node in ast.walk(function)
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (
            node.attr in ARRAYS
            or (
                isinstance(node.value, ast.Name)
                and isinstance(getattr(known.get(node.value.id), node.attr, None), Offset)
            )
        ):
            yield f"{node.lineno}: .{node.attr}"
        elif isinstance(node, ast.Name) and isinstance(known.get(node.id), Offset):
            yield f"{node.lineno}: {node.id}"
        elif is_unpacked(node) and node in inside:
            yield f"{getattr(node, 'lineno', '?')}: {ast.unparse(node)}"


def test_no_module_outside_the_engine_reads_the_compiled_state() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "fast" not in path.parents]
    modules += [*(ROOT / "benchmarks").glob("*_kernel.py")]
    assert len(modules) > 200
    found = {
        str(path.relative_to(ROOT)): lines
        for path in modules
        if (lines := list(breaches(path.read_text(encoding="utf-8"))))
    }
    assert not found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(g, at):\n    return g.b[at]", ["2: .b"]),
        ("def f(here, at):\n    here.h[at] = 1", ["2: .h"]),
        ("def f(g, at):\n    t = g.t\n    return t[at]", ["2: .t"]),
        ("def f(g, row):\n    copy(g.w, row)", ["2: .w"]),
        ("def f(games):\n    return games.m.shape[0]", ["2: .m"]),
        ("def f(g):\n    b, w, h, t, m, rng = g\n", ["2: b, w, h, t, m, rng = g"]),
        ("def f(g, at):\n    return g[0][at]", ["2: g[0]"]),
        ("def f(g):\n    h(*g)", ["2: *g"]),
        ("def f(g, name):\n    return getattr(g, name)", ["2: getattr(g, name)"]),
        ("def f(g):\n    for x in g:\n        x[0] = 0", ["2: for x in g:\n    x[0] = 0"]),
        ("from fogline.fast import board\nx = board.R_LENGTH", ["2: .R_LENGTH"]),
        ("from fogline.fast.mechanics.claiming import OWN\nx = OWN + 1", ["2: OWN"]),
        ("from fogline.fast.mechanics import turns as t\nx = t.TURNS", ["2: .TURNS"]),
    ],
)  # fmt: skip
def test_each_way_to_read_it_is_found(text: str, found: list[str]) -> None:
    assert list(breaches(text)) == found


def test_accessors_are_not_found() -> None:
    text = (
        "from fogline.fast import board\nfrom fogline.fast.mechanics import claiming\n\n"
        "def f(g, seat):\n    one, two = board.ends(g, 3)\n    rows = claiming.owns(g, seat, 3)\n"
        "    return next_word(g.rng), rows[one], *two\n"
    )
    assert not list(breaches(text))
