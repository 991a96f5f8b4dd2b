"""A person who reads the screen and types: for whole games at the terminal."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fogline import GameLog
from fogline.cli import main
from fogline.cli.play import saved
from fogline.core.chance import Chance, pick

Answer = Callable[[str], str | None]
"""From the screen since the last answer to the next answer; `None` is the end of input."""

_NUMBERS = re.compile(r"(?:^|  )[ ]?(\d+)  \S", re.MULTILINE)


class Keyboard(io.TextIOBase):
    """A stdin whose lines depend on what has been printed."""

    def __init__(self, screen: io.StringIO, answer: Answer) -> None:
        self._screen = screen
        self._answer = answer
        self._seen = 0
        self._patience = 5000

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self._patience -= 1
        assert self._patience, self._screen.getvalue()[-3000:]
        self._screen.seek(self._seen)
        shown = self._screen.read()
        self._seen = self._screen.tell()
        answer = self._answer(shown)
        return "" if answer is None else f"{answer}\n"

    def isatty(self) -> bool:
        return False


def numbers(shown: str) -> list[str]:
    """Read the numbers of the last menu."""
    return _NUMBERS.findall(shown.rpartition("\n\n")[2])


def anything(seed: int) -> Answer:
    """Choose by chance from whatever is asked."""
    dice = Chance(seed)

    def answer(shown: str) -> str:
        if "Enter" in shown.rpartition("\n")[2]:
            return ""
        if "Which tickets do you keep" in shown:
            return "all"
        found = numbers(shown)
        return pick(dice, found) if found else "back"

    return answer


def typed(lines: Sequence[str], then: Answer = lambda _: None) -> Answer:
    """Type these lines first."""
    rest = list(lines)
    return lambda shown: rest.pop(0) if rest else then(shown)


def play(
    monkeypatch: pytest.MonkeyPatch,
    arguments: Sequence[str],
    answer: Answer,
    data: Path | None = None,
) -> tuple[int, str]:
    """Run `fogline tty` with a person; return its exit status and all that was printed.

    Games are kept in the folder `data`, or else in one that is removed at once.
    """
    screen = io.StringIO()
    with monkeypatch.context() as patch, TemporaryDirectory() as folder:
        patch.setenv("FOGLINE_DATA_DIR", str(data or folder))
        patch.setattr(sys, "stdout", screen)
        patch.setattr(sys, "stdin", Keyboard(screen, answer))
        status = main(["tty", *arguments])
    return status, screen.getvalue()


def log_in(path: Path) -> GameLog:
    """Read the log of a game that the terminal kept."""
    return saved.read(path).log
