"""A review in rows and sentences, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator

from fogline.core.messages import Seat
from fogline.report.estimates import Estimate
from fogline.report.numerals import minus, signed
from fogline.review.model import Judgement, Label, Review, SeatReview, TicketFate
from fogline.review.values import Value

PARTS = ("player", "result", "par", "luck", "own skill", "others", "residual")
PARTS_NOTE = "result − par = luck + own skill + others' skill + residual"


def headline(review: Review) -> str:
    """Return what was reviewed, in one line."""
    options = "".join(f" · {name}={value}" for name, value in review.options.items())
    engine = "" if review.compiled else ", by the readable engine"
    return (
        f"{review.title}{options} · {len(review.names)} players · depth {review.depth} · "
        f"{review.playouts:,} games played{engine}"
    )


def facts(review: Review) -> list[tuple[str, str]]:
    """Return the same as named values."""
    options = ", ".join(f"{name} = {value}" for name, value in review.options.items())
    engine = "" if review.compiled else ", by the readable engine"
    return [
        ("players", ", ".join(review.names)),
        ("options", options or "none"),
        ("depth", review.depth),
        ("games played", f"{review.playouts:,}{engine}"),
    ]


def points(number: int) -> str:
    """Return a number of points."""
    return minus(f"{number} points")


def parts(review: Review) -> list[tuple[str, ...]]:
    """Write a row for each seat: where its winning chance came from, in percent."""
    return [
        (
            each.name,
            f"{100 * each.result.win:.0f} %",
            f"{100 * each.par.win:.0f} %",
            *(f"{signed(100 * part.win)} %" for part in _parts(each)),
        )
        for each in review.seats
    ]


def lead_parts(review: Review) -> list[tuple[str, ...]]:
    """Write a row for each seat: where its lead came from, in points."""
    return [
        (
            each.name,
            signed(each.result.lead),
            signed(each.par.lead),
            *(signed(part.lead) for part in _parts(each)),
        )
        for each in review.seats
    ]


def _parts(each: SeatReview) -> tuple[Value, ...]:
    return each.luck, each.skill, each.others, each.residual


def labels_headings() -> tuple[str, ...]:
    """Return the headings of the table of labels."""
    return ("player", *map(str, Label))


def labels(review: Review) -> list[tuple[str, ...]]:
    """Write a row for each seat: how many decisions have each label."""
    return [
        (each.name, *(str(each.labels.get(label, 0) or "–") for label in Label))
        for each in review.seats
    ]


def sections(review: Review) -> Iterator[tuple[str, list[str]]]:
    """Write the rest, each part with its heading."""
    for seat, name in enumerate(review.names):
        blamed = worst(review, seat)
        if blamed:
            lines = []
            for each in blamed:
                lines += [f"  {blame(each)}", f"      {each.reason}"]
                lines.append(f"      Expert: {each.best.sentence}.")
            yield f"The worst decisions of {name}", lines
    if review.moments:
        lines = [
            f"  {_move(each.move)} {signed(100 * each.change)} % for {review.names[each.seat]}: "
            f"{each.sentence.rstrip('.')}."
            for each in review.moments
        ]
        yield "Key moments", lines
    lines = [f"  {each.name}: {fate(ticket)}" for each in review.seats for ticket in each.tickets]
    if lines:
        yield "Tickets", lines


def worst(review: Review, seat: Seat) -> list[Judgement]:
    """List a seat's worst decisions, the worst first."""
    return [review.decisions[move - 1] for move in review.seats[seat].worst]


def blame(each: Judgement) -> str:
    """Return a sentence on the cost of a bad decision."""
    return f"{_move(each.move)} {each.chosen.sentence} ({each.label}): −{interval(each.loss)} %"


def fate(ticket: TicketFate) -> str:
    """Return a sentence on the fate of a ticket."""
    end = "failed" if ticket.completed is None else f"complete with move {ticket.completed}"
    return f"{ticket.name} ({ticket.points}), kept with move {ticket.kept}, {end}"


def change(value: Value) -> str:
    """Write a change of winning chance, and in brackets of the lead."""
    return f"{signed(100 * value.win)} ({signed(value.lead)})"


def interval(loss: Estimate) -> str:
    """Write a loss in percent with its interval."""
    low, high = (minus(f"{100 * each:.1f}") for each in (loss.low, loss.high))
    return f"{100 * loss.value:.1f} ({low} to {high})"


def _move(move: int) -> str:
    return f"{move:4}." if move else "deal:"
