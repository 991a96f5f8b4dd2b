"""The line of each value in a TOML text, which `tomllib` does not give.

Only texts that `tomllib` has accepted are scanned, so nothing here checks the syntax.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

Way = tuple[str | int, ...]
"""The path to a value through keys and positions: `("routes", 3, "tracks", 0)`."""

MOST_LEVELS = 16
"""The most levels of nested brackets, and the most parts of a dotted key."""
LONGEST_BARE = 500
"""The most characters of a number or of a key without quotes."""

# The quantifiers are possessive, so that no text makes matching slow.
_TOKEN = re.compile(
    r"""
    (?P<blank>   [ \t\r]++ | \#[^\n]*+ )
  | (?P<newline> \n )
  | (?P<string>  \"{3} (?: [^"\\]++ | \\. | "{1,2}(?!") )*+ "{3,5}
               | '{3} (?: [^']++ | '{1,2}(?!') )*+ '{3,5}
               | "(?!"") (?: [^"\\\n]++ | \\[^\n] )*+ "
               | '(?!'') [^'\n]*+ ' )
  | (?P<unclosed> ["'] )
  | (?P<mark>    [][{}=,.] )
  | (?P<bare>    [^]\s\#"'[{}=,.]++ )
    """,
    re.VERBOSE | re.DOTALL,
)


class LineToken(NamedTuple):
    """A piece of TOML, and the line it starts on."""

    kind: str
    text: str
    line: int


def tokenize(text: str) -> list[LineToken]:
    """Cut a text into tokens, without blanks and comments; stop at a string that has no end."""
    tokens: list[LineToken] = []
    line = 1
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "unclosed":
            break
        if kind != "blank":
            tokens.append(LineToken(kind, match[0], line))
        line += match[0].count("\n")
    tokens.append(LineToken("end", "", line))
    return tokens


def overgrown(tokens: Sequence[LineToken]) -> int | None:
    """Return the first line on which something nests too deep or is too long.

    `tomllib` takes quadratic time for dotted keys, recurses into nested brackets, and
    fails on a number of thousands of digits without saying where.
    """
    brackets = dots = 0
    for kind, text, line in tokens:
        if kind == "mark":
            brackets += (text in "[{") - (text in "]}")
            dots = dots + 1 if text == "." else 0
        elif kind == "newline":
            dots = 0
        too_long = kind == "bare" and len(text) > LONGEST_BARE
        if too_long or max(brackets, dots) > MOST_LEVELS:
            return line
    return None


class Lines:
    """The lines of all values in one text."""

    def __init__(self, tokens: Sequence[LineToken]) -> None:
        self._lines: dict[Way, int] = {}
        _Survey(tokens, self._lines).document()

    def of(self, way: Way) -> int | None:
        """Return the line of a value or, if it is missing, of what should contain it."""
        while way and way not in self._lines:
            way = way[:-1]
        return self._lines.get(way)


class _Survey:
    """A scan of the tokens that records the line of every path it passes."""

    def __init__(self, tokens: Sequence[LineToken], lines: dict[Way, int]) -> None:
        self.tokens = tokens
        self.position = 0
        self.lines = lines
        self.arrays: Counter[Way] = Counter()
        """The number of sections so far in each array of `[[sections]]`."""

    @property
    def next(self) -> LineToken:
        return self.tokens[self.position]

    def take(self) -> LineToken:
        self.position += 1
        return self.tokens[self.position - 1]

    def note(self, way: Way, line: int) -> None:
        self.lines.setdefault(way, line)

    def document(self) -> None:
        section: Way = ()
        while self.next.kind != "end":
            if self.next.kind == "newline":
                self.take()
            elif self.next.text == "[":
                section = self.header()
            else:
                self.pair(section)

    def header(self) -> Way:
        line = self.take().line
        is_array = self.next.text == "["
        if is_array:
            self.take()
        way: Way = ()
        for part in self.key():
            # A header that passes through an array of sections means its latest one.
            if way in self.arrays:
                way = (*way, self.arrays[way] - 1)
            way = (*way, part)
            self.note(way, line)
        self.take()
        if is_array:
            self.take()
            self.arrays[way] += 1
            way = (*way, self.arrays[way] - 1)
            self.note(way, line)
        return way

    def pair(self, section: Way) -> None:
        line = self.next.line
        way = section
        for part in self.key():
            way = (*way, part)
            self.note(way, line)
        self.take()
        self.value(way)

    def key(self) -> list[str]:
        parts = [_plain(self.take())]
        while self.next.text == ".":
            self.take()
            parts.append(_plain(self.take()))
        return parts

    def value(self, way: Way) -> None:
        if self.next.text == "[":
            self.array(way)
        elif self.next.text == "{":
            self.inline_table(way)
        else:
            while self.next.kind in ("string", "bare") or self.next.text == ".":
                self.take()

    def array(self, way: Way) -> None:
        self.take()
        index = 0
        while self.next.text != "]":
            if self.next.kind == "newline":
                self.take()
            elif self.next.text == ",":
                self.take()
                index += 1
            else:
                self.note((*way, index), self.next.line)
                self.value((*way, index))
        self.take()

    def inline_table(self, way: Way) -> None:
        self.take()
        while self.next.text != "}":
            # Newer versions of TOML let an inline table run over several lines.
            if self.next.kind == "newline" or self.next.text == ",":
                self.take()
            else:
                self.pair(way)
        self.take()


def _plain(key: LineToken) -> str:
    if key.kind == "bare":
        return key.text
    # Unescape the key with `tomllib`, as for the document.
    return str(tomllib.loads(f"key = {key.text}")["key"])
