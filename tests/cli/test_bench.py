"""`fogline bench`: what it prints, and that it measures what it says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from fogline.arena import speed
from fogline.cli import main
from fogline.cli.app import make_parser
from fogline.fast import compile_game
from fogline.fast.jit import CACHE_FOLDER


@pytest.fixture(scope="module")
def result() -> speed.Bench:
    return speed.measure(speed.QUICK_CASES, seconds=0.01, starts=False)


def measured(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["bench", "--quick", "--seconds", "0.01", *arguments]) == 0
    return capsys.readouterr().out


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--help"]) == 0
    out = capsys.readouterr().out
    examples = [line.split(" > ")[0] for line in out.splitlines() if "  fogline bench" in line]
    assert len(examples) == 3
    for example in examples:
        make_parser().parse_args(example.split()[1:])
    assert max(map(len, out.splitlines())) <= 100


def test_json_is_one_object_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    out = measured(["--json"], capsys)
    assert out.count("\n") == 1
    body = json.loads(out)
    assert body["seed"] == "bench"
    lines = {
        (line["game"], line["players"], line["engine"], line["threads"]) for line in body["speeds"]
    }
    assert lines == {
        (game, players, engine, threads)
        for game, players in (("san-francisco", 2), ("old-west", 4))
        for engine, threads in (("readable", 1), ("compiled", 1), ("compiled", 2))
    }
    for line in body["speeds"]:
        assert 0 < line["games_per_second"] < line["decisions_per_second"]
        assert 0 < line["median_decisions_per_second"] <= line["decisions_per_second"]
    for state in body["states"]:
        assert 0 < state["bytes"] <= 1024
        assert 0 < state["copy_nanoseconds"] < state["python_copy_nanoseconds"]
    assert body["cold_start"] is body["warm_start"] is None
    assert {"date", "cpu", "cores", "python", "numba", "load"} <= body["machine"].keys()


def test_the_table_fits_a_page(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    out = measured([], capsys)
    assert "old-west, alvin" in out
    assert "two threads" in out
    assert max(map(len, out.splitlines())) <= 100


def test_the_compiled_engine_is_the_faster_by_far(result: speed.Bench) -> None:
    for case in speed.QUICK_CASES:
        readable = result.speed(case, speed.READABLE).best
        compiled = result.speed(case, speed.COMPILED).best
        assert compiled.decisions_per_second > 20 * readable.decisions_per_second


def test_the_same_seed_plays_the_same_games(result: speed.Bench) -> None:
    case = speed.QUICK_CASES[0]
    engine = compile_game(case.define(), case.players)
    assert engine.play_on(20, "a") == engine.play_on(20, "a") != engine.play_on(20, "b")
    first = result.speed(case, speed.READABLE).rounds[0]
    again = sum(
        speed._play_readable(case.define(), case.players, f"bench/{number}")
        for number in range(first.games)
    )
    assert first.decisions == again


def test_progress_counts_to_the_end() -> None:
    counts: list[tuple[int, int]] = []
    speed.measure(
        speed.QUICK_CASES[:1],
        seconds=0.001,
        starts=False,
        progress=lambda _, done, total: counts.append((done, total)),
    )
    assert counts == [(0, 2), (1, 2)]


@pytest.mark.usefixtures("result")
def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    if CACHE_FOLDER is None:
        pytest.skip("nothing is kept on disk here, and compiling takes long")
    start = speed.measure_start(str(CACHE_FOLDER.parent))
    assert 0 < start.load < start.process
    assert 0 < start.whole_games < start.process


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "inf", "1e9"])
def test_a_strange_time_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], seconds: str
) -> None:
    assert main(["bench", f"--seconds={seconds}"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("fogline: ")
    assert err.count("\n") == 1


def test_the_command_line_loads_numba_only_to_measure() -> None:
    code = "import sys, fogline.cli; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 (this very Python)
