"""A ladder or a study that was stopped goes on where it was, with the same result."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fogline import Action, View, define, legal_actions
from fogline.arena.checkpoint import Checkpoint, CheckpointError, decode, encode
from fogline.arena.lab import figures_of, study, to_json
from fogline.arena.ladder import ratings, thinking
from fogline.arena.ladder.tournament import play_ladder
from fogline.cli import main
from fogline.rules.ferries import Ferries
from tests.cli import boards

Capture = pytest.CaptureFixture[str]
BOTS = [f"python:{__name__}:First", f"python:{__name__}:Last"]
"""Bots of Python: nothing needs to be compiled."""


class First:
    def choose(self, view: View) -> Action:
        return legal_actions(view)[0]


class Last:
    def choose(self, view: View) -> Action:
        return legal_actions(view)[-1]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_ENOUGH", 0.0001)
    monkeypatch.setattr(ratings, "DRAWS", 5)


def test_results_keep_their_types() -> None:
    value = ({"a": Counter({1: 2})}, [("x", "y")], {("k", "l"): np.arange(3)}, None, 1.5, "t")
    again = decode(json.loads(json.dumps(encode(value))))
    assert isinstance(again, tuple)
    assert repr(again) == repr(value)
    flags = np.zeros((2, 0), np.bool_)
    kept = decode(json.loads(json.dumps(encode(flags))))
    assert isinstance(kept, np.ndarray)
    assert (kept.shape, kept.dtype) == (flags.shape, flags.dtype)


def test_a_ladder_goes_on(tmp_path: Path) -> None:
    game = define(boards.write(tmp_path))
    whole = play_ladder(game, BOTS, 24, "s")
    path = tmp_path / "ladder.partial"

    def stop(done: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_ladder(game, BOTS, 24, "s", progress=stop, checkpoint=Checkpoint(path))
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 2
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:7])  # stopped within a line
    again = play_ladder(game, BOTS, 24, "s", checkpoint=Checkpoint(path))
    assert replace(again, seconds=0, thinking={}) == replace(whole, seconds=0, thinking={})
    finished = path.read_bytes()
    play_ladder(game, BOTS, 24, "s", checkpoint=Checkpoint(path))
    assert path.read_bytes() == finished
    with pytest.raises(CheckpointError, match=r"another run \(seed differ\)"):
        play_ladder(game, BOTS, 24, "other", checkpoint=Checkpoint(path))


def test_another_file_is_never_touched(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine\n", encoding="utf-8")
    with pytest.raises(CheckpointError, match=r"notes\.txt is no checkpoint"):
        Checkpoint(path).known_seed()
    assert path.read_text(encoding="utf-8") == "mine\n"


def test_commands_go_on_with_their_seed(capsys: Capture, tmp_path: Path) -> None:
    board, kept = str(boards.write(tmp_path)), tmp_path / "ladder.partial"
    command = ["ladder", board, "--bots", ",".join(BOTS), "--num", "4", "--json"]
    command += ["--checkpoint", str(kept)]
    bodies = []
    for _ in range(2):
        assert main(command) == 0
        bodies.append(json.loads(capsys.readouterr().out))
    assert bodies[0]["seed"] == bodies[1]["seed"]
    assert bodies[0]["pairings"] == bodies[1]["pairings"]


def test_a_study_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class OtherFerries(Ferries):
        """The same, but nothing that the compiler knows."""

    known = define(boards.write(tmp_path))
    rules = [OtherFerries() if isinstance(rule, Ferries) else rule for rule in known.rules]
    game = replace(known, rules=tuple(rules))
    monkeypatch.setattr(study, "SLOW_CHUNK", 2)
    path = tmp_path / "lab.partial"
    whole = study.study_games(game, BOTS, 6, "s")
    assert whole.num == 6
    study.study_games(game, BOTS, 6, "s", checkpoint=Checkpoint(path))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    again = study.study_games(game, BOTS, 6, "s", checkpoint=Checkpoint(path))
    assert path.read_bytes() == b"".join(lines)
    untimed = {"seconds", "loading_seconds", "games_per_second"}
    one, two = (to_json(each, figures_of(each)) for each in (whole, again))
    assert {k: v for k, v in one.items() if k not in untimed} == {
        k: v for k, v in two.items() if k not in untimed
    }
