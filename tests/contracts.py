"""A contract for import-linter: packages that may import nothing but what is listed."""

from __future__ import annotations

import sys
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
        modules = {each for source in sources for each in graph.find_descendants(source)}
        found = [
            f"{module} imports {imported}"
            for module in sorted({*sources, *modules})
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if not any(f"{imported}.".startswith(f"{name}.") for name in allowed)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what is not on the list."""
        for line in check.metadata["found"]:
            output.print_error(f"{line}, which is not on its list.", bold=False)
