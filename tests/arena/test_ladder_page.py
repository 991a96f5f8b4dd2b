"""The page of the ladder can be written, and what it says can be done."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks import ladder

from fogline import define
from fogline.arena.ladder import ratings, thinking
from fogline.arena.ladder.markdown import command
from fogline.arena.ladder.tournament import play_ladder
from fogline.cli.app import make_parser

ROOT = Path(__file__).parents[2]


SIMPLE = ["San Francisco, 2 players", "Old West, 2 players", "San Francisco, 4 players"]


@pytest.fixture(scope="module", autouse=True)
def _in_haste() -> Iterator[None]:
    """Measure for a moment only, and draw but a few times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "_ENOUGH", 0.001)
        patch.setattr(ratings, "DRAWS", 50)
        yield


def write(folder: Path, *options: str) -> str:
    """Write the page, or a part of it, with very small ladders."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert ladder.main([*options, "--num", "2", "--workers", "1", "--folder", str(folder)]) == 0
    assert "wrote" in said.getvalue()
    return (folder / "ladder.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("docs")
    write(there, "--cases", "san-francisco-2,old-west-2,san-francisco-4")
    return there


def headings(text: str) -> list[str]:
    return re.findall("^## (.* players.*)$", text, re.MULTILINE)


def test_the_page_shows_its_pictures_and_both_games(folder: Path) -> None:
    text = (folder / "ladder.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
    assert len(shown) == 3
    assert all((folder / name).is_file() for name in shown)
    assert headings(text) == SIMPLE


def test_a_section_can_be_written_alone(folder: Path) -> None:
    before = (folder / "ladder.md").read_text(encoding="utf-8")
    after = write(folder, "--cases", "old-west-2", "--seed", "another")
    assert headings(after) == SIMPLE
    assert after.count("--seed another") == 1
    west, four = (before.index(f"## {title}") for title in SIMPLE[1:])
    assert after[:west] == before[:west]
    assert after.endswith(before[four:])


@pytest.mark.parametrize("page", ["new", "kept"])
def test_its_commands_can_be_given(page: str, folder: Path) -> None:
    there = folder if page == "new" else ROOT / "docs"
    text = (there / "ladder.md").read_text(encoding="utf-8")
    lines = re.findall("^fogline (ladder .*)$", text, re.MULTILINE)
    assert len(lines) == len(headings(text)) >= 3
    for line in lines:
        make_parser().parse_args(shlex.split(line))


def test_the_command_says_all_options() -> None:
    game = define("old-west", {"alvin": True, "first": 1})
    line = command(play_ladder(game, ["random", "greedy"], 2, "two words"), "old-west")
    assert line == (
        "fogline ladder old-west --bots random,greedy --num 2 --players 2 "
        "--option alvin=yes --option first=1 --seed 'two words'"
    )
