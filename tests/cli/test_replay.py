"""`fogline replay`: whole games told, and damaged ones refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fogline import Chance, Game, to_json
from fogline.bots import RandomBot
from fogline.cli import main
from tests.play import Variant, variants


def played(variant: Variant, moves: int = 10_000) -> Game:
    game = variant.deal("replay")
    bot = RandomBot(Chance("replay"))
    while game.deciding and moves:
        seat = game.deciding[0]
        game.play(seat, bot.choose(game.view(seat)))
        moves -= 1
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(to_json(played(variants()[-1]).log))
    return path


@pytest.mark.parametrize("variant", variants()[::5], ids=str)
def test_a_game_is_told_move_by_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, variant: Variant
) -> None:
    game = played(variant)
    path = tmp_path / "game.json"
    path.write_text(to_json(game.log))
    assert main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f"{variant.definition.title}" in out
    for number in range(1, len(game.log.moves) + 1):
        assert f"\n{number:4}. " in out
    assert game.outcome is not None
    for result in game.outcome.results:
        assert f"Player {result.seat + 1}" in out
    assert "Final scoring:" in out


def test_an_error_in_a_file_names_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    for command in ("replay", "verify", "import"):
        assert main([command, str(path)]) in (1, 2)
        assert capsys.readouterr().err.startswith(f"fogline: {path}: ")


def test_json_has_the_outcome_and_the_counts(
    capsys: pytest.CaptureFixture[str], saved: Path
) -> None:
    assert main(["replay", str(saved), "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    game = played(variants()[-1])
    assert game.outcome is not None
    assert body["game"] == "san-francisco"
    assert body["seats"] == 4
    assert body["moves"] == len(game.log.moves)
    assert body["events"] == len(list(game.log.events))
    assert body["turns"] == game.state.turns
    assert body["finished"] is True
    assert body["outcome"]["winners"] == list(game.outcome.winners)
    totals = [result["total"] for result in body["outcome"]["results"]]
    assert totals == [result.total for result in game.outcome.results]
    assert all(sum(r["points"].values()) == r["total"] for r in body["outcome"]["results"])


def test_a_game_that_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(to_json(played(variants()[0], moves=9).log))
    assert main(["replay", str(path), "--names", "Ann,Bea"]) == 0
    out = capsys.readouterr().out
    assert "The game goes on; waiting for " in out
    assert "Ann" in out
    assert main(["replay", str(path), "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["finished"] is False
    assert body["outcome"] is None
    assert len(body["deciding"]) == 1


def test_a_damaged_or_tampered_game_is_refused(
    capsys: pytest.CaptureFixture[str], saved: Path
) -> None:
    text = saved.read_text()
    body = json.loads(text)
    body["moves"][3]["events"] = []
    damages = [
        "",
        "nonsense",
        "[]",
        "null",
        text[: len(text) // 2],
        text[:-2],
        text.replace('"red"', '"blue"', 1),
        text.replace('"schema":2', '"schema":99'),
        text.replace('"schema":2', '"schema":"\\u001b[31m"'),
        text.replace('"kind":"log"', '"kind":"view"'),
        json.dumps(body),
        "[" * 100_000,
    ]
    for damage in damages:
        assert damage != text
        for command in (["replay"], ["tty", "--humans", "1", "--resume"]):
            saved.write_text(damage)
            assert main([*command, str(saved)]) == 2
            out, err = capsys.readouterr()
            assert out == ""
            assert err.startswith("fogline: ")
            assert err.count("\n") == 1
            assert "\x1b" not in err
            assert saved.read_text() == damage


def test_bytes_that_are_no_text(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    saved.write_bytes(b"\xff\x00\xfe")
    assert main(["replay", str(saved)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
