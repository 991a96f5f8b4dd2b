"""A failure says how to see it again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILING = """
import pytest
from fogline import Chance

@pytest.mark.parametrize("seed", ["it's one"])
def test_dice(seed):
    assert Chance(seed).below(2) == 2

def test_good():
    Chance("never told")
"""


def run(folder: Path, *arguments: str) -> str:
    (folder / "conftest.py").write_text("from tests.reproduce import pytest_runtest_makereport\n")
    (folder / "test_one.py").write_text(FAILING)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *arguments]
    done = subprocess.run(  # noqa: S603 (our own words)
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_a_failure_has_its_seeds_and_one_command(tmp_path: Path) -> None:
    said = run(tmp_path)
    assert "Run it again" in said
    assert "-m pytest -n 0 'test_one.py::test_dice[it'\"'\"'s one]'" in said
    assert 'seeds: "it\'s one"' in said
    assert "never told" not in said
    assert said.count("Run it again") == 1
