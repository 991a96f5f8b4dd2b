"""The lockstep bites: rule slips in a copy of the kernels are each noticed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.fast.slips import SLIPS, write_copy

ROOT = Path(__file__).parents[2]


def test_every_slip_is_noticed_and_nothing_else(tmp_path: Path) -> None:
    write_copy(tmp_path)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
        "FOGLINE_CACHE": str(tmp_path / "cache"),
        "NUMBA_OPT": "0",  # compiles faster
    }
    command = [sys.executable, "-W", "ignore", "-m", "tests.fast.slips"]
    done = subprocess.run(  # noqa: S603
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert Path(answer["package"]).is_relative_to(tmp_path)
    said: dict[str, str | None] = answer["said"]
    assert said.pop("") is None, "the copy without slips differs"
    assert [slip.name for slip in SLIPS if said[slip.name] is None] == []
