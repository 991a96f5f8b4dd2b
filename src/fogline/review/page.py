"""A review as one page: HTML with everything inside, to be read, printed and passed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from fogline.review import text
from fogline.review.curve import curve
from fogline.review.model import Chance, Judgement, Label, Review, SeatReview
from fogline.review.values import Value

_STYLE = Path(__file__).with_name("page.css")
_BAR = 200
"""The width of the bars on each side of their middle, in units of the drawing."""


def page(review: Review) -> str:
    """Write a review as one self-contained page."""
    title = f"Review: {review.title}, {', '.join(review.names)}"
    parts = (
        f"<h1>{escape(review.title)}: game review</h1>",
        f"<p>{escape(text.headline(review))}</p>",
        _legend(review),
        curve(review),
        "<h2>Luck and skill</h2>",
        *(_bars(each) for each in review.seats),
        "<h3>Winning chance</h3>",
        _table(text.PARTS, text.parts(review)),
        "<h3>Points ahead of the mean of the others</h3>",
        _table(text.PARTS, text.lead_parts(review)),
        f'<p class="note">{escape(text.PARTS_NOTE)}</p>',
        _worst(review),
        "<h2>Tickets</h2>",
        _tickets(review),
        "<h2>Decisions and chance</h2>",
        _table(text.labels_headings(), text.labels(review)),
        _course(review),
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE.read_text(encoding='utf-8')}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _legend(review: Review) -> str:
    names = "".join(
        f'<li class="seat-{each.seat}">{escape(each.name)}: {_points(each.points)}</li>'
        for each in review.seats
    )
    return f'<ul class="legend">{names}</ul>'


def _points(points: int) -> str:
    return f"{points} points".replace("-", "−")


def _bars(each: SeatReview) -> str:
    rows = (("luck", each.luck), ("own skill", each.skill), ("others' skill", each.others))
    bars = "".join(_bar(name, value) for name, value in (*rows, ("residual", each.residual)))
    result = f"{100 * each.result.win:.0f} %, par {100 * each.par.win:.0f} %"
    return (
        f'<section class="bars seat-{each.seat}"><h3>{escape(each.name)}: {result}</h3>'
        f"<dl>{bars}</dl></section>"
    )


def _bar(name: str, value: Value) -> str:
    width = min(abs(value.win), 1.0) * _BAR
    left = _BAR if value.win >= 0 else _BAR - width
    sign = "plus" if value.win >= 0 else "minus"
    return (
        f'<dt>{escape(name)}</dt><dd><svg viewBox="0 0 {2 * _BAR} 14" aria-hidden="true">'
        f'<rect class="{sign}" x="{left:.1f}" y="1" width="{width:.1f}" height="12"/>'
        f'<line x1="{_BAR}" x2="{_BAR}" y1="0" y2="14"/></svg>'
        f"<span>{escape(text.change(value))}</span></dd>"
    )


def _worst(review: Review) -> str:
    parts = []
    for seat, name in enumerate(review.names):
        items = "".join(
            f'<li><a href="#move-{each.move}">{escape(text.blame(each).strip())}</a><br>'
            f"{escape(each.reason or '')} Expert: {escape(each.best.sentence)}.</li>"
            for each in text.worst(review, seat)
        )
        if items:
            parts.append(f"<h3>{escape(name)}</h3><ol>{items}</ol>")
    return f"<h2>Worst decisions</h2>{''.join(parts)}" if parts else ""


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
    return _table(("player", "ticket", "points", "kept", "complete"), rows)


def _course(review: Review) -> str:
    """Write all that happened, in order: what was decided, and what chance gave."""
    rows = [_chance_row(review, each) for each in review.chance if each.move == 0]
    for judged in review.decisions:
        rows.append(_decision_row(review, judged))
        rows += [_chance_row(review, each) for each in review.chance if each.move == judged.move]
    heads = ("move", "player", "what", "winning chance", "loss or luck", "expert")
    return _raw_table(heads, rows)


def _decision_row(review: Review, each: Judgement) -> str:
    blamed = each.label not in (Label.FORCED, Label.BEST)
    loss = f"{escape(each.label)}" + (f": {escape(text.interval(each.loss))}" if blamed else "")
    options = "".join(
        f"<li>{escape(option.sentence)}: {100 * option.value.win:.0f} % "
        f"({text.lead(option.value.lead)})</li>"
        for option in each.options
    )
    expert = f"<details><summary>{escape(each.best.sentence)}</summary><ol>{options}</ol></details>"
    return (
        f'<tr id="move-{each.move}" class="label-{each.label}"><td>{each.move}</td>'
        f'<td class="seat-{each.seat}">{escape(review.names[each.seat])}</td>'
        f"<td>{escape(each.chosen.sentence)}</td><td>{100 * each.chosen.value.win:.0f} %</td>"
        f"<td>{loss}</td><td>{expert if blamed else ''}</td></tr>"
    )


def _chance_row(review: Review, each: Chance) -> str:
    lucks = zip(review.names, each.luck, each.error, strict=True)
    told = ", ".join(
        f"{escape(name)} {text.signed(luck.win)} ± {200 * error:.1f}" for name, luck, error in lucks
    )
    return (
        f'<tr class="chance"><td></td><td></td><td>{escape(each.sentence)}</td><td></td>'
        f"<td>{told}</td><td></td></tr>"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return _raw_table(heads, [f"<tr>{row}</tr>" for row in cells])


def _raw_table(heads: Sequence[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
