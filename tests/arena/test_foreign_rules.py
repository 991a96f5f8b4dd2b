"""A board with a rule that has no compiled version is simulated, rated and studied like others."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from fogline.arena import RecordFiles, simulate
from fogline.arena.game_records import game_columns
from fogline.arena.jobs import slow_notice
from fogline.arena.lab import figures_of, page_of, study_games, to_json
from fogline.arena.ladder import ratings, thinking
from fogline.arena.ladder.tournament import play_ladder
from fogline.bots import registry
from fogline.cli import main
from fogline.core.text.words import Words
from fogline.games import define, definitions
from tests.arena.test_lab_page import check_form
from tests.sim.boards import EXAMPLES, tidewick

NOTICE = r"Tidewick is played by the readable engine, which is slower: .*'harbour-cat'.*\."


@pytest.fixture(autouse=True)
def town(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know the rule and the bot of the town, as if its package were installed."""
    rules = tidewick().rules
    cat = next(type(rule) for rule in rules if rule.name == "harbour-cat")
    known = definitions.known_rules
    monkeypatch.setattr(definitions, "known_rules", lambda: {**known(), cat.name: cat})
    lover = import_module("tidewick.bot").CAT_LOVER
    monkeypatch.setattr(registry, "_from_elsewhere", lambda: {lover.name: lover})


@pytest.mark.parametrize("declared", [True, False])
def test_records_have_columns_for_the_points_of_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declared: bool
) -> None:
    game = tidewick()
    words = Words(categories={"cat": "the cat"} if declared else {})
    monkeypatch.setattr(import_module("tidewick.cat").HarbourCat, "words", words)
    records = RecordFiles(tmp_path / "games.jsonl", tmp_path / "decisions.jsonl")
    simulate(game, ["random", "random"], 5, "town", records=records)
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    points = [name for name in game_columns(game, 2) if name.endswith("_points_0")]
    cat, none = ("cat_points_0", "other_points_0") if declared else ("other_points_0", "")
    assert cat in points
    assert sum(row[cat] for row in rows) > 0
    for row in rows:
        assert list(row) == list(game_columns(game, 2))
        assert sum(row[name] for name in points) == row["score_0"]
        assert row.get(none, 0) == 0


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    for suffix in ("jsonl", "parquet"):
        records = RecordFiles(tmp_path / f"games.{suffix}")
        simulate(tidewick(), ["random", "random"], 4, "town", records=records)
    rows = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert pq.read_table(tmp_path / "games.parquet").to_pylist() == rows


def test_any_number_of_workers_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    game, players = tidewick(), ["random", "random"]
    alone, together = (simulate(game, players, 6, 3, workers=many) for many in (1, 2))
    assert (alone.wins, alone.mean_scores) == (together.wins, together.mean_scores)
    monkeypatch.setattr("fogline.arena.lab.study.SLOW_CHUNK", 2)
    studies = [study_games(game, players, 5, 3, workers=many) for many in (1, 2)]
    one, two = (to_json(study, figures_of(study)) for study in studies)
    timed = ("seconds", "loading_seconds", "games_per_second")
    assert all(one[key] == two[key] for key in one if key not in timed)


def test_bots_that_play_any_board_are_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_ENOUGH", 0.001)
    monkeypatch.setattr(ratings, "DRAWS", 20)
    ladder = play_ladder(tidewick(), ["random", "cat-lover"], 6, "town")
    assert [rating.bot for rating in ladder.ratings] == ["cat-lover", "random"]


def test_the_page_has_a_chapter_about_the_rule() -> None:
    study = study_games(tidewick(), ["random", "random"], 6, "town")
    page = page_of(study, figures_of(study), None, ["tidewick.toml"])
    check_form(page)
    assert 'id="rule-harbour-cat"' in page
    assert "Harbour cat" in page


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "--num", "2"],
        ["lab", "--num", "2", "--workers", "1", "-o", "lab.html"],
        ["ladder", "--bots", "random,cat-lover", "--num", "2"],
    ],
    ids=lambda command: command[0],
)
def test_commands_say_in_one_line_that_it_takes_longer(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: list[str],
) -> None:
    monkeypatch.setattr(thinking, "_ENOUGH", 0.001)
    monkeypatch.setattr(ratings, "DRAWS", 20)
    monkeypatch.chdir(tmp_path)
    name, *rest = command
    main([name, str(EXAMPLES / "town" / "tidewick" / "tidewick.toml"), "--seed", "1", *rest])
    err = capsys.readouterr().err
    assert re.fullmatch(f"{NOTICE}\n", err)


def test_a_board_that_compiles_needs_no_notice() -> None:
    assert slow_notice(define("san-francisco"), ["random", "random"], 10_000) is None
    assert slow_notice(define("old-west"), ["planner", "random"], 1) is None
