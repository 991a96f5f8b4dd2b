"""Law 9: rules of other packages are first class. Both packages of `examples/` do everything.

A whole game of each by clicks in a browser is in `tests/browser/test_other_rules.py`; both engines
play them alike in `tests/examples/test_examples.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env

from fogline import Chance, define, env, replay
from fogline.arena.ladder import ratings, thinking
from fogline.cli import main
from fogline.cli.play import saved
from fogline.rule_check import check_rule
from fogline.server.live.levels import levels_for
from fogline.sim import cannot_compile
from tests.arena.test_lab_page import check_form
from tests.cli.driver import anything, play
from tests.env.test_faces import AnyCode, usual
from tests.env.zoo import api_test
from tests.packages import TOWN, TUNNELS, Package, installed
from tests.server.harness import ME, in_loop, new_table, play_on, serving, settings_for


@pytest.fixture(scope="module", params=[TOWN, TUNNELS], ids=["town", "tunnels"])
def package(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Package]:
    """One of the packages, as if it were installed."""
    with installed(request.param, tmp_path_factory.mktemp("installed")) as found:
        yield found


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    """Run a command with --json, and return what it printed."""
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert re.fullmatch(r"(\w+ is played by the readable engine, which is slower: .*\n)?", err)
    answer: dict[str, object] = json.loads(out)
    return answer


def test_the_rule_keeps_the_laws(package: Package) -> None:
    report = check_rule(define(package.game), games=2)
    assert report.problems == ()
    assert report.unmet == ()


def test_the_board_is_checked_and_drawn(
    package: Package, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["board", "check", str(package.board)]) == 0
    said = capsys.readouterr().out
    assert "warning" not in said
    assert package.rule in said
    drawing = tmp_path / "board.svg"
    assert main(["board", "draw", str(package.board), "-o", str(drawing)]) == 0
    assert drawing.read_text().count("<title") > len(define(package.game).board.routes)


def test_games_are_simulated(
    package: Package, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = tmp_path / "games.jsonl"
    players = ["--players", "plain-greedy,random", "--num", "4", "--seed", "1"]
    result = printed(capsys, "simulate", package.game, *players, "--out", str(games))
    assert result["num"] == 4
    rows = [json.loads(line) for line in games.read_text().splitlines()]
    assert [row["game"] for row in rows] == [package.game] * 4


def test_bots_are_rated(
    package: Package,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "_ENOUGH", 0.001)
    monkeypatch.setattr(ratings, "DRAWS", 20)
    bots = ["--bots", "random,plain-greedy", "--num", "4", "--seed", "1"]
    result = printed(capsys, "ladder", package.game, *bots)
    assert isinstance(result["ratings"], list)
    assert {rating["bot"] for rating in result["ratings"]} == {"random", "plain-greedy"}


def test_the_board_is_studied(
    package: Package, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "lab.html"
    arguments = ["--num", "4", "--workers", "1", "--seed", "1", "-o", str(page)]
    assert printed(capsys, "lab", package.game, *arguments)["num"] == 4
    check_form(page.read_text())
    assert f'id="rule-{package.rule}"' in page.read_text()


@usual
def test_pettingzoo_accepts_it(package: Package, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env.aec(define(package.game), 3), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@usual
def test_gymnasium_accepts_it(package: Package) -> None:
    check_env(AnyCode(define(package.game)), skip_render_check=True)


def test_it_is_played_at_the_terminal_saved_loaded_and_told(
    package: Package,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    save = tmp_path / "game.json"
    arguments = [package.game, "--seats", "2", "--humans", "1", "--bot", "random", "--seed", "5"]
    some = anything(1)
    answers = iter(range(8))
    stopped = lambda shown: some(shown) if next(answers, None) is not None else None  # noqa: E731
    play(monkeypatch, [*arguments, "--save", str(save)], stopped)
    assert replay(saved.read(save).log).outcome is None
    status, screen = play(monkeypatch, ["--resume", str(save), "--humans", "1"], some)
    assert status == 0
    assert "Final scoring:" in screen
    game = replay(saved.read(save).log)
    assert game.outcome is not None
    outcome = printed(capsys, "replay", str(save))["outcome"]
    assert isinstance(outcome, dict)
    assert outcome["winners"] == list(game.outcome.winners)


def test_the_bots_of_every_level_can_play_it(package: Package) -> None:
    levels = [level.name for level in levels_for(define(package.game))]
    assert levels == ["random", "beginner", "strong", "expert"]
    assert cannot_compile(define(package.game), 2)


@in_loop
async def serve(folder: Path, game: str) -> None:
    async with serving(settings_for(folder)) as server:
        ann = await server.guest("Ann")
        table = await new_table(ann, *[{**ME, "name": name} for name in ("Ann", "Bea")], game=game)
        await ann.post(f"/api/tables/{table}/start")
        dice, nth = Chance("server"), 0
        while (shown := await ann.get(f"/api/tables/{table}"))["status"] != "ended":
            await play_on(ann, table, shown["deciding"][0], dice, nth)
            nth += 1
        entries = await ann.get(f"/api/tables/{table}/entries")
        assert shown["outcome"]["winners"]
        assert sum(entry["type"] == "moved" for entry in entries["entries"]) == nth


def test_it_is_served_exported_imported_and_verified(
    package: Package, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    serve(tmp_path, package.game)
    here = ["--database", str(tmp_path / "tables.db")]
    there = ["--database", str(tmp_path / "other.db")]
    printed(capsys, "export", *here, "-o", str(tmp_path / "files"))
    (file,) = map(str, (tmp_path / "files").iterdir())
    assert printed(capsys, "import", *there, file)["known"] == 0
    assert printed(capsys, "verify", file)
