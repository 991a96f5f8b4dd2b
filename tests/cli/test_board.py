"""`fogline board`: check, list, draw, layout."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from fogline.cli import main
from tests.cli import boards

Capture = pytest.CaptureFixture[str]


def check(capsys: Capture, path: Path) -> tuple[int, str, str]:
    status = main(["board", "check", str(path)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_good_board_is_summed_up(capsys: Capture, tmp_path: Path) -> None:
    status, out, err = check(capsys, boards.write(tmp_path))
    assert status == 0
    assert err == ""
    assert "good. Four Corners (four-corners)" in out
    assert "5 places, 8 routes with 15 spaces, 6 tickets" in out
    assert "players: 2 to 3" in out
    assert "rules:   turns, drawing, tickets, claiming" in out
    assert "options: first" in out


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_the_boards_that_come_with_fogline_are_good(capsys: Capture, name: str) -> None:
    assert main(["board", "check", name, "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["ok"] is True
    assert body["id"] == name
    assert "first" in body["options"]
    assert not any(problem["severity"] == "error" for problem in body["problems"])


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ('"North", "East", "South"', '"North", "East", "East"', 5, "East"),
        ('["West", "North"], length', '["West", "Nort"], length', 10, "Nort"),
        ("length = 3", "length = 0", 9, "length"),
        ("length = 3", "length = 4", 9, "4"),
        ("length = 3", 'length = "three"', 9, "length"),
        ("length = 3", "length = 1.5", 9, "length"),
        ("ferries = 1", "ferries = 9", 9, "ferr"),
        ('["blue"] },\n]', '["pink"] },\n]', 12, "pink"),
        ('["blue"] },\n]', '["white"] },\n]', 12, "white"),
        ('["North", "South"], points', '["North", "North"], points', 15, "North"),
        ('["North", "South"], points', '["North", "Moon"], points', 15, "Moon"),
        ('["Middle", "West"], points = 2', '["Middle", "West"], points = true', 18, "points"),
        ("schema = 1", "schema = 2", 1, "schema"),
        ('id = "four-corners"', 'id = "Four Corners"', 2, "id"),
        ('name = "Four Corners"', 'name = ""', 3, "name"),
        ("route_points = {", "route_points = [", 4, "TOML"),
        ("tickets = [", "tickets = ", None, "TOML"),
        ("[game]", "[game]\nsize = 3", None, "'size' is not known"),
        ("seats = [2, 3]", "seats = [1, 9]", None, "seats"),
        ("seats = [2, 3]", 'rules = "chess"', None, "'chess' is not one of"),
        ("[rules.ferries]", "[rules.magic]", None, "magic"),
        ("vehicles = 6", "vehicles = 6\nwings = 2", None, "wings"),
        ("vehicles = 6", "", None, "'vehicles' is missing"),
        ("[rules.ending]\n", "", None, "ending"),
        ("dealt = 1\n", "dealt = 9\n", None, "tickets"),
    ],
)
def test_each_mistake_is_said_with_its_line(  # noqa: PLR0917
    capsys: Capture, tmp_path: Path, old: str, new: str, line: int | None, complaint: str
) -> None:
    assert old in boards.PLAIN
    path = boards.write(tmp_path, boards.PLAIN.replace(old, new, 1))
    status, out, err = check(capsys, path)
    assert status == 2
    where = f"{path}:{line}: error: " if line else f"{path}"
    assert any(said.startswith(where) and complaint in said for said in out.splitlines()), out
    assert err.startswith(f"fogline: {path}: ")
    assert " error" in err
    assert err.count("\n") == 1


def test_several_mistakes_are_several_lines(capsys: Capture, tmp_path: Path) -> None:
    text = boards.PLAIN.replace("length = 3", "length = 0").replace('"Middle", "West"', '"A", "B"')
    path = boards.write(tmp_path, text)
    status, out, err = check(capsys, path)
    assert status == 2
    assert out.count(": error: ") == 3
    assert err == f"fogline: {path}: 3 errors, 0 warnings\n"
    assert main(["board", "check", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    body = json.loads(out)
    assert body["ok"] is False
    assert [problem["line"] for problem in body["problems"]] == [9, 18, 18]
    assert err.count("\n") == 1


def test_oddities_are_warnings_and_no_error(capsys: Capture, tmp_path: Path) -> None:
    text = boards.PLAIN.replace('["East", "West"], points = 3', '["East", "West"], points = 9')
    status, out, err = check(capsys, boards.write(tmp_path, text))
    assert status == 0
    assert err == ""
    assert ":16: warning: " in out
    assert "good." in out


def test_an_option_that_does_not_fit_is_a_warning(capsys: Capture, tmp_path: Path) -> None:
    head = boards.PLAIN.partition("[game]")[0]
    text = f'{head}\n[game]\nrules = "old-west"\nseats = [2, 2]\n[rules.tickets]\ndealt = 3\n'
    status, out, _ = check(capsys, boards.write(tmp_path, text))
    assert status == 0
    assert "warning: the option 'alvin' cannot be used: alvin: " in out
    assert "options: first\n" in out


def test_a_bad_picture_is_a_warning(capsys: Capture, tmp_path: Path) -> None:
    path = boards.write(tmp_path)
    (tmp_path / "four-corners.picture.toml").write_text("schema = 7")
    status, out, _ = check(capsys, path)
    assert status == 0
    assert "warning: its picture: " in out


@pytest.mark.parametrize("what", ["missing.toml", "folder.toml"])
def test_a_file_that_cannot_be_read(capsys: Capture, tmp_path: Path, what: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    status, out, err = check(capsys, tmp_path / what)
    assert status == 2
    assert out.count("\n") == 1
    assert "cannot be read" in out
    assert err.count("\n") == 1


def test_the_list_has_the_built_in_and_ones_own(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOGLINE_BOARDS", str(tmp_path))
    path = boards.write(tmp_path)
    boards.write(tmp_path, "nonsense", "broken.toml")
    assert main(["board", "list"]) == 0
    out = capsys.readouterr().out
    for name in ("san-francisco", "old-west", "four-corners", "broken"):
        assert f"\n{name} " in out
    assert "cannot be played" in out
    assert str(tmp_path) in out
    assert main(["board", "list", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    games = {game["name"]: game for game in body["games"]}
    assert body["folder"] == str(tmp_path)
    assert games["four-corners"]["file"] == str(path)
    assert games["four-corners"]["seats"] == [2, 3]
    assert games["old-west"]["file"] is None
    assert games["old-west"]["options"] == ["first", "alvin"]
    assert games["broken"]["problem"]
    assert games["san-francisco"]["problem"] is None


@pytest.mark.parametrize("name", ["san-francisco", "old-west"])
def test_a_board_is_drawn(capsys: Capture, tmp_path: Path, name: str) -> None:
    path = tmp_path / "board.svg"
    assert main(["board", "draw", name, "-o", str(path)]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["board", "draw", name]) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 (our own)
    assert root.tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [path]


def test_a_board_of_ones_own_is_laid_out_and_drawn(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = boards.write(tmp_path)
    picture = tmp_path / "four-corners.picture.toml"
    assert main(["board", "draw", str(path)]) == 0
    assert "<svg" in capsys.readouterr().out
    assert main(["board", "layout", str(path)]) == 0
    out = capsys.readouterr().out
    assert str(picture) in out
    laid_out = picture.read_text()
    assert main(["board", "layout", str(path)]) == 2
    assert "already exists; --force" in capsys.readouterr().err
    assert picture.read_text() == laid_out
    assert main(["board", "layout", str(path), "--force"]) == 0
    monkeypatch.setenv("FOGLINE_BOARDS", str(tmp_path))
    capsys.readouterr()
    assert main(["board", "draw", "four-corners"]) == 0
    assert "<svg" in capsys.readouterr().out
    assert check(capsys, path)[0] == 0


def test_what_was_there_stays_when_drawing_fails(capsys: Capture, tmp_path: Path) -> None:
    board = boards.write(tmp_path)
    (tmp_path / "four-corners.picture.toml").write_text("nonsense")
    svg = tmp_path / "board.svg"
    svg.write_text("precious")
    assert main(["board", "draw", str(board), "-o", str(svg)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert svg.read_text() == "precious"
