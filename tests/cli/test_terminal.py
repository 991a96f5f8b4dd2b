"""On a real terminal: colour, unless it is not wanted, and a curtain that wipes."""

from __future__ import annotations

import os
import re
import sys

import pytest

pty = pytest.importorskip("pty")

GAME = [
    "tty",
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


def on_a_terminal(answers: list[bytes], **environment: str) -> str:
    """Run a game on a terminal of its own, 80 by 24, and answer each prompt."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ.update({"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment})
        os.execv(sys.executable, [sys.executable, "-m", "fogline.cli", *GAME])  # noqa: S606
    screen = b""
    try:
        while chunk := os.read(terminal, 65536):
            screen += chunk
            if answers and re.search(rb"(> |ready\. |cards\. |File: )$", screen):
                os.write(terminal, answers.pop(0))
    except OSError:
        pass  # so Linux says that nobody is at the other end any more
    finally:
        os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return screen.decode()


def test_colour_and_a_wiped_screen() -> None:
    screen = on_a_terminal([b"\n", b"all\n", b"\n", b"\n", b"quit\n", b"\n"])
    assert ";48;5;" in screen
    assert screen.count("\x1b[H\x1b[2J\x1b[3J") == 4
    wiped = screen.split("\x1b[H\x1b[2J\x1b[3J")
    assert "Ann (you)" in wiped[2]
    assert "Bea (you)" in wiped[4]
    assert "Goodbye" in wiped[4]


def test_colour_can_be_declined() -> None:
    screen = on_a_terminal([b"\n", b"all\n", b"\n", b"\n", b"\x04"], NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9]+[;m]", screen)
    assert "Nobody answers any more" in screen
