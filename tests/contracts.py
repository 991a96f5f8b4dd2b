"""Contracts for import-linter: what packages may import, and which names they may not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowListContract(Contract):
    """Modules may import the standard library, each other, and what `allowed` names.

    `lint-imports` reads it from `pyproject.toml`, type `allow_list`.
    """

    source_modules = fields.ListField(subfield=fields.StringField())
    allowed = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the imports that are not on the list."""
        sources: Any = self.source_modules
        listed: Any = self.allowed
        allowed = {*sys.stdlib_module_names, *sources, *listed}
        found = [
            f"{module} imports {imported}"
            for module in _with_descendants(graph, sources)
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if not any(f"{imported}.".startswith(f"{name}.") for name in allowed)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what is not on the list."""
        for line in check.metadata["found"]:
            output.print_error(f"{line}, which is not on its list.", bold=False)


class ForbiddenNamesContract(Contract):
    """Modules may not import some names, though they may import others of the same module.

    `lint-imports` reads it from `pyproject.toml`, type `forbidden_names`.
    """

    source_modules = fields.ListField(subfield=fields.StringField())
    forbidden_names = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the names in the sources."""
        sources: Any = self.source_modules
        forbidden: Any = self.forbidden_names
        found = [
            f"{module} imports {name}"
            for module in _with_descendants(graph, sources)
            for name in imported_names(_source(module))
            if name in forbidden
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the names."""
        for line in check.metadata["found"]:
            output.print_error(f"{line}.", bold=False)


def imported_names(text: str) -> Iterator[str]:
    """Yield the full name of all that a module imports: `fogline.core.table.View`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def _with_descendants(graph: ImportGraph, sources: list[str]) -> list[str]:
    return sorted({*sources, *(each for name in sources for each in graph.find_descendants(name))})


def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"{module} has no source.")
    return Path(spec.origin).read_text(encoding="utf-8")
