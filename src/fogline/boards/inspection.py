"""Read typed values from a board file, and collect the problems found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

from fogline.boards.board_problems import BoardError, BoardProblem, Severity
from fogline.boards.lines import Lines, Way

MOST_ERRORS = 100
"""The number of errors after which reading stops."""
LONGEST_NAME = 60
HIGHEST_NUMBER = 1000


class Inspection:
    """The reading of one file: each method reports invalid values and returns valid ones.

    TOML has no null, so `None` always stands for a missing or invalid value, which
    has been reported already.
    """

    def __init__(self, file: str, lines: Lines) -> None:
        self.file = file
        self.lines = lines
        self._problems: list[BoardProblem] = []
        self._errors = 0

    @property
    def problems(self) -> tuple[BoardProblem, ...]:
        """Return all problems so far, in the order of the file."""
        return tuple(sorted(self._problems, key=lambda problem: problem.line or 0))

    @property
    def failed(self) -> bool:
        """Return whether there is an error among the problems."""
        return self._errors > 0

    def error(self, way: Way, message: str) -> None:
        """Report an error at the line of a value."""
        if self._errors == MOST_ERRORS:
            end = BoardProblem(
                self.file, None, f"more than {MOST_ERRORS} errors; the rest is not shown"
            )
            raise BoardError((*self.problems, end))
        self._errors += 1
        self._report(way, message, Severity.ERROR)

    def warning(self, way: Way, message: str) -> None:
        """Report a warning at the line of a value."""
        self._report(way, message, Severity.WARNING)

    def keys(
        self,
        section: Mapping[str, object],
        way: Way,
        required: Iterable[str],
        optional: Iterable[str],
    ) -> None:
        """Check the keys of a section."""
        where = f" in {label(way)}" if way else ""
        known = (*required, *optional)
        for key in section:
            if key not in known:
                self.error((*way, key), f"unknown key {shown(key)}{where}{expected(key, known)}")
        for key in required:
            if key not in section:
                self.error(way, f"missing key {shown(key)}{where}")

    def section(self, value: object, way: Way) -> Mapping[str, object] | None:
        """Expect a section, which TOML calls a table."""
        if isinstance(value, dict):
            return value
        self._wrong(value, way, "a TOML table")
        return None

    def array(self, value: object, way: Way, least: int, most: int) -> list[object] | None:
        """Expect an array with `least` to `most` entries."""
        if not isinstance(value, list):
            self._wrong(value, way, "an array")
            return None
        if least <= len(value) <= most:
            return value
        self._wrong(value, way, _range(least, most))
        return None

    def number(self, value: object, way: Way, least: int, most: int = HIGHEST_NUMBER) -> int | None:
        """Expect a whole number; to Python `true` is one, to the author of a board it is not."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self._wrong(value, way, f"a whole number: {_range(least, most)}")
        return None

    def string(self, value: object, way: Way) -> str | None:
        """Expect a string."""
        if isinstance(value, str):
            return value
        self._wrong(value, way, "a string")
        return None

    def name(self, value: object, way: Way) -> str | None:
        """Expect a string that can be shown as a name."""
        name = self.string(value, way)
        if name is None or (
            name.isprintable() and name == name.strip() and 0 < len(name) <= LONGEST_NAME
        ):
            return name
        self._wrong(
            name, way, f"1 to {LONGEST_NAME} printable characters with no space around them"
        )
        return None

    def _wrong(self, value: object, way: Way, wanted: str) -> None:
        if value is not None:
            self.error(way, f"{label(way)} is {shown(value)}; expected {wanted}")

    def _report(self, way: Way, message: str, severity: Severity) -> None:
        # A message quotes the file, and must not send its control characters to a terminal.
        plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
        self._problems.append(BoardProblem(self.file, self.lines.of(way), plain, severity))


def label(way: Way) -> str:
    """Name a value in the author's terms: `length of route 3`."""
    match way:
        case ("places" | "routes" | "tickets" as array, int(index)):
            return f"{array.removesuffix('s')} {index + 1}"
        case (*outer, "tracks", int(index)):
            return f"track {index + 1} of {label(tuple(outer))}"
        case (*outer, int(index)):
            return f"entry {index + 1} of {label(tuple(outer))}"
        case ("routes" | "tickets", _, key):
            return f"{key} of {label(way[:2])}"
        case _:
            return ".".join(str(part) for part in way)


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def shown(value: object) -> str:
    """Return a short text for any value."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if len(value) <= LONGEST_NAME else f'"{value[:LONGEST_NAME]}…"'
        case int() if abs(value) >= 10**18:
            return "a number of many digits"
        case int() | float():
            return str(value)
        case list():
            return f"an array of {len(value)}"
        case dict():
            return "a TOML table"
        case _:
            return f"a {type(value).__name__}"


def expected(word: str, known: Collection[str]) -> str:
    """Return the known word that may have been meant, or all known words."""
    words = {each.casefold(): each for each in known}
    # Comparing words far longer than a name would only waste time.
    close = get_close_matches(word[: 2 * LONGEST_NAME].casefold(), words, n=1)
    if close:
        return f"; did you mean {shown(words[close[0]])}?"
    if len(known) <= 12:
        return f"; expected one of {', '.join(known)}"
    return f"; none of the {len(known)} known ones comes close"
