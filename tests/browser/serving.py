"""A real server in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
_TEST = "test"
"""The file in the server's folder that names the running test: its deals depend on it."""
_STARTS = "starts"
LOG = "server.log"
"""The file in the server's folder with all that it says while it runs."""


def name_test(folder: Path, name: str) -> None:
    """Let the deals of a server be those of this test."""
    starts = (folder / _STARTS).read_text(encoding="utf-8")
    # A server that is started again must not give out the ids of its first life.
    (folder / _TEST).write_text(f"{name} {len(starts)}", encoding="utf-8")


@contextmanager
def serving(
    folder: Path, *, port: int = 0, path: str = ""
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve from a folder, with bots that do not dawdle; give the process and its address."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _STARTS).open("a", encoding="utf-8") as starts:
        starts.write(".")
    name_test(folder, "no test")
    command = [
        sys.executable, "-m", "tests.browser.dealt_server", str(folder / _TEST),
        "serve", "--host", "127.0.0.1", "--port", str(port),
        "--data-dir", str(folder), "--bot-delay", "0", "--no-limits", "--json",
        "--root-path", path,
    ]  # fmt: skip
    with (
        (folder / LOG).open("a", encoding="utf-8") as log,
        subprocess.Popen(  # noqa: S603 (our own words)
            command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
        ) as server,
    ):
        assert server.stdout is not None
        started = json.loads(server.stdout.readline())
        try:
            yield server, str(started["local"])
        finally:
            server.terminate()
