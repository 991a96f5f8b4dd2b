"""The end of a game: points by category, ticket by ticket, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Table as Grid

from fogline.cli.frame.output import grid
from fogline.cli.i18n import load_catalog
from fogline.cli.play.menu import MenuWording, plain_wording
from fogline.cli.text.phrases import points_in_words
from fogline.core.board import Board, TicketId
from fogline.core.definition import GameDefinition
from fogline.core.outcome import Outcome, Result
from fogline.core.text.phrasebook import Phrasebook
from fogline.core.text.words import ENGLISH, listing, number_of


def print_outcome(
    out: Console,
    game: GameDefinition,
    outcome: Outcome,
    names: Sequence[str],
    wording: MenuWording | None = None,
) -> None:
    """Print how a game ended, in English if nothing else is said."""
    out.print()
    wording = wording or plain_wording(game, load_catalog(ENGLISH))
    book, say = wording.book, wording.words.say
    in_catalog = wording.catalog_book is not None
    reason = (
        say(f"table.final.{outcome.reason}") if in_catalog else book.terms.get(outcome.reason, "")
    )
    out.print(f"{reason} {say('table.final.title')}:".lstrip(), style="bold")
    out.print()
    out.print(_tickets_grid(book, outcome, names))
    out.print()
    out.print(_points_grid(wording, outcome, names))
    out.print()
    if in_catalog:
        winners = wording.words.listing([names[seat] for seat in outcome.winners])
        won = say("table.final.winner", players=winners, count=len(outcome.winners))
        out.print(won, style="bold")
    else:
        out.print(verdict(outcome, names), style="bold")


def verdict(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won."""
    winners = [names[seat] for seat in outcome.winners]
    best = outcome.results[outcome.winners[0]]
    if len(winners) > 1:
        return (
            f"{listing(winners)} share the victory: each has {points_in_words(best.total)} "
            f"and {number_of(len(best.complete), ('complete ticket', 'complete tickets'))}."
        )
    tied = any(r.total == best.total for r in outcome.results if r.seat != best.seat)
    by = ", and wins the tie by more complete tickets" if tied else ""
    return f"{winners[0]} wins with {points_in_words(best.total)}{by}."


def scored_categories(outcome: Outcome, book: Phrasebook) -> list[str]:
    """List what there were points for: what the rules name, in their order, then the rest."""
    scored = dict.fromkeys(c for result in outcome.results for c in result.points)
    return list(dict.fromkeys([*(c for c in book.categories if c in scored), *scored]))


def to_json(outcome: Outcome) -> dict[str, object]:
    """Write an outcome as plain JSON."""
    return {
        "reason": str(outcome.reason),
        "winners": list(outcome.winners),
        "results": [asdict(result) | {"total": result.total} for result in outcome.results],
    }


def _tickets_grid(book: Phrasebook, outcome: Outcome, names: Sequence[str]) -> Grid:
    tickets = grid("", "", "", "", numbers=[3])
    for result in outcome.results:
        name = names[result.seat]
        for ticket, mark, value in _tickets(book.board, result):
            tickets.add_row(name, mark, book.ticket(ticket), f"{value:+d}")
            name = ""
    return tickets


def _tickets(board: Board, result: Result) -> list[tuple[TicketId, str, int]]:
    return [
        *((ticket, "✓", board.ticket[ticket].points) for ticket in result.complete),
        *((ticket, "✗", -board.ticket[ticket].points) for ticket in result.failed),
    ]


def _points_grid(wording: MenuWording, outcome: Outcome, names: Sequence[str]) -> Grid:
    book, say = wording.book, wording.words.say
    ordered = scored_categories(outcome, book)
    sums = [say("table.final.total").lower(), say("tty.plain.rank")]
    headings = ["", *map(book.category, ordered), *sums]
    points = grid(*headings, numbers=range(1, len(headings)))
    points.columns[-2].style = "bold"
    for result in sorted(outcome.results, key=lambda result: result.rank):
        scores = [str(result.points.get(category, 0)) for category in ordered]
        points.add_row(names[result.seat], *scores, str(result.total), str(result.rank))
    return points
