"""Players that are compiled in another process."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from fogline.bots import compile_ahead, compiled_bots
from fogline.bots import compiled_kinds as kinds
from fogline.bots.kernel import match
from fogline.games import define


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are started."""
    processes: list[subprocess.Popen[bytes]] = []

    class Popen(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Popen)
    return processes


def test_the_other_process_has_ended_when_it_is_done(
    started: list[subprocess.Popen[bytes]],
) -> None:
    with compile_ahead.compiled_elsewhere([]):
        pass
    assert started[0].returncode == 0


def test_the_other_process_does_not_outlive_a_failure(
    started: list[subprocess.Popen[bytes]],
) -> None:
    with pytest.raises(KeyboardInterrupt), compile_ahead.compiled_elsewhere([kinds.PLANNER]):
        raise KeyboardInterrupt
    assert started[0].returncode not in {None, 0}


def test_only_a_match_that_is_not_compiled_starts_another_process(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = compiled_bots.engine_for(define("san-francisco"), 2)
    asked = []

    def is_ready(entry: object) -> bool:
        asked.append(entry)
        return entry is match.play_match

    monkeypatch.setattr(compiled_bots, "is_ready", is_ready)
    with compiled_bots.compiling_ahead(engine, ["planner", "random"], log=False):
        pass
    assert asked == [match.play_match]
    with compiled_bots.compiling_ahead(engine, ["random", "random"], log=False):
        pass
    assert asked == [match.play_match]
    assert started == []


def test_a_match_and_what_it_lacks_are_compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = compiled_bots.engine_for(define("san-francisco"), 2)
    steps: list[object] = []

    class Elsewhere:
        def __init__(self, lacking: list[int]) -> None:
            steps.append(lacking)

        def __enter__(self) -> None:
            steps.append("begun")

        def __exit__(self, *_: object) -> None:
            steps.append("ended")

    monkeypatch.setattr(compiled_bots, "is_ready", lambda _: False)
    monkeypatch.setattr(compiled_bots, "compiled_elsewhere", Elsewhere)
    monkeypatch.setattr(compiled_bots, "compile_for", lambda entry, *_: steps.append(entry))
    with compiled_bots.compiling_ahead(engine, ["planner", "greedy", "planner"], log=False):
        steps.append("meanwhile")
    lacking = sorted([kinds.PLANNER, kinds.GREEDY])
    assert steps == [lacking, "begun", "meanwhile", match.play_match, "ended"]
