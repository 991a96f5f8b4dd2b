"""Every Python block of the README and the docs runs and prints what the text below it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from fogline import define
from fogline.boards import parse_board
from fogline.games.definitions import define_board

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(document: Path) -> list[tuple[str, str]]:
    return FENCE.findall(document.read_text(encoding="utf-8"))


def with_language(language: str) -> list[Path]:
    return [path for path in DOCUMENTS if any(word == language for word, _ in blocks(path))]


@pytest.mark.parametrize("document", with_language("python"), ids=lambda path: path.name)
def test_python_blocks_print_what_the_text_says(document: Path) -> None:
    names: dict[str, object] = {"__name__": document.stem}
    printed: str | None = None
    compared = 0
    for language, text in blocks(document):
        if language == "python":
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                code = compile(text, str(document), "exec", dont_inherit=True)
                exec(code, names)  # noqa: S102 (our own text)
            printed = output.getvalue()
        elif language == "text" and printed is not None:
            assert printed == text
            compared += 1
            printed = None
    assert compared or printed == ""


@pytest.mark.parametrize("document", with_language("toml"), ids=lambda path: path.name)
def test_board_files_can_be_played(document: Path) -> None:
    for language, text in blocks(document):
        if language == "toml":
            board_file = parse_board(text, document.name)
            assert define_board(board_file, {}, board_text=text).board.places


def test_the_readme_has_an_example_that_runs() -> None:
    assert any(language == "python" for language, _ in blocks(ROOT / "README.md"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_every_rule_is_documented_for_board_authors() -> None:
    text = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    for name in ("san-francisco", "old-west"):
        for rule in define(name).rules:
            assert f"`{rule.name}`" in text
