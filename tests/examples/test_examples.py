"""Every example runs, as the docs tell the reader to run it, and says what it should."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from fogline.boards import read_board
from fogline.picture import collisions, draw, picture_beside

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = EXAMPLES.parent / "docs" / "examples.md"


def run(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_one_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("library/one_game.py", monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in lines[-4:-1]] == ["1.", "2.", "3."]
    assert lines[-1].endswith("the same: True")


def test_own_bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("library/own_bot.py", monkeypatch)
    won, checked = capsys.readouterr().out.splitlines()
    assert "won 9 of 10" in won
    assert "by the rules: True" in checked


def test_many_games_become_a_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run("games/points.py", monkeypatch, str(tmp_path / "points.png"))
    planner, greedy, _ = capsys.readouterr().out.splitlines()
    assert planner.startswith("planner: routes ")
    assert greedy.startswith("greedy: routes ")
    with Image.open(tmp_path / "points.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 20)
        assert picture.size == (840, 480)
    # A bar of each ink was drawn.
    inks = {colour for count, colour in colours or () if count > 500}
    assert inks >= {(0x23, 0x59, 0x6B), (0x5B, 0x8A, 0x72), (0xA4, 0x43, 0x2A), (0xF0, 0xB4, 0x5C)}


def test_random_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("env/random_table.py", monkeypatch)
    points = capsys.readouterr().out.splitlines()[-1]
    assert all(f"player_{seat}" in points for seat in range(3))


def test_many_games(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("env/many_games.py", monkeypatch)
    assert int(capsys.readouterr().out.split(";")[1].split()[0]) > 1_000


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The packages as installed, of which only programs started with this know."""
    folder = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    packages = [str(EXAMPLES / name) for name in ("town", "tunnels")]
    subprocess.run([*pip, *alone, *packages], check=True)  # noqa: S603 (our own)
    source = str(EXAMPLES.parent / "src")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([source, str(folder)]),
        "TOWN": str(folder / "tidewick"),
        "TUNNELS": str(folder / "tunnels"),
    }


def said(town: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-W", "error", "-m", *arguments]
    done = subprocess.run(  # noqa: S603 (likewise)
        command, env=town, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_cat_rides_and_scores(town: dict[str, str]) -> None:
    story = said(town, "tidewick")
    rides = [line.split()[-2:] for line in story.splitlines() if "cat-rode" in line]
    assert len(rides) == 2
    # Two points a ride, and five for the last friend.
    for seat, told in enumerate(story.splitlines()[-3:-1]):
        points = 2 * sum(rider == str(seat) for rider, _ in rides) + 5 * (rides[-1][0] == str(seat))
        assert f"cat {points}" in told
    assert story.endswith("the same: True\n")


@pytest.mark.parametrize("package", ["town", "tunnels"])
def test_the_packages_pass_their_own_tests(town: dict[str, str], package: str) -> None:
    tests = str(EXAMPLES / package / "tests")
    assert " passed" in said(town, "pytest", "-q", "-p", "no:cacheprovider", tests)


def test_nothing_touches_on_the_picture_of_the_town() -> None:
    board_file = read_board(EXAMPLES / "town" / "tidewick" / "tidewick.toml")
    assert board_file.path is not None
    picture = picture_beside(board_file.path, board_file.board)
    assert picture is not None
    assert collisions(picture.layout()) == []
    drawn = (PAGE.parent / "pictures" / "tidewick.svg").read_text(encoding="utf-8")
    assert drawn == draw(board_file.board, picture)


LOCKSTEP = """
import os, sys
from fogline import Chance, define
from fogline.fast import compile_game
from tests.fast.lockstep import Lockstep, drive
from tests.fast.players import Style

boards = [os.environ["TOWN"] + "/tidewick.toml", os.environ["TUNNELS"] + "/saddlehorn.toml"]
for board in boards:
    for seats in (2, 3):
        engine = compile_game(define(board), seats)
        for style in Style:
            drive(Lockstep.deal(engine, style.name), style.player(Chance(style.name)))
print("agreed")
"""


def test_the_compiled_examples_agree_with_the_readable_ones(
    town: dict[str, str], tmp_path: Path
) -> None:
    """Law 6 for rules of other packages: both engines agree at every step."""
    root = str(EXAMPLES.parent)
    environment = {
        **town,
        "PYTHONPATH": os.pathsep.join([town["PYTHONPATH"], root]),
        "FOGLINE_CACHE": str(tmp_path),
        "NUMBA_OPT": "0",  # compiles faster
    }
    done = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-W", "ignore", "-c", LOCKSTEP],
        env=environment, cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "agreed\n"


def test_the_towns_bot_can_be_named(town: dict[str, str]) -> None:
    players = ["--players", "cat-lover,random", "--num", "6", "--seed", "1", "--json"]
    told = said(town, "fogline", "simulate", f"{town['TOWN']}/tidewick.toml", *players)
    assert json.loads(told)["wins"] == [6, 0]


def test_the_page_tells_of_every_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for folder in sorted(EXAMPLES.iterdir()):
        if folder.name != "__pycache__":
            assert f"../examples/{folder.name}/" in text
