"""A review as one page: HTML with everything inside, to be read, printed and passed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from fogline.report.html import Chapter, Row, TableCell, details, facts, page, section, table
from fogline.report.numerals import signed
from fogline.review import prose
from fogline.review.curve import curve
from fogline.review.model import JudgedChance, Judgement, Label, Review, SeatReview
from fogline.review.values import Value

_BAR = 200
"""The width of the bars on each side of their middle, in units of the drawing."""


def page_of(review: Review) -> str:
    """Return a review as a self-contained page."""
    worst = _worst(review)
    chapters = [
        Chapter("curve", "Curve", section("curve", "Winning chance", "", curve(review))),
        Chapter("parts", "Luck and skill", _parts(review)),
        *([Chapter("worst", "Worst decisions", worst)] if worst else []),
        Chapter("tickets", "Tickets", section("tickets", "Tickets", "", _tickets(review))),
        Chapter("course", "Course of play", _course(review)),
    ]
    return page(
        title=f"Review: {review.title}, {', '.join(review.names)}",
        kind="Fogline review",
        heading=review.title,
        intro=facts(prose.facts(review)) + _legend(review),
        chapters=chapters,
        style=(files("fogline.review") / "review.css").read_text(encoding="utf-8"),
    )


def _legend(review: Review) -> str:
    names = "".join(
        f'<li class="seat-{each.seat}">{escape(each.name)}: {prose.points(each.points)}</li>'
        for each in review.seats
    )
    return f'<ul class="legend">{names}</ul>'


def _parts(review: Review) -> str:
    return section(
        "parts",
        "Luck and skill",
        f"Where each result came from: {prose.PARTS_NOTE}.",
        f'<div class="charts">{"".join(map(_bars, review.seats))}</div>',
        _table("Winning chance", prose.PARTS, prose.parts(review)),
        _table("Points ahead of the mean of the others", prose.PARTS, prose.lead_parts(review)),
    )


def _bars(each: SeatReview) -> str:
    rows = (("luck", each.luck), ("own skill", each.skill), ("others' skill", each.others))
    bars = "".join(_bar(name, value) for name, value in (*rows, ("residual", each.residual)))
    result = f"{100 * each.result.win:.0f} %, par {100 * each.par.win:.0f} %"
    return (
        f'<figure class="bars seat-{each.seat}"><figcaption>{escape(each.name)}: {result}'
        f"</figcaption><dl>{bars}</dl></figure>"
    )


def _bar(name: str, value: Value) -> str:
    width = min(abs(value.win), 1.0) * _BAR
    left = _BAR if value.win >= 0 else _BAR - width
    sign = "plus" if value.win >= 0 else "minus"
    return (
        f'<dt>{escape(name)}</dt><dd><svg viewBox="0 0 {2 * _BAR} 14" aria-hidden="true">'
        f'<rect class="{sign}" x="{left:.1f}" y="1" width="{width:.1f}" height="12"/>'
        f'<line x1="{_BAR}" x2="{_BAR}" y1="0" y2="14"/></svg>'
        f"<span>{escape(prose.change(value))}</span></dd>"
    )


def _worst(review: Review) -> str:
    parts = []
    for seat, name in enumerate(review.names):
        items = "".join(
            f'<li><a href="#move-{each.move}">{escape(prose.blame(each).strip())}</a><br>'
            f"{escape(each.reason or '')} Expert: {escape(each.best.sentence)}.</li>"
            for each in prose.worst(review, seat)
        )
        if items:
            parts.append(f"<div><h3>{escape(name)}</h3><ol>{items}</ol></div>")
    if not parts:
        return ""
    return section("worst", "Worst decisions", "", f'<div class="pair">{"".join(parts)}</div>')


def _tickets(review: Review) -> str:
    rows = [
        (
            each.name,
            ticket.name,
            str(ticket.points),
            f"move {ticket.kept}",
            "failed" if ticket.completed is None else f"move {ticket.completed}",
        )
        for each in review.seats
        for ticket in each.tickets
    ]
    return _table("Tickets kept", ("player", "ticket", "points", "kept", "complete"), rows)


def _course(review: Review) -> str:
    """Return all decisions and events of chance, in order."""
    rows = [_chance_row(review, each) for each in review.chance if each.move == 0]
    for judged in review.decisions:
        rows.append(_decision_row(review, judged))
        rows += [_chance_row(review, each) for each in review.chance if each.move == judged.move]
    heads = ("move", "player", "what", "winning chance", "loss or luck", "expert")
    return section(
        "course",
        "Decisions and chance",
        "",
        _table("Decisions by label", prose.labels_headings(), prose.labels(review)),
        table("Course of play", heads, rows, "course", sortable=False),
    )


def _decision_row(review: Review, each: Judgement) -> Row:
    blamed = each.label not in (Label.FORCED, Label.BEST)
    options = "".join(
        f"<li>{escape(option.sentence)}: {100 * option.value.win:.0f} % "
        f"({signed(option.value.lead)})</li>"
        for option in each.options
    )
    return Row(
        TableCell(str(each.move)),
        TableCell(review.names[each.seat], css=f"seat-{each.seat}"),
        TableCell(each.chosen.sentence),
        TableCell(f"{100 * each.chosen.value.win:.0f} %"),
        TableCell(f"{each.label}: {prose.interval(each.loss)}" if blamed else each.label),
        TableCell("", html=details(each.best.sentence, f"<ol>{options}</ol>") if blamed else ""),
        css=f"label-{each.label}",
        name=f"move-{each.move}",
    )


def _chance_row(review: Review, each: JudgedChance) -> Row:
    lucks = zip(review.names, each.luck, each.error, strict=True)
    gains = ", ".join(
        f"{name} {signed(100 * luck.win)} ± {200 * error:.1f}" for name, luck, error in lucks
    )
    cells = ("", "", each.sentence, "", gains, "")
    return Row(*map(TableCell, cells), css="chance")


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return table(caption, heads, [Row(*map(TableCell, row)) for row in rows], sortable=False)
