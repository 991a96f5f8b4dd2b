"""Which lines and branches the tests run, by package: `make coverage`.

`python -m tests.coverage` reads what coverage.py wrote, and fails if too few lines were run.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePath
from typing import TypedDict

REPORT = Path(__file__).parents[1] / "build" / "coverage" / "report.json"
LEAST = 97.0
"""Per cent of the lines that must be run, in each package."""


class Summary(TypedDict):
    """What coverage.py says of a file."""

    num_statements: int
    covered_lines: int
    num_branches: int
    covered_branches: int


def package_of(file: str) -> str:
    """Name the package of a file, or the module that is in none.

    >>> package_of("src/fogline/server/notify/mail.py"), package_of("src/fogline/saves.py")
    ('server', 'saves')
    """
    parts = PurePath(file).parts
    return PurePath(parts[parts.index("fogline") + 1]).stem


def by_package(files: dict[str, Summary]) -> dict[str, Summary]:
    """Add up what is said of the files of each package."""
    found: dict[str, Summary] = defaultdict(
        lambda: Summary(num_statements=0, covered_lines=0, num_branches=0, covered_branches=0)
    )
    for file, summary in sorted(files.items()):
        total = found[package_of(file)]
        total["num_statements"] += summary["num_statements"]
        total["covered_lines"] += summary["covered_lines"]
        total["num_branches"] += summary["num_branches"]
        total["covered_branches"] += summary["covered_branches"]
    return dict(found)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def main() -> int:
    """Print a line for each package; return 1 if one has too few lines run."""
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    found = by_package({file: each["summary"] for file, each in report["files"].items()})
    poor = []
    print(f"{'package':12}{'lines':>8}{'run':>8}{'branches':>10}{'run':>8}")
    for name, each in sorted(found.items()):
        lines = _percent(each["covered_lines"], each["num_statements"])
        branches = _percent(each["covered_branches"], each["num_branches"])
        print(
            f"{name:12}{each['num_statements']:>8}{lines:>7.1f}%"
            f"{each['num_branches']:>10}{branches:>7.1f}%"
        )
        if lines < LEAST:
            poor.append(name)
    if poor:
        print(f"less than {LEAST:g} % of the lines are run in: {', '.join(poor)}")
    return bool(poor)


if __name__ == "__main__":
    sys.exit(main())
