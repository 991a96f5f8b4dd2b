"""How many changes of the rules the clause tests notice: `make mutants`.

`python -m tests.mutants` reads what mutmut wrote, lists the changes that no test noticed, and fails
if they are too many.
"""

from __future__ import annotations

import functools
import gc
import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "mutants"
LEAST = 95.0
"""Per cent of the changes that must be noticed."""
NOT_PLAY = {
    "board_errors", "details", "every_action", "observe",
    "summary", "violations",
}  # fmt: skip
"""Functions that are not the course of play, but what agents observe, words, checks of boards and
of states, and hints that save time. Other tests than those of the clauses prove them."""
_SURVIVED, _NO_TESTS = 0, 33
"""Exit codes of mutmut."""
_NAME = re.compile(r"(?:.*ǁ|.*\.x_)(?P<function>.+)__mutmut_\d+$")


def function_of(mutant: str) -> str:
    """Name the function that a mutant changes.

    >>> function_of("fogline.rules.alvin.xǁAlvinTheAlienǁapply__mutmut_3")
    'apply'
    >>> function_of("fogline.rules.tickets.x__without__mutmut_1")
    '_without'
    """
    match = _NAME.match(mutant)
    assert match is not None, mutant
    return match["function"]


def results(folder: Path) -> dict[str, int]:
    """Return the exit code for each mutant of play that was tried."""
    codes: dict[str, int | None] = {}
    for file in sorted(folder.rglob("*.meta")):
        codes |= json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {
        mutant: code
        for mutant, code in codes.items()
        if code is not None and function_of(mutant) not in NOT_PLAY
    }


def pytest_sessionstart() -> None:
    """Forget what was worked out: mutmut has run all tests before it forks a process to try one.

    What is remembered from then was worked out without the change, and would hide it.
    """
    gc.unfreeze()  # tests/conftest.py hides what was there before the first test
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


def main() -> int:
    """Print the survivors and the share of the others; return 1 if it is too small."""
    found = results(FOLDER)
    unnoticed = [mutant for mutant, code in found.items() if code in {_SURVIVED, _NO_TESTS}]
    for mutant in unnoticed:
        print(f"not noticed: {mutant}")
    share = 100 - 100 * len(unnoticed) / len(found)
    print(f"{share:.1f} % of {len(found)} changes are noticed; at least {LEAST:g} % should be")
    return share < LEAST


if __name__ == "__main__":
    sys.exit(main())
