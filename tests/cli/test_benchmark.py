"""`benchmarks/engine.py` runs, and says all it should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "engine.py"


def test_the_engine_can_be_measured() -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, SCRIPT, "--seconds", "0.01", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    whats = [line["what"].partition(":")[0] for line in body["measures"]]
    assert {*whats} == {
        "decisions",
        "views",
        "games + views",
        "new games",
        "imports of fogline",
    }
    assert all(line["per_second"] > 0 and line["ratio"] > 0 for line in body["measures"])
