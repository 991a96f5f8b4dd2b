"""Records of games and decisions: what they say, and that a stopped run goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

from fogline import Chance, Game, define
from fogline.arena import Simulation, simulate
from fogline.arena.game_records import DECISION_COLUMNS, SCHEMA, game_columns
from fogline.arena.records_files import RecordFiles, RecordsError
from fogline.core.errors import FoglineError
from fogline.core.text.notation import parse_action

GAME = define("old-west", {"alvin": True})
PLAYERS = ("planner", "random", "greedy")
NUM = 450
"""Two pieces of work and a bit."""

Body = dict[str, object]


class Stopped(Exception):
    """Somebody has had enough."""


def play(folder: Path, kind: str, progress: Callable[[int], None] | None = None) -> Simulation:
    records = RecordFiles(folder / f"games.{kind}", folder / f"decisions.{kind}")
    return simulate(GAME, PLAYERS, NUM, "r", progress, records=records)


@pytest.fixture(scope="module")
def jsonl(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Simulation]:
    folder = tmp_path_factory.mktemp("jsonl")
    return folder, play(folder, "jsonl")


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Simulation]:
    folder = tmp_path_factory.mktemp("parquet")
    return folder, play(folder, "parquet")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def after(games: int) -> Callable[[int], None]:
    """Stop once so many games are played."""

    def stop(done: int) -> None:
        if done >= games:
            raise Stopped

    return stop


def test_rows_say_what_the_readable_engine_says(jsonl: tuple[Path, Simulation]) -> None:
    folder, _ = jsonl
    row = json.loads((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()[7])
    assert list(row) == list(game_columns(define("old-west", {"alvin": True}), 3))
    lines = (folder / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
    decisions = [each for each in map(json.loads, lines) if each["game_id"] == row["game_id"]]
    assert [each["number"] for each in decisions] == list(range(row["decisions"]))
    game = Game.start(GAME, 3, Chance(f"{row['seed']}/{row['number']}"))
    for each in decisions:
        assert list(each) == list(DECISION_COLUMNS)
        action = parse_action(each["action"])
        assert action.verb == each["verb"]
        game.play(each["seat"], action)
    outcome = game.outcome
    assert outcome is not None
    assert (row["schema"], row["game"], row["options"]) == (SCHEMA, "old-west", '{"alvin": true}')
    assert (row["rule_set"], row["rules_version"]) == ("old-west", GAME.version)
    assert row["board_digest"] == GAME.board_digest
    assert (row["turns"], row["end"]) == (game.state.turns, outcome.reason)
    assert row["winners"] == len(outcome.winners)
    for seat, result in enumerate(outcome.results):
        assert row[f"bot_{seat}"] == PLAYERS[seat]
        assert row[f"score_{seat}"] == result.total
        assert row[f"alvin_points_{seat}"] == result.points.get("alvin", 0)
        assert row[f"failed_tickets_points_{seat}"] == result.points.get("failed-tickets", 0)
        assert row[f"won_{seat}"] == (seat in outcome.winners)
        assert row[f"routes_{seat}"] == game.state.owners.count(seat)
        assert sorted(row[f"complete_{seat}"]) == sorted(result.complete)
        assert sorted(row[f"kept_{seat}"]) == sorted(result.complete + result.failed)
        assert row[f"fault_{seat}"] is None


def test_pandas_reads_what_the_simulation_says(
    jsonl: tuple[Path, Simulation], parquet: tuple[Path, Simulation]
) -> None:
    for games, decisions, simulation in (
        (
            pd.read_json(jsonl[0] / "games.jsonl", lines=True),
            pd.read_json(jsonl[0] / "decisions.jsonl", lines=True),
            jsonl[1],
        ),
        (
            pd.read_parquet(parquet[0] / "games.parquet"),
            pd.read_parquet(parquet[0] / "decisions.parquet"),
            parquet[1],
        ),
    ):
        assert len(games) == NUM
        assert games["decisions"].sum() == len(decisions) == simulation.decisions
        for seat in range(3):
            assert games[f"score_{seat}"].mean() == pytest.approx(simulation.mean_scores[seat])
            won = (games[f"won_{seat}"] / games["winners"]).sum()
            assert won == pytest.approx(simulation.wins[seat])


def test_polars_reads_what_the_simulation_says(
    jsonl: tuple[Path, Simulation], parquet: tuple[Path, Simulation]
) -> None:
    # Somebody has to say what is in a column with nothing but nulls.
    texts = {f"fault_{seat}": pl.String for seat in range(3)}
    games = pl.read_ndjson(jsonl[0] / "games.jsonl", schema_overrides=texts)
    other = pl.read_parquet(parquet[0] / "games.parquet")
    assert games.to_dicts() == other.to_dicts()
    assert (games["winners"] > 1).sum() == parquet[1].shared
    decisions = pl.read_parquet(parquet[0] / "decisions.parquet")
    assert decisions.equals(pl.read_ndjson(jsonl[0] / "decisions.jsonl", schema=decisions.schema))
    claims = decisions.filter(pl.col("verb") == "claim").height
    assert claims == sum(games[f"routes_{seat}"].sum() for seat in range(3))


def test_duckdb_joins_games_and_decisions(parquet: tuple[Path, Simulation]) -> None:
    folder, simulation = parquet
    query = f"""
        select count(*), count(distinct game_id), sum(cast(d.seat = 0 and g.won_0 as int))
        from '{folder}/decisions.parquet' d join '{folder}/games.parquet' g using (game_id)
    """  # noqa: S608 (a path of our own)
    with duckdb.connect() as database:
        ((rows, games, by_winner),) = database.execute(query).fetchall()
    assert (rows, games) == (simulation.decisions, NUM)
    assert 0 < by_winner < simulation.decisions


def test_parquet_is_typed_and_knows_its_schema(parquet: tuple[Path, Simulation]) -> None:
    schema = pq.read_schema(parquet[0] / "games.parquet")
    assert schema.metadata[b"fogline.schema"] == str(SCHEMA).encode()
    types = {name: str(schema.field(name).type) for name in schema.names}
    assert types["score_0"] == types["decisions"] == "int32"
    assert types["won_0"] == "bool"
    assert types["fault_0"] == types["seed"] == "string"
    assert types["kept_0"].startswith("list<")
    assert sorted(path.name for path in parquet[0].iterdir()) == [
        "decisions.parquet",
        "games.parquet",
    ]


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_a_stopped_run_goes_on(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder, whole = request.getfixturevalue(kind)
    with pytest.raises(Stopped):
        play(tmp_path, kind, after(400))
    heard: list[int] = []
    simulation = play(tmp_path, kind, heard.append)
    assert heard == [400, NUM]
    assert simulation.resumed == 400
    assert contents(tmp_path) == contents(folder)
    for name in ("decisions", "wins", "shared", "mean_scores", "faults"):
        assert getattr(simulation, name) == getattr(whole, name)
    again = play(tmp_path, kind)
    assert again.resumed == NUM
    assert again.wins == whole.wins
    assert contents(tmp_path) == contents(folder)


@pytest.mark.parametrize(
    ("games", "decisions"), [(-3, 0), (0, -3), (-3000, -1), (-1, -50_000), (1, 1)]
)
def test_a_torn_end_is_cut_off(
    games: int, decisions: int, tmp_path: Path, jsonl: tuple[Path, Simulation]
) -> None:
    """Whatever is missing at the ends of the files, or stands there half written."""
    whole = contents(jsonl[0])
    for name, change in (("games.jsonl", games), ("decisions.jsonl", decisions)):
        text = whole[name]
        torn = text[:change] if change < 0 else text + b'{"game_id":"' * change
        (tmp_path / name).write_bytes(torn)
    simulation = play(tmp_path, "jsonl")
    assert contents(tmp_path) == whole
    assert simulation.mean_scores == jsonl[1].mean_scores


def test_a_longer_run_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    game = define("san-francisco")

    def games(name: str, num: int) -> Simulation:
        records = RecordFiles(tmp_path / name)
        return simulate(game, ("random", "random"), num, 1, records=records)

    games("a.jsonl", 2)
    assert games("a.jsonl", 4).resumed == 2
    games("b.jsonl", 4)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    with pytest.raises(RecordsError, match=r"a\.jsonl holds more than 3 games; use another name"):
        games("a.jsonl", 3)
    games("a.parquet", 2)
    with pytest.raises(RecordsError, match=r"a\.parquet is finished, with 2 games, not 3;"):
        games("a.parquet", 3)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_other_files_are_left_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{kind}"
    sf, random = define("san-francisco"), ("random", "random")
    simulate(sf, random, 2, 1, records=RecordFiles(path))
    before = path.read_bytes()
    for game, players, seed, why in (
        (sf, random, 2, "seed: 1, not 2"),
        (sf, ("random", "random", "random"), 1, "seats: 2, not 3"),
        (define("old-west"), random, 1, "game: san-francisco, not old-west"),
        (define("san-francisco", {"first": 0}), random, 1, 'options: {}, not {"first": 0}'),
    ):
        with pytest.raises(RecordsError) as refused:
            simulate(game, players, 2, seed, records=RecordFiles(path))
        assert f"holds games of another run ({why}); use another name" in str(refused.value)
    path.with_name(f"decisions.{kind}").touch()
    assert path.read_bytes() == before
    simulate(sf, random, 2, 2, records=RecordFiles(path, force=True))
    assert path.read_bytes() != before


@pytest.mark.parametrize("name", ["games.jsonl", "games.parquet"])
@pytest.mark.parametrize("text", [b"Dear diary", b"Dear diary\n", b"[1]\n", b'{"a": 1}\n'])
def test_what_is_no_record_is_left_alone(name: str, text: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(FoglineError, match="use another name, or --force"):
        simulate(
            define("san-francisco"),
            ("random", "random"),
            1,
            1,
            records=RecordFiles(tmp_path / name),
        )
    assert (tmp_path / name).read_bytes() == text


def test_what_stands_where_decisions_would_go_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").touch()
    (tmp_path / "d.jsonl").write_text("Dear diary\n", encoding="utf-8")
    records = RecordFiles(tmp_path / "g.jsonl", tmp_path / "d.jsonl")
    with pytest.raises(RecordsError, match="holds something else than records"):
        simulate(define("san-francisco"), ("random", "random"), 1, 1, records=records)
    assert (tmp_path / "d.jsonl").read_text(encoding="utf-8") == "Dear diary\n"


@pytest.mark.parametrize("length", [0, 5, 60, 300])
def test_a_torn_first_line_is_begun_again(length: int, tmp_path: Path) -> None:
    game, players, path = define("san-francisco"), ("random", "random"), tmp_path / "g.jsonl"
    simulate(game, players, 1, "50%", records=RecordFiles(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:length])
    assert simulate(game, players, 1, "50%", records=RecordFiles(path)).resumed == 0
    assert path.read_bytes() == whole
    assert json.loads(whole)["seed"] == "50%"


def test_decisions_of_games_that_were_written_without_are_refused(tmp_path: Path) -> None:
    game, players = define("san-francisco"), ("random", "random")
    simulate(game, players, 2, 1, records=RecordFiles(tmp_path / "g.jsonl"))
    with pytest.raises(RecordsError, match="only one of games and decisions is there"):
        simulate(
            game, players, 2, 1, records=RecordFiles(tmp_path / "g.jsonl", tmp_path / "d.jsonl")
        )


def test_two_cannot_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    game, players = define("san-francisco"), ("random", "random")

    def meanwhile(_: int) -> None:
        simulate(game, players, 2, 1, records=RecordFiles(tmp_path / "g.jsonl"))

    with pytest.raises(RecordsError, match=r"another process is writing to g\.jsonl"):
        simulate(game, players, 2, 1, meanwhile, records=RecordFiles(tmp_path / "g.jsonl"))


def test_impossible_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match=r"end in \.jsonl or \.parquet"):
        RecordFiles(tmp_path / "games.csv")
    with pytest.raises(RecordsError, match="of the same format"):
        RecordFiles(tmp_path / "games.jsonl", tmp_path / "decisions.parquet")
    with pytest.raises(RecordsError, match="two files"):
        RecordFiles(tmp_path / "games.jsonl", tmp_path / "." / "games.jsonl")


def test_without_pyarrow_there_is_still_jsonl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "fogline.arena.records_parquet", raising=False)
    monkeypatch.delattr("fogline.arena.records_parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(RecordsError, match=r"need pyarrow: pip install 'fogline\[arena\]'"):
        RecordFiles(tmp_path / "games.parquet")
    assert RecordFiles(tmp_path / "games.jsonl").known_seed() is None


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize(("kind", "workers"), [("jsonl", 2), ("parquet", 1)])
def test_a_killed_command_goes_on(
    kind: str, workers: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """It is killed by itself, from within, as soon as some games are on disk."""
    folder, _ = request.getfixturevalue(kind)
    script = """
import os, signal, sys
from fogline.arena.records_files import RecordFiles
from fogline.cli import main

append = RecordFiles.append
def append_and_die(self, games, decisions):
    append(self, games[:-7], decisions)
    os.kill(os.getpid(), signal.SIGKILL)
if "die" in sys.argv:
    RecordFiles.append = append_and_die
if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "die"]))
"""
    (tmp_path / "run.py").write_text(script, encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    command = [sys.executable, str(tmp_path / "run.py"), "simulate", "old-west"]
    command += ["--players", ",".join(PLAYERS), "--option", "alvin", "--num", str(NUM)]
    command += ["--seed", "r", "--out", str(out / f"games.{kind}"), "--json"]
    command += ["--decisions", str(out / f"decisions.{kind}"), "--workers", str(workers)]
    killed = subprocess.run([*command, "die"], capture_output=True, check=False)  # noqa: S603
    assert killed.returncode == -signal.SIGKILL
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr  # which tells of progress, if the machine is slow
    body = cast("Body", json.loads(done.stdout))
    assert body["resumed"] == 199
    assert body["workers"] == workers
    assert contents(out) == contents(folder)
