"""One place for each thing: how far the mechanics are kept apart, counted in the sources.

The numbers are those of the issue that organised the code by mechanic. Alvin stands for all
mechanics that a game may lack: whoever changes one should not have to look anywhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "fogline"
CLIENT = ROOT / "web" / "src"
TEXTS = ("i18n", "text")
"""Folders of the client in which there are only words."""

MOST_MODULES = 8
MOST_CLIENT_FILES = 4
MOST_PARAMETERS = 6
MOST_IMPORTS = 0.08

KERNEL_DECORATORS = {"kernel", "entry_point", "hook", "hook_named", "offers", "plays"}


def names_alvin(path: Path) -> bool:
    return "alvin" in path.read_text(encoding="utf-8").lower()


def test_few_modules_name_alvin() -> None:
    found = [str(path.relative_to(ROOT)) for path in PACKAGE.rglob("*.py") if names_alvin(path)]
    assert len(found) <= MOST_MODULES, sorted(found)


def test_few_files_of_the_client_name_alvin() -> None:
    files = [
        path
        for path in CLIENT.rglob("*")
        if path.suffix in {".ts", ".svelte"}
        and not path.name.endswith((".d.ts", ".test.ts"))
        and not set(TEXTS) & set(path.relative_to(CLIENT).parts)
    ]
    assert files
    found = [str(path.relative_to(ROOT)) for path in files if names_alvin(path)]
    assert len(found) <= MOST_CLIENT_FILES, sorted(found)


def decorators(function: ast.FunctionDef) -> Iterator[str]:
    """Name the decorators: `hook` for `@alvin.hook`, `plays` for `@alvin.plays(MOVE)`."""
    for node in function.decorator_list:
        called = node.func if isinstance(node, ast.Call) else node
        if isinstance(called, ast.Attribute):
            yield called.attr
        elif isinstance(called, ast.Name):
            yield called.id


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and KERNEL_DECORATORS & set(decorators(node)):
                yield f"{path.relative_to(PACKAGE)}: {node.name}", node


def test_no_kernel_has_many_parameters() -> None:
    numbers = {
        name: len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
        for name, node in kernels()
    }
    assert len(numbers) > 100
    assert {name: number for name, number in numbers.items() if number > MOST_PARAMETERS} == {}


def import_lines(text: str) -> int:
    """Count the lines that belong to import statements."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def test_few_lines_of_the_compiled_engine_and_the_bots_are_imports() -> None:
    paths = [path for folder in ("fast", "bots") for path in (PACKAGE / folder).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    counts = {path: import_lines(text) for path, text in texts.items()}
    share = sum(counts.values()) / sum(len(text.splitlines()) for text in texts.values())
    worst = [
        f"{path.relative_to(PACKAGE)}: {counts[path]}"
        for path in sorted(paths, key=counts.__getitem__, reverse=True)[:5]
    ]
    assert share <= MOST_IMPORTS, (f"{share:.1%}", worst)


@pytest.mark.parametrize(
    ("text", "lines"),
    [("import os\n", 1), ("from os import (\n    path,\n)\n", 3), ("x = 'import os'\n", 0)],
)
def test_import_lines_are_counted(text: str, lines: int) -> None:
    assert import_lines(text) == lines
