"""`fogline ladder`: tables, JSON, picture, page, and complaints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from fogline.arena.ladder import ratings, thinking, tournament
from fogline.arena.ladder.pairings import Meeting, Pairing
from fogline.arena.ladder.plot import plot
from fogline.arena.ladder.ratings import rate
from fogline.arena.ladder.tournament import Ladder, encounter_of, mirror_of
from fogline.cli import main
from fogline.games import define

Body = dict[str, object]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure for a moment only, and draw but a few times."""
    monkeypatch.setattr(thinking, "_ENOUGH", 0.001)
    monkeypatch.setattr(ratings, "DRAWS", 50)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Body:
    assert main(["ladder", *arguments, "--json"]) == 0
    return cast("Body", json.loads(capsys.readouterr().out))


def without_time(body: Body) -> Body:
    rated = cast("list[Body]", body["ratings"])
    timed = {"seconds", "games_per_second", "ratings"}
    return {
        **{key: value for key, value in body.items() if key not in timed},
        "ratings": [
            {key: value for key, value in each.items() if key != "seconds_per_decision"}
            for each in rated
        ],
    }


def test_json_has_everything_and_depends_on_the_seed_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["san-francisco", "--bots", "random,greedy,planner", "--num", "19", "--seed", "5"]
    body = run(capsys, *arguments)
    assert (body["num"], body["deals"], body["games"], body["seed"]) == (20, 10, 80, 5)
    rated = cast("list[Body]", body["ratings"])
    assert [each["bot"] for each in rated] == ["planner", "greedy", "random"]
    for each in rated:
        assert cast("float", each["seconds_per_decision"]) > 0
        assert set(cast("Body", each["rating"])) == {"value", "low", "high"}
    assert body["anchor"] == "random"
    assert cast("Body", rated[2]["rating"])["value"] == 0
    pairings = cast("list[Body]", body["pairings"])
    assert [(each["one"], each["other"]) for each in pairings] == [
        ("greedy", "planner"),
        ("greedy", "random"),
        ("planner", "random"),
    ]
    mirror = cast("Body", body["mirror"])
    assert (mirror["bot"], mirror["games"], mirror["even"]) == ("planner", 20, True)
    assert len(cast("list[Body]", mirror["seats"])) == 2
    assert without_time(body) == without_time(run(capsys, *arguments))


def test_the_tables_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "old-west",
        "--bots",
        "random,greedy",
        "--players",
        "3",
        "--num",
        "4",
        "--seed",
        "7",
        "--option",
        "alvin",
    ]
    assert main(["ladder", *line]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Old West · alvin=True · 3 players · 6 games a pairing (2 deals, each from 3" in said
    assert "4 games are no whole deals, so there were a few more." in said
    assert "greedy 2 × random" in said
    assert "random 2 × greedy" in said
    assert "Control: greedy against itself won" in said
    assert "By seat: in the control seat 0 won" in said


def test_a_picture_and_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    picture, page = tmp_path / "pictures" / "ladder.svg", tmp_path / "ladder.md"
    line = ["san-francisco", "--bots", "random,greedy,planner", "--num", "10", "--seed", "1"]
    body = run(capsys, *line, "--plot", str(picture), "--markdown", str(page))
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 (our own)
    texts = [each.text for each in root.iter(f"{SVG}text")]
    text = page.read_text(encoding="utf-8")
    for bot in cast("list[str]", body["bots"]):
        assert bot in texts
        assert f"`{bot}`" in text
    assert len(list(root.iter(f"{SVG}circle"))) == 3
    assert "prefers-color-scheme:dark" in picture.read_text(encoding="utf-8")
    assert "](pictures/ladder.svg)" in text
    again = (
        "fogline ladder san-francisco --bots random,greedy,planner --num 10 --players 2 --seed 1"
    )
    assert again in text


def made_up(wins: float, mirrored: float) -> Ladder:
    """Make a ladder of two in which the first wins so often, and so often against itself."""

    def games(one: str, other: str, won: float) -> Meeting:
        points = np.zeros((100, 2, 2), np.int64)
        cut = round(100 * won)
        points[:cut, 0, 0] = points[:cut, 1, 1] = 1
        points[cut:, 0, 1] = points[cut:, 1, 0] = 1
        return Meeting(Pairing(one, other, 2), points, points * 0, points < 0)

    meetings = [games("a", "b", wins)]
    mirror = mirror_of(games("b", "b", mirrored))
    return Ladder(
        game=define("old-west"),
        players=2,
        bots=("a", "b"),
        seed=1,
        deals=100,
        anchor="b",
        ratings=tuple(rate(["a", "b"], meetings, "b", 1)),
        encounters=tuple(encounter_of(each) for each in meetings),
        mirror=mirror,
        seats=mirror.seats,
        faults={"a": 0, "b": 3},
        first_faults={"b": "ended with exit status 3"},
        thinking={"a": 2.5, "b": 0.00123},
        seconds=1,
    )


def test_a_control_that_is_not_even_fails_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(tournament, "play_ladder", lambda *_, **__: made_up(0.6, 0.8))
    assert main(["ladder", "old-west", "--bots", "random,greedy"]) == 1
    out, err = capsys.readouterr()
    assert "NOT EVEN" in out
    assert "b failed in 3 games, and forfeits them. It ended with exit status 3." in out
    assert "2.5 s" in out
    assert "1.2 ms" in out
    assert err.startswith("fogline: b against itself did not come out even")
    assert err.count("\n") == 1


def test_an_open_end_is_said_and_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    ladder = made_up(1.0, 0.5)
    monkeypatch.setattr(tournament, "play_ladder", lambda *_, **__: ladder)
    assert main(["ladder", "old-west", "--bots", "random,greedy"]) == 1  # for b has failed
    assert " or more" in capsys.readouterr().out
    assert "one with an arrow has no end" in plot(ladder)
    assert "with an arrow" not in plot(made_up(0.6, 0.5))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere", "--bots", "random,greedy"], "there is no game 'nowhere'"),
        (["old-west"], "required: --bots"),
        (["old-west", "--bots", "random,genius"], "there is no bot 'genius'"),
        (["old-west", "--bots", "random"], "two bots or more"),
        (["old-west", "--bots", ""], "there is no bot ''"),
        (["old-west", "--bots", "random,random"], "'random' is given twice"),
        (["old-west", "--bots", "random,greedy", "--num", "0"], "not a whole number, 1 or more"),
        (["old-west", "--bots", "random,greedy", "--players", "7"], "2 to 6 players, not 7"),
        (["old-west", "--bots", "random,greedy", "--players", "1"], "2 to 6 players, not 1"),
        (["old-west", "--bots", "random,greedy", "--workers", "0"], "not a whole number"),
        (["old-west", "--bots", "random,greedy", "--plot", "no/where.svg"], "no folder no"),
        (["old-west", "--bots", "random,greedy", "--plot", "x.png"], "end the name in .svg"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    complaint: str,
) -> None:
    monkeypatch.delattr(tournament, "play_pairings")  # nothing may be played before
    assert main(["ladder", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1
