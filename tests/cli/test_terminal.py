"""On a real terminal: colour, unless it is not wanted, and a curtain that wipes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

GAME = [
    "tty",
    "--plain",
    "--bot",
    "random",
    "san-francisco",
    "--seats",
    "2",
    "--humans",
    "2",
    "--names",
    "Ann,Bea",
    "--seed",
    "1",
]


def on_a_terminal(folder: Path, answers: list[bytes], **environment: str) -> str:
    """Run a game on a terminal of its own, 80 by 24, and answer each prompt."""
    near, far = pty.openpty()
    plain = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    size = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "fogline.cli", *GAME],
        stdin=far,
        stdout=far,
        stderr=far,
        env={**plain, **size, "FOGLINE_DATA_DIR": str(folder), **environment},
    ) as process:
        os.close(far)
        screen = b""
        # Linux says with an error that nobody is at the other end any more.
        with suppress(OSError):
            while chunk := os.read(near, 65536):
                screen += chunk
                if answers and re.search(rb"(> |ready\. |cards\. |File: )$", screen):
                    os.write(near, answers.pop(0))
    os.close(near)
    assert process.returncode == 0
    return screen.decode()


def test_colour_and_a_wiped_screen(tmp_path: Path) -> None:
    screen = on_a_terminal(tmp_path, [b"\n", b"all\n", b"\n", b"\n", b"quit\n", b"\n"])
    assert ";48;5;" in screen
    assert screen.count("\x1b[H\x1b[2J\x1b[3J") == 4
    wiped = screen.split("\x1b[H\x1b[2J\x1b[3J")
    assert "Ann (you)" in wiped[2]
    assert "Bea (you)" in wiped[4]
    assert "The game is kept" in wiped[4]


def test_colour_can_be_declined(tmp_path: Path) -> None:
    screen = on_a_terminal(tmp_path, [b"\n", b"all\n", b"\n", b"\n", b"\x04"], NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]+[;m]", screen)
    assert "Nobody answers any more" in screen
