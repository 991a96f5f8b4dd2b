"""A table needs no server: `fogline.table` plays a whole game and says what each viewer sees."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fogline

PROGRAM = Path(__file__).with_name("table_alone.py")
SOURCES = Path(fogline.__file__).parents[1]
START = f"""
import runpy, sys
sys.path.insert(0, {str(SOURCES)!r})
sys.modules["fogline.server"] = sys.modules["fogline.store"] = None
runpy.run_path({str(PROGRAM)!r}, run_name="__main__")
"""
"""What Python finds as `None` among the modules, it refuses to import."""


def run(program: str) -> subprocess.CompletedProcess[str]:
    # Without `site` Python finds its own library, and nothing that was installed.
    command = [sys.executable, "-S", "-E", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (ours)


def test_a_whole_game_is_played_without_server_store_and_other_packages() -> None:
    done = run(START)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["packages"]) == {"__main__", "fogline"}
    assert found["status"] == "ended"
    assert found["winners"] in ([0], [1], [0, 1])
    assert found["snapshots"] > found["changes"] > 200


def test_there_neither_server_nor_other_packages_can_be_imported() -> None:
    for name in ("fogline.server", "fogline.store.json_writer", "orjson", "pydantic"):
        done = run(START.replace("runpy.run_path", f"import {name} #"))
        assert "ModuleNotFoundError" in done.stderr
