"""What players are called at the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from fogline.cli.frame.arguments import words
from fogline.cli.frame.command import UsageError

LONGEST = 16
BOTS = ("Otis", "Pearl", "Quincy", "Ruth", "Silas", "Tilly")
"""What bots are called."""


def names(text: str) -> tuple[str, ...]:
    """Read `--names`."""
    found = tuple(words(text))
    for name in found:
        problem = objection(name)
        if problem:
            raise argparse.ArgumentTypeError(problem)
    return found


def objection(name: str) -> str | None:
    """Say why nobody can be called that."""
    if not name.isprintable() or not 0 < len(name) <= LONGEST:
        return f"a name has 1 to {LONGEST} letters"
    return None


def name_seats(given: Sequence[str], seats: int, humans: int) -> tuple[str, ...]:
    """Name every seat: as given, and the others by what they are."""
    if len(given) > seats:
        raise UsageError(f"{len(given)} names are too many for {seats} players.")
    taken = {name.casefold() for name in given}
    if len(taken) < len(given):
        raise UsageError(f"two players cannot have the same name: {', '.join(given)}.")
    people = (f"Player {number}" for number in range(len(given) + 1, 2 * seats + 1))
    free_people = (name for name in people if name.casefold() not in taken)
    free_bots = (name for name in BOTS if name.casefold() not in taken)
    rest = [next(free_people if seat < humans else free_bots) for seat in range(len(given), seats)]
    return (*given, *rest)
