"""Every block of code in the README and the docs is run, read, or counted among the rest."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import fogline
from fogline import define
from fogline.boards import parse_board
from fogline.cli.app import make_parser
from fogline.games.definitions import define_board
from fogline.table.entries import Entry
from fogline.table.problems import Code

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS = [*GUIDES, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COMMANDS = ("fogline", "make", "pip", "pipx", "python", "sqlite3", "uvx")
WHEEL = f"dist/fogline-{PROJECT['version']}-py3-none-any.whl"

# The tests of the bot protocol play this page's program and compare its conversation.
PROVED_ELSEWHERE = {("bot-protocol.md", language) for language in ("py", "jsonc", "text")}
# Other programs and their settings, which are not here to be asked: so many, and no more.
OTHER_PROGRAMS = {
    ("cluster.md", "export"),
    ("cluster.md", "ray"),
    ("environments.md", "pip"),  # for the peers of a benchmark
    ("hosting.md", "docker"),
    ("hosting.md", "export"),
    *(
        # tests/docs/test_backups.py runs them.
        ("hosting.md", program)
        for program in ("sqlite3", "rm", "cp", "pg_dump", "createdb", "pg_restore")
    ),
}
NOT_RUN = {("hosting.md", "caddy"): 1, ("hosting.md", "nginx"): 1, ("hosting.md", "ini"): 1}


def blocks(document: Path) -> list[tuple[str, str]]:
    return FENCE.findall(document.read_text(encoding="utf-8"))


def with_language(language: str) -> list[Path]:
    return [path for path in DOCUMENTS if any(word == language for word, _ in blocks(path))]


def test_no_block_goes_unchecked() -> None:
    checked = {"python", "text", "toml", "sh", "json", ""}
    left = Counter(
        (document.name, language)
        for document in DOCUMENTS
        for language, _ in blocks(document)
        if language not in checked and (document.name, language) not in PROVED_ELSEWHERE
    )
    assert left == NOT_RUN


@pytest.mark.parametrize("document", with_language("text"), ids=lambda path: path.name)
def test_what_is_printed_stands_below_what_prints_it(document: Path) -> None:
    if (document.name, "text") in PROVED_ELSEWHERE:
        return
    languages = [language for language, _ in blocks(document)]
    for before, language in pairwise(languages):
        assert language != "text" or before == "python"


@pytest.mark.parametrize("document", with_language(""), ids=lambda path: path.name)
def test_a_block_without_a_language_is_a_drawing(document: Path) -> None:
    for language, text in blocks(document):
        if not language:
            assert not re.search(rf"^({'|'.join(COMMANDS)}) ", text, re.MULTILINE)


def command_lines(document: Path) -> Iterator[list[str]]:
    for language, text in blocks(document):
        if language == "sh":
            for line in text.replace("\\\n", " ").splitlines():
                if words := shlex.split(line.partition(" > ")[0], comments=True):
                    yield words


@pytest.mark.parametrize("document", with_language("sh"), ids=lambda path: path.name)
def test_commands_can_be_given(document: Path) -> None:
    for words in command_lines(document):
        match words:
            case ["fogline", *arguments]:
                assert make_parser().parse_args(arguments).run
            case ["make", *targets]:
                there = (ROOT / "Makefile").read_text(encoding="utf-8")
                for target in targets:
                    assert "=" in target or re.search(rf"^{target}:", there, re.MULTILINE)
            case ["pip", "install", what]:
                name, _, extra = what.rstrip("]").partition("[")
                assert extra in {"", *PROJECT["optional-dependencies"]}
                assert name in ("fogline", WHEEL) or (ROOT / name / "pyproject.toml").is_file()
            case ["uvx", "--from", wheel, "fogline", *arguments]:
                assert wheel == WHEEL
                assert make_parser().parse_args(arguments).run
            case ["pipx", "run", "--spec", wheel, "fogline", *arguments]:
                assert wheel == WHEEL
                assert make_parser().parse_args(arguments).run
            case ["pipx", "install", wheel]:
                assert wheel == WHEEL
            case ["python", "-m", module] if "." not in module:
                assert list((ROOT / "examples").glob(f"*/{module}/__main__.py"))
            case ["python", "-m", module, *_]:
                assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()
            case ["python" | ".venv/bin/python", script, *_]:
                assert (ROOT / script).is_file()
            case [program, *_]:
                assert (document.name, program) in OTHER_PROGRAMS, words


@pytest.mark.parametrize("document", with_language("json"), ids=lambda path: path.name)
def test_json_is_json(document: Path) -> None:
    for language, text in blocks(document):
        if language == "json":
            try:
                assert json.loads(text)
            except json.JSONDecodeError:
                assert all(json.loads(line) for line in text.splitlines())


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
        if language == "toml" and text.startswith("schema"):
            board_file = parse_board(text, document.name)
            assert define_board(board_file, {}, board_text=text).board.places
        elif language == "toml":
            # What is no whole board is quoted from an example.
            files = (ROOT / "examples").rglob("*.toml")
            assert any(text in path.read_text(encoding="utf-8") for path in files)


def test_the_readme_has_an_example_that_runs() -> None:
    assert any(language == "python" for language, _ in blocks(ROOT / "README.md"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        elsewhere = target.startswith("https://")
        assert elsewhere or (document.parent / target).exists(), f"{document.name}: {target}"


def test_every_rule_is_documented_for_board_authors() -> None:
    text = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    for name in ("san-francisco", "old-west"):
        for rule in define(name).rules:
            assert f"`{rule.name}`" in text


def test_every_public_name_stands_in_the_library_page() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    names = re.findall(r"`(\w+)`", text.partition("## All names")[2])
    assert sorted({*names} - {"check_bot"}) == sorted({*fogline.__all__} - {"check_bot"})
    assert "check_bot" in names


def test_every_public_name_has_an_example_and_an_entry_in_the_reference() -> None:
    page = ROOT / "docs" / "reference.md"
    text = page.read_text(encoding="utf-8")
    examples = "\n".join(code for language, code in blocks(page) if language == "python")
    entries = re.findall(r"^::: [\w.]+\.(\w+)$", text, re.MULTILINE)
    assert sorted(entries) == sorted(fogline.__all__)
    assert [name for name in fogline.__all__ if not re.search(rf"\b{name}\b", examples)] == []


def test_the_quick_start_tells_of_every_extra() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"`fogline\[(\w+)\]`", text)) == sorted(
        PROJECT["optional-dependencies"]
    )


def table_under(heading: str, document: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, without its own headings."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2]
    lines = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert lines is not None
    rows = [line.strip("|").split("|") for line in lines[0].splitlines()]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_the_page_of_the_server_lists_every_entry_and_every_problem() -> None:
    entries = [
        name
        for types, *_ in table_under("Entries", "server-api.md")
        for name in re.findall(r"`([\w-]+)`", types)
    ]
    assert sorted(entries) == sorted(Entry.kinds)
    problems = {
        cells[0].strip("`"): int(cells[1]) for cells in table_under("Problems", "server-api.md")
    }
    assert problems == {code: code.status for code in Code}


def test_the_page_about_versions_names_the_last_step_of_migration() -> None:
    steps = sorted((ROOT / "src/fogline/store/migrations/versions").glob("[0-9]*.py"))
    rows = table_under("Numbers of their own", "versions.md")
    number = next(row[2] for row in rows if row[0] == "databases of servers")
    assert number == steps[-1].stem.partition("_")[0]
