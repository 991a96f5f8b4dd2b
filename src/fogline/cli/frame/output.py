"""Output of commands: Rich consoles, JSON as one object, files written atomically."""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from fogline.core.errors import FoglineError


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
        )
    return made


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Put the name of a file before what is said to be wrong with it."""
    try:
        yield
    except ValueError as error:
        raise FoglineError(f"{path}: {error}") from error


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
