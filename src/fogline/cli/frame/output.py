"""Output of commands: Rich consoles, JSON as one object, files written atomically."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid

from fogline.core.errors import FoglineError

if TYPE_CHECKING:  # most of the engine would come with it
    from fogline.core.definition import GameDefinition

BOT_FAILED = 1
"""The exit status of commands in whose games a bot failed."""


def console(*, stderr: bool = False) -> Console:
    """Make a console that prints text as it is, on stdout by default."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def grid(*headings: str, numbers: Container[int] = (), fixed: Container[int] = ()) -> Grid:
    """Make a grid without lines, and without a first line if all headings are empty.

    Columns of `numbers` are justified to the right; those that are `fixed` are cut, not wrapped.
    """
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=any(headings))
    for column, heading in enumerate(headings):
        made.add_column(
            heading,
            justify="right" if column in numbers else "left",
            no_wrap=column in fixed,
            overflow="ellipsis" if column in fixed else "fold",
        )
    return made


def print_if_slow(game: GameDefinition, players: Sequence[str], num: int) -> None:
    """Say on stderr, in one line, if the readable engine has to play so many games."""
    from fogline.arena.jobs import slow_notice  # noqa: PLC0415 (it loads NumPy)

    notice = slow_notice(game, players, num)
    if notice is not None:
        print(notice, file=sys.stderr)


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Put the name of a file before what is said to be wrong with it."""
    try:
        yield
    except ValueError as error:
        raise FoglineError(f"{path}: {error}") from error


@contextmanager
def resumable(by: object) -> Iterator[None]:
    """Say, when a command is stopped, that it can go on, if there is something to go on by."""
    try:
        yield
    except KeyboardInterrupt:
        if by is None:
            raise
        raise KeyboardInterrupt("the same command goes on from here") from None


def loading_note(seconds: float) -> str:
    """Say how long loading and compiling took, if that was noticeable."""
    return f" Loading the engine took {seconds:.1f} s before that." if seconds >= 0.5 else ""


def print_json(body: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(body, ensure_ascii=False))


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: it holds either the old text or the new one."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe cannot be replaced
        return
    # Through a link the file itself is replaced, not the link.
    target = path.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        part.unlink(missing_ok=True)
