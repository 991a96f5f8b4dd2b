"""The loop in C that the compiled engine is measured against does the same work."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fogline.arena.speed import Case
from fogline.fast import compile_game

PEERS = Path(__file__).parents[2] / "benchmarks" / "peers.py"


@pytest.fixture(scope="module")
def peers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("peers", PEERS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["peers"] = module  # where dataclasses look for their module
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("fixed", [False, True], ids=["general", "fixed"])
@pytest.mark.parametrize(
    "case",
    [Case("san-francisco", 3), Case("old-west", 6, {"alvin": True})],
    ids=lambda case: case.name,
)
def test_the_loop_in_c_plays_the_same_games(
    peers: ModuleType, tmp_path: Path, case: Case, fixed: bool
) -> None:
    engine = compile_game(case.define(), case.players)
    limit = peers.Limit(engine, tmp_path, fixed=fixed)
    limit.check(100, "limit")
    assert limit.play_on(50, "limit").decisions == engine.play_on(50, "limit")
