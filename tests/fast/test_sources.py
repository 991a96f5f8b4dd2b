"""Compiled code is kept for as long as the files that it is made from stay the same."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import fogline
from fogline.fast.jit import sources

PACKAGE = Path(fogline.__file__).parent


def _numbers_from_elsewhere(path: Path) -> Iterator[tuple[str, Path]]:
    """List the numbers that a file imports, each with the file that it is imported from."""
    for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(statement, ast.ImportFrom) or statement.module is None:
            continue
        if not statement.module.startswith("fogline"):
            continue
        module = importlib.import_module(statement.module)
        for name in [alias.name for alias in statement.names]:
            if name.isupper() and isinstance(getattr(module, name), int | float):
                yield name, Path(str(module.__file__))


def test_numbers_of_kernels_are_in_files_that_compiled_code_depends_on() -> None:
    """The compiler takes such a number as it is: after a change the code would be stale."""
    known = sources()
    found = {
        (str(path), name, str(origin))
        for path in known
        if path.is_relative_to(PACKAGE)
        for name, origin in _numbers_from_elsewhere(path)
        if origin not in known
    }
    assert not found
