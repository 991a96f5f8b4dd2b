"""`fogline simulate` and the arena behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from fogline import Chance, DefinitionError, Game, define
from fogline.arena import simulate
from fogline.arena.records_files import RecordFiles
from fogline.bots import make_bot
from fogline.cli import main
from fogline.cli.frame.arguments import whole_number
from tests.cli import boards

Body = dict[str, object]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Body:
    assert main(["simulate", *arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return cast("Body", json.loads(out))


def without_time(body: Body) -> Body:
    timed = {"seconds", "loading_seconds", "games_per_second", "decisions_per_second"}
    return {key: value for key, value in body.items() if key not in timed}


def test_json_has_all_that_was_promised(capsys: pytest.CaptureFixture[str]) -> None:
    body = run(capsys, "san-francisco", "--players", "random,random", "--num", "20", "--seed", "1")
    assert body["game"] == "san-francisco"
    assert body["players"] == ["random", "random"]
    assert body["num"] == 20
    assert body["seed"] == 1
    assert body["options"] == {}
    wins, scores = body["wins"], body["mean_scores"]
    assert isinstance(wins, list)
    assert isinstance(scores, list)
    assert sum(wins) == pytest.approx(20)
    assert len(wins) == len(scores) == 2
    for speed in ("seconds", "games_per_second", "decisions_per_second", "decisions"):
        number = body[speed]
        assert isinstance(number, int | float)
        assert number > 0


@pytest.mark.parametrize("game", [["san-francisco"], ["old-west", "--option", "alvin"]])
def test_the_same_seed_gives_the_same_games(
    capsys: pytest.CaptureFixture[str], game: list[str]
) -> None:
    arguments = [*game, "--players", "random,random,random", "--num", "3", "--seed"]
    one = without_time(run(capsys, *arguments, "a"))
    assert one == without_time(run(capsys, *arguments, "a"))
    assert one != {**without_time(run(capsys, *arguments, "b")), "seed": "a"}


def test_without_a_seed_one_is_chosen_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    one = run(capsys, "san-francisco", "--num", "2")
    again = run(capsys, "san-francisco", "--num", "2", "--seed", str(one["seed"]))
    assert without_time(again) == without_time(one)


def test_any_game_of_a_simulation_can_be_played_by_itself() -> None:
    game = define("san-francisco")
    whole = simulate(game, ["random", "random"], 3, "s")
    totals = [0, 0]
    for i in range(3):
        alone = Game.start(game, 2, Chance(f"s/{i}"))
        bots = [make_bot("random", f"s/{i}/{seat}") for seat in range(2)]
        while alone.deciding:
            seat = alone.deciding[0]
            alone.play(seat, bots[seat].choose(alone.view(seat)))
        assert alone.outcome is not None
        for result in alone.outcome.results:
            totals[result.seat] += result.total
    assert whole.mean_scores == tuple(total / 3 for total in totals)


def test_a_shared_victory_counts_in_parts(tmp_path: Path) -> None:
    whole = simulate(define(boards.write(tmp_path)), ["random"] * 3, 200, "shared")
    assert sum(whole.wins) == pytest.approx(200)
    assert whole.shared > 0
    assert any(won != int(won) for won in whole.wins)


def test_progress_hears_of_every_game() -> None:
    counts: list[int] = []
    simulate(define("san-francisco"), ["random", "random"], 3, 1, counts.append)
    assert counts == [1, 2, 3]


def test_seats_are_checked_before_anything_is_played() -> None:
    with pytest.raises(DefinitionError, match="2 to 4 players, not 5"):
        simulate(define("san-francisco"), ["random"] * 5, 1, 1)


def test_the_table_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "old-west", "--num", "2", "--seed", "7", "--option", "alvin"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Old West · alvin=True · 2 games · seed 7" in out
    assert "mean score" in out
    assert "decisions a second" in out


def test_a_board_of_ones_own_by_path_and_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = boards.write(tmp_path)
    monkeypatch.setenv("FOGLINE_BOARDS", str(tmp_path))
    by_path = run(capsys, str(path), "--num", "5", "--seed", "1")
    by_name = run(capsys, "four-corners", "--num", "5", "--seed", "1")
    assert by_path["game"] == "four-corners"
    assert without_time(by_path) == without_time(by_name)


def test_the_same_games_on_two_processes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["san-francisco", "--players", "random,planner", "--num", "401", "--seed", "1"]
    one = without_time(run(capsys, *arguments, "--workers", "1"))
    two = without_time(run(capsys, *arguments, "--workers", "2"))
    assert (one.pop("workers"), two.pop("workers")) == (1, 2)
    assert one == two


def test_an_interrupted_command_goes_on_with_its_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["san-francisco", "--num", "3", "--out", str(tmp_path / "games.jsonl")]
    append = RecordFiles.append

    def append_and_stop(self: RecordFiles, games: bytes, decisions: bytes) -> None:
        append(self, games, decisions)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(RecordFiles, "append", append_and_stop)
        assert main(["simulate", *arguments]) == 130
    assert "stopped; the same command goes on from here" in capsys.readouterr().err
    body = run(capsys, *arguments)
    assert body["resumed"] == 1
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [str(body["seed"])] * 3
    assert main(["simulate", *arguments]) == 0
    assert "3 of them had been played before." in capsys.readouterr().out
    assert main(["simulate", *arguments, "--seed", "another"]) == 2
    assert "holds games of another run (seed: " in capsys.readouterr().err
    assert run(capsys, *arguments, "--seed", "another", "--force")["resumed"] == 0


def test_a_bot_that_fails_is_written_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    players = "random,process:false"
    arguments = ["san-francisco", "--players", players, "--num", "1", "--seed", "1"]
    assert main(["simulate", *arguments, "--out", str(tmp_path / "g.jsonl")]) == 1
    out, _ = capsys.readouterr()
    assert "process:false failed in 1 game, and forfeits it. It ended with exit status 1." in out
    row = json.loads((tmp_path / "g.jsonl").read_text(encoding="utf-8"))
    assert row["fault_0"] is None
    assert isinstance(row["fault_1"], str)


@pytest.mark.parametrize(("text", "number"), [("1e6", 1_000_000), ("2E+1", 20), ("7", 7)])
def test_a_number_can_be_written_with_an_exponent(text: str, number: int) -> None:
    assert whole_number(1)(text) == number


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for words in ("--workers N", "--out FILE", "--decisions FILE", "goes on where it was", "auto"):
        assert words in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["old-west", "--workers", "0"], "not a whole number, 1 or more"),
        (["old-west", "--decisions", "d.jsonl"], "add --out"),
        (["old-west", "--force"], "add --out"),
        (["old-west", "--out", "games.csv"], "end in .jsonl or .parquet"),
        (["old-west", "--out", "no/such/folder.jsonl"], "folder.jsonl: No such file"),
        (["nowhere"], "there is no game 'nowhere'"),
        (["san-francisco", "--option", "alvin"], "San Francisco has no option 'alvin'"),
        (["old-west", "--option", "alvin=maybe"], "expected alvin, alvin=yes or alvin=no"),
        (["old-west", "--option", "alvin", "--option", "alvin=no"], "given twice"),
        (["old-west", "--option", "first"], "expected a number, as in first=0"),
        (["old-west", "--option", "first=two"], "expected a number, as in first=0"),
        (["old-west", "--option", "first=2"], "the seats are 0 to 1"),
        (["old-west", "--option", "first=-1"], "the seats are 0 to 1"),
        (["old-west", "--option", ""], "has no option ''"),
        (["old-west", "--players", "random,genius"], "there is no bot 'genius'"),
        (["old-west", "--players", "random"], "2 to 6 players, not 1"),
        (["old-west", "--players", "random," * 6 + "random"], "2 to 6 players, not 7"),
        (["old-west", "--players", ""], "2 to 6 players, not 1"),
        (["old-west", "--num", "0"], "not a whole number, 1 or more"),
        (["old-west", "--num", "1e9"], "not a whole number, 1 or more"),
        (["old-west", "--num", "1.5e3"], "not a whole number, 1 or more"),
        (["old-west", "--num", "9" * 5000], "not a whole number, 1 or more"),
        (["old-west", "--nun", "3"], "unrecognized arguments: --nun 3"),
        ([], "required: GAME"),
        (["missing.toml"], "missing.toml: error: cannot be read"),
        ([".toml"], ".toml: error: cannot be read"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["simulate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1
