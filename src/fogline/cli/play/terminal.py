"""The terminal: printing, asking, and clearing the screen."""

from __future__ import annotations

import sys

from fogline.cli.frame.output import console
from fogline.cli.i18n import Catalog, load_catalog


class EndOfInput(Exception):
    """The input has ended."""


class Terminal:
    """Where a game is shown and answers are typed."""

    def __init__(self, words: Catalog | None = None) -> None:
        self.words = words or load_catalog("en")
        self.say = self.words.say
        self.out = console()
        self._typed = sys.stdin is not None and sys.stdin.isatty()
        if self._typed:
            _edit_lines()

    def ask(self, prompt: str = "> ") -> str:
        """Read a line, without the blanks around it."""
        try:
            answer = input(prompt).strip()
        except EOFError:
            self.out.print()
            raise EndOfInput from None
        if not self._typed:
            self.out.print(answer, soft_wrap=True)
        return answer

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.out.is_terminal and not self.out.is_dumb_terminal:
            self.out.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.out.file.flush()
        else:
            self.out.print("\n" * (self.out.height if self.out.is_terminal else 1))


def _edit_lines() -> None:
    """Enable editing of the line with arrow keys, if Python was built with readline."""
    try:
        import readline  # noqa: F401, PLC0415 (importing it is what switches it on)
    except ImportError:
        return
