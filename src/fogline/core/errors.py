"""The base of every error that means bad input, so that callers can handle them alike."""

from __future__ import annotations


class FoglineError(ValueError):
    """Input cannot be used; the message tells a person why."""

    def __str__(self) -> str:
        return readable(super().__str__())


LONGEST = 400
"""The maximum number of characters in a line of a message."""


def readable(message: str) -> str:
    """Shorten lines that are too long to read, and escape unprintable characters."""
    plain = message.encode(errors="backslashreplace").decode()
    lines = ["".join(map(_printable, line)) for line in plain.split("\n")]
    return "\n".join(
        line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} … {line[-LONGEST // 2 :]}"
        for line in lines
    )


def _printable(character: str) -> str:
    return character if character.isprintable() else ascii(character)[1:-1]


class FormatError(FoglineError):
    """JSON is malformed, of an unknown schema, or not what was expected."""
