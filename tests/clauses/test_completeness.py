"""Every clause of the rules is named by a test, and every test here names a clause."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
RULES = FOLDER.parents[1] / "docs" / "rules.md"

SURVIVAL = {
    "S1": "Exhausted deck and discards",
    "S2": "a display full of wilds",
    "S3": "fewer than five cards to display",
    "S4": "ticket deck with 0, 1, 2 or 3 tickets",
    "S5": "a player with no legal action",
    "S6": "all players passing",
    "S7": "six players hoarding the whole 110-card deck",
    "S8": "a route longer than the vehicles left",
    "S9": "a gray ferry paid wholly with wilds",
    "S10": "three parallel tracks with 2, 3, 4 and 6 players",
    "S11": "the last-round trigger by the last seat",
    "S12": "negative totals",
    "S13": "a three-way tie",
}
"""The things every engine must survive, in the order of the rules."""

CLAUSES = [
    *(f"C{number}" for number in range(1, 26)),
    *(f"SF{number}" for number in range(1, 14)),
    *(f"OW{number}" for number in range(1, 13)),
    *(f"AL{number}" for number in range(1, 6)),
]
IDS = [*CLAUSES, *SURVIVAL]


class Test:
    """A test function as it is written."""

    __test__ = False

    def __init__(self, file: Path, function: ast.FunctionDef) -> None:
        self.name = f"{file.name}::{function.name}"
        self.function = function

    @property
    def decorators(self) -> list[str]:
        return [ast.unparse(decorator) for decorator in self.function.decorator_list]

    @property
    def clauses(self) -> list[str]:
        """The ids in `@pytest.mark.clause(...)`."""
        return [
            ast.literal_eval(id_)
            for decorator in self.function.decorator_list
            if isinstance(decorator, ast.Call)
            and ast.unparse(decorator.func) == "pytest.mark.clause"
            for id_ in decorator.args
        ]

    @property
    def asserts(self) -> bool:
        return any(isinstance(node, ast.Assert) for node in ast.walk(self.function)) or (
            "pytest.raises" in ast.unparse(self.function)
        )


@cache
def all_tests() -> tuple[Test, ...]:
    files = [file for file in sorted(FOLDER.glob("test_*.py")) if file != Path(__file__)]
    return tuple(
        Test(file, node)
        for file in files
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("clause", IDS)
def test_every_clause_is_named_by_a_test(clause: str) -> None:
    assert [test.name for test in all_tests() if clause in test.clauses]


def test_every_test_names_clauses_that_exist() -> None:
    nameless = [test.name for test in all_tests() if not test.clauses]
    unknown = [(test.name, set(test.clauses) - set(IDS)) for test in all_tests()]
    assert nameless == []
    assert [(name, ids) for name, ids in unknown if ids] == []


def test_every_test_asserts_something_and_none_is_left_out() -> None:
    silent = [test.name for test in all_tests() if not test.asserts]
    left_out = [test.name for test in all_tests() if re.search("skip|xfail", str(test.decorators))]
    assert silent == []
    assert left_out == []


def test_no_two_tests_of_a_file_have_the_same_name() -> None:
    names = [test.name for test in all_tests()]
    assert len(names) == len(set(names))


def test_the_clauses_are_those_of_the_rules() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE) == CLAUSES


def test_the_things_to_survive_are_those_of_the_rules() -> None:
    text = RULES.read_text(encoding="utf-8")
    _, _, section = text.partition("## Things every engine must survive")
    _, _, sentence = section.partition("\n")
    things = " ".join(sentence.split()).removesuffix(".").split("; ")
    assert things == list(SURVIVAL.values())
