"""`fogline lab`: the page, the JSON, one game to be replayed, and refusals in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fogline import Chance, Game, define
from fogline.arena.lab import study_games
from fogline.bots import make_bot
from fogline.cli import main
from fogline.core.log import GameLog
from fogline.saves import from_json
from tests.cli import boards

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile before anything is captured: the first time that is announced on stderr."""
    study_games(define("san-francisco"), ["random", "random"], 1, "compile")


def test_a_page_and_what_stands_out(capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    arguments = ["--num", "40", "--seed", "1", "--workers", "1", "-o", str(target)]
    assert main(["lab", "san-francisco", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("San Francisco · 40 games between random, random · seed 1")
    assert "5. " in out
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "fogline lab san-francisco --bots random,random --seed 1 --num 40" in page


def test_json_has_a_schema_and_all_numbers(capsys: Capture, tmp_path: Path) -> None:
    board = str(boards.write(tmp_path))
    arguments = ["--num", "30", "--seed", "s", "--players", "3", "--workers", "1", "--json"]
    assert main(["lab", board, *arguments]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["schema"] == 2
    assert (body["game"], body["num"], body["seed"]) == ("four-corners", 30, "s")
    assert body["bots"] == ["random"] * 3
    figures = body["figures"]
    assert len(figures["tickets"]) == 6
    assert len(figures["routes"]) == 8
    assert len(figures["order"]) == 3
    assert sum(count for _, count in figures["turns"]["counts"]) == 30
    assert not list(tmp_path.glob("*.html"))
    assert main(["lab", board, *arguments]) == 0
    again = json.loads(capsys.readouterr().out)
    timed = {"seconds", "loading_seconds", "games_per_second"}
    assert {k: v for k, v in again.items() if k not in timed} == {
        k: v for k, v in body.items() if k not in timed
    }


def test_one_of_the_games_can_be_saved_and_told(capsys: Capture, tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    arguments = ["--bots", "greedy,random", "--seed", "9", "--game", "17", "-o", str(target)]
    assert main(["lab", "san-francisco", *arguments]) == 0
    log = from_json(target.read_bytes(), GameLog)
    game = Game.start(define("san-francisco"), 2, Chance("9/17"))
    bots = [make_bot("greedy", "9/17/0"), make_bot("random", "9/17/1")]
    while game.deciding:
        seat = game.deciding[0]
        game.play(seat, bots[seat].choose(game.view(seat)))
    assert log == game.log
    capsys.readouterr()
    assert main(["replay", str(target)]) == 0
    assert "Final scoring" in capsys.readouterr().out


def test_a_broken_board_is_told_line_by_line(capsys: Capture, tmp_path: Path) -> None:
    text = boards.PLAIN.replace('["West", "North"], length = 1', '["West", "Nowhere"], length = 0')
    path = boards.write(tmp_path, text)
    assert main(["lab", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.count(f"{path}:10: error: ") == 2
    assert "Nowhere" in out
    assert err.startswith(f"fogline: {path}:10: error: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere"], "there is no game 'nowhere'"),
        (["old-west", "--bots", "genius"], "genius"),
        (["old-west", "--players", "7"], "2 to 6 players, not 7"),
        (["old-west", "--bots", "random,random", "--players", "3"], "does not fit the 2 bots"),
        (["old-west", "--game", "3"], "say where, as in -o game.json"),
        (["old-west", "--num", "0"], "not a whole number, 1 or more"),
        (["old-west", "--workers", "0"], "not a whole number, 1 or more"),
        (["old-west", "--option", "first=9"], "the seats are 0 to 1"),
        (["san-francisco", "--num", "1", "-o", "/nowhere/at/all.html"], "/nowhere/at/all.html"),
        ([], "required: GAME"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: Capture, arguments: list[str], complaint: str) -> None:
    assert main(["lab", *arguments, *(["--workers", "1"] if "-o" in arguments else [])]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1


def test_help_teaches_with_examples(capsys: Capture) -> None:
    assert main(["lab", "--help"]) == 0
    out = capsys.readouterr().out
    assert "usage: fogline lab" in out
    assert "fogline lab my-board.toml --json" in out
    assert max(map(len, out.splitlines())) <= 100
