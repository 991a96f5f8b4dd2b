"""Numbers and routes in few words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from fogline.core.board import Route
from fogline.core.table import View
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import Fact, number_of


def points_in_words(count: int) -> str:
    """Count points."""
    return number_of(count, ("point", "points"))


def spaces_in_words(route: Route, book: Phrasebook) -> str:
    """Return what a route asks for: `3 gray, 1 ferry card`."""
    demand = f", {book.count(route.ferries, 'wild')}" if route.ferries else ""
    return f"{route.length} {route.colour or 'gray'}{demand}"


def facts_on_table(view: View) -> Iterator[Fact]:
    """Yield what lies on the table because of the rules."""
    for rule in view.game.rules:
        yield from rule.summary(view)
