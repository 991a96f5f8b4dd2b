"""What players are called at the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Container, Iterable, Sequence

from fogline.cli.frame.arguments import words
from fogline.cli.frame.command import UsageError
from fogline.cli.i18n import Catalog
from fogline.table.commands import BOT_NAMES

LONGEST = 16


def names(text: str) -> tuple[str, ...]:
    """Read `--names`."""
    found = tuple(words(text))
    for name in found:
        problem = objection(name)
        if problem:
            raise argparse.ArgumentTypeError(problem)
    return found


def objection(name: str) -> str | None:
    """Return why nobody can be called that."""
    if not name.isprintable() or not 0 < len(name) <= LONGEST:
        return f"a name has 1 to {LONGEST} letters"
    return None


def level_title(words: Catalog, name: str, title: str) -> str:
    """Return what a level of bots is called; one that the catalog lacks has its own title."""
    return words.name(f"page.level.{name}", title)


def name_seats(given: Sequence[str], seats: int, humans: int) -> tuple[str, ...]:
    """Name every seat: as given, and the others by what they are."""
    if len(given) > seats:
        raise UsageError(f"{len(given)} names are too many for {seats} players.")
    people = (f"Player {number}" for number in range(len(given) + 1, 2 * seats + 1))
    return name_rest([*given, *[""] * (seats - len(given))], range(humans), people)


def name_rest(
    given: Sequence[str], humans: Container[int], people: Iterable[str]
) -> tuple[str, ...]:
    """Name the seats without a name: those of humans by `people`, the others as bots."""
    chosen = [name for name in given if name]
    taken = {name.casefold() for name in chosen}
    if len(taken) < len(chosen):
        raise UsageError(f"two players cannot have the same name: {', '.join(chosen)}.")
    free_people = (name for name in people if name.casefold() not in taken)
    free_bots = (name for name in BOT_NAMES if name.casefold() not in taken)
    return tuple(
        name or next(free_people if seat in humans else free_bots)
        for seat, name in enumerate(given)
    )
