"""A real server in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(
    folder: Path, *, port: int = 0, path: str = ""
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve from a folder, with bots that do not dawdle; give the process and its address."""
    command = [
        sys.executable, "-m", "fogline", "serve", "--host", "127.0.0.1", "--port", str(port),
        "--data-dir", str(folder), "--bot-delay", "0", "--no-limits", "--json",
        "--root-path", path,
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        told = json.loads(server.stdout.readline())
        try:
            yield server, str(told["local"])
        finally:
            server.terminate()
