"""The page of the ladder can be written, and what it says can be done."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fogline import define
from fogline.arena.ladder import play_ladder
from fogline.arena.ladder.page import command
from fogline.cli.app import make_parser

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a very small ladder."""
    there = tmp_path_factory.mktemp("docs")
    options = ["--bots", "random,greedy", "--num", "3", "--workers", "1", "--folder", str(there)]
    done = subprocess.run(  # noqa: S603
        [sys.executable, str(ROOT / "benchmarks" / "ladder.py"), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "wrote" in done.stdout
    return there


def test_the_page_shows_its_pictures_and_both_games(folder: Path) -> None:
    text = (folder / "ladder.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
    assert len(shown) == 3
    assert all((folder / name).is_file() for name in shown)
    assert re.findall("^## (.*players)$", text, re.MULTILINE) == [
        "San Francisco, 2 players",
        "Old West, 2 players",
        "San Francisco, 4 players",
    ]
    assert 'make ladder ARGS="--bots random,greedy --num 4 --seed ladder"' in text


@pytest.mark.parametrize("page", ["new", "kept"])
def test_its_commands_can_be_given(page: str, folder: Path) -> None:
    there = folder if page == "new" else ROOT / "docs"
    text = (there / "ladder.md").read_text(encoding="utf-8")
    lines = re.findall("^fogline (ladder .*)$", text, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        make_parser().parse_args(shlex.split(line))


def test_the_command_says_all_options() -> None:
    game = define("old-west", {"alvin": True, "first": 1})
    line = command(play_ladder(game, ["random", "greedy"], 2, "two words"), "old-west")
    assert line == (
        "fogline ladder old-west --bots random,greedy --num 2 --players 2 "
        "--option alvin=yes --option first=1 --seed 'two words'"
    )
