"""`fogline review`: a saved game reviewed, and what cannot be reviewed refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fogline import Chance, Game, define, to_json
from fogline.bots import RandomBot
from fogline.cli import main
from fogline.review import DEPTHS
from fogline.review.depth import Depth


def saved(folder: Path, moves: int = 10_000) -> Path:
    game = Game.start(define("san-francisco"), 2, Chance("review"))
    bot = RandomBot(Chance("review"))
    while game.deciding and moves:
        game.play(game.deciding[0], bot.choose(game.view(game.deciding[0])))
        moves -= 1
    path = folder / "game.json"
    path.write_text(to_json(game.log), encoding="utf-8")
    return path


def test_a_game_is_reviewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Depth(curve=2, candidates=2, first=1, finalists=2, second=2, few=2, many=4)
    monkeypatch.setitem(DEPTHS, "quick", few)
    game, html = str(saved(tmp_path)), tmp_path / "review.html"
    command = ["review", game, "--names", "Ann,Bea", "--depth", "quick"]
    assert main([*command, "--html", str(html)]) == 0
    out = capsys.readouterr().out
    for word in ("Ann", "Bea", "own skill", "residual", "Tickets", "blunder"):
        assert word in out
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["names"] == ["Ann", "Bea"]
    assert found["depth"] == "quick"


@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_bad_input_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "broken.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["review", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"fogline: {path}: ")
    assert err.count("\n") == 1


def test_unfinished_games_and_wrong_options_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(saved(tmp_path, moves=9))
    nowhere = str(tmp_path / "nowhere" / "review.html")
    for command, said in (
        (["review", path], "the game is not over"),
        (["review", path, "--depth", "bottomless"], "invalid choice"),
        (["review", path, "--html", nowhere], "there is no folder"),
        (["review", path, "--names", "A,B,C"], "3 names are too many"),
    ):
        assert main(command) == 2
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
