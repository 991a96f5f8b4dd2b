"""HTML: self-contained pages, sections, and tables that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from string import Template
from typing import NamedTuple

from fogline import __version__
from fogline.picture.lettering import BODY, POSTER
from fogline.picture.palette import TONES
from fogline.report.numerals import fine_percent, minus

_DARK = {"morning": ("#7fbccb", "#ec9468"), "dusk": ("#e8a574", "#c3a3d6")}
"""For each tone, the two inks that must be lighter on a dark page."""


class Chapter(NamedTuple):
    """A part of a page that the navigation leads to."""

    id: str
    name: str
    """Its name in the navigation."""
    body: str


def page(  # noqa: PLR0913 (by name)
    *,
    title: str,
    kind: str,
    heading: str,
    intro: str,
    chapters: Sequence[Chapter],
    lead: str = "",
    style: str = "",
    tone: str = "morning",
) -> str:
    """Return a page; `intro`, `lead` and the bodies are HTML, everything else is text."""
    links = "".join(f'<a href="#{each.id}">{escape(each.name)}</a>' for each in chapters)
    bodies = "\n".join(each.body for each in chapters)
    return Template(_text("page.html")).substitute(
        version=__version__,
        title=escape(title),
        inks=_inks(tone),
        style=_text("report.css") + style,
        kind=escape(kind),
        heading=escape(heading),
        intro=intro,
        links=links,
        body=lead + bodies,
        script=_text("report.js"),
    )


def _text(name: str) -> str:
    return (files("fogline.report") / name).read_text(encoding="utf-8")


def _inks(name: str) -> str:
    """Return a tone of the boards, in the names that the style sheet uses."""
    tone = TONES[name]
    main, mark = _DARK[name]
    return (
        f":root{{--sheet:{tone.sheet};--panel:{tone.bed};--land:{tone.land};--line:{tone.line};"
        f"--main:{tone.button};--mark:{tone.rust};--main-dark:{main};--mark-dark:{mark};"
        f"--poster:{POSTER};--body:{BODY}}}"
    )


def facts(items: Iterable[tuple[str, str]]) -> str:
    """Return a list of facts for the head of a page."""
    rows = "".join(
        f"<div><dt>{escape(key)}</dt><dd>{escape(value)}</dd></div>" for key, value in items
    )
    return f"<dl>{rows}</dl>"


def section(name: str, title: str, lead: str, *parts: str) -> str:
    """Return the body of a chapter; the parts are HTML."""
    first = f'<p class="lead">{escape(lead)}</p>\n' if lead else ""
    body = "\n".join(parts)
    return (
        f'<section id="{name}" aria-labelledby="{name}-title">\n'
        f'<h2 id="{name}-title">{escape(title)}</h2>\n{first}{body}\n</section>'
    )


def details(summary: str, content: str) -> str:
    """Return content that is hidden until the reader opens it."""
    return f"<details><summary>{escape(summary)}</summary>\n{content}\n</details>"


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table."""

    text: str
    value: float | str | None = None
    """What to sort by; `None` sorts by the text, and is not a number."""
    bar: float | None = None
    """From 0 to 1: how much of the cell is filled."""
    note: str = ""
    """A tooltip."""
    html: str = ""
    """Further content."""
    css: str = ""


class Row:
    """A row of a table; the first cell names it."""

    def __init__(self, *cells: TableCell, about: str = "", css: str = "", name: str = "") -> None:
        self.cells = cells
        self.about = about
        """The route it is about, to be shown on the map."""
        self.css = css
        self.name = name
        """Its id, for links."""


def number(value: float, digits: int = 0, *, signed: bool = False) -> TableCell:
    """Return a cell with a number."""
    rounded = round(value, digits) + 0.0  # never minus zero
    text = minus(f"{rounded:{'+' if signed else ''},.{digits}f}").replace(",", "\u202f")
    return TableCell(text, value)


def share(value: float, note: str = "") -> TableCell:
    """Return a cell with a share of 0 to 1, in percent."""
    return TableCell(fine_percent(value), value, note=note)


def bar(value: float, note: str = "") -> TableCell:
    """Return a cell with a share, and a bar of that length."""
    return replace(share(value, note), bar=value)


def table(
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Row],
    css: str = "",
    *,
    sortable: bool = True,
) -> str:
    """Return a table; the reader can sort it by its headings."""
    rows = list(rows)
    heads = "".join(
        f'<th scope="col"{_kind(rows, n)}>{_heading(heading, sortable=sortable)}</th>'
        for n, heading in enumerate(headings)
    )
    body = "\n".join(_row(row) for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(caption)}">'
        f'<table class="{"sortable " * sortable}{css}"><caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _heading(heading: str, *, sortable: bool) -> str:
    return f'<button type="button">{escape(heading)}</button>' if sortable else escape(heading)


def _kind(rows: Sequence[Row], column: int) -> str:
    return ' class="n"' if rows and rows[0].cells[column].value is not None else ""


def _row(row: Row) -> str:
    names = {"class": row.css, "data-for": row.about, "id": row.name}
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in names.items() if value)
    return f"<tr{attributes}>{''.join(_cell(n, each) for n, each in enumerate(row.cells))}</tr>"


def _cell(column: int, cell: TableCell) -> str:
    tag = 'th scope="row"' if column == 0 else "td"
    classes = [cell.css, "n" * (cell.value is not None), "bar" * (cell.bar is not None)]
    joined = " ".join(filter(None, classes))
    css = f' class="{joined}"' if joined else ""
    value = "" if cell.value is None else f' data-v="{escape(str(cell.value))}"'
    fill = "" if cell.bar is None else f' style="--v:{min(1.0, max(0.0, cell.bar)):.4f}"'
    note = f' title="{escape(cell.note)}"' if cell.note else ""
    return f"<{tag}{css}{value}{fill}{note}>{escape(cell.text)}{cell.html}</{tag[:2]}>"
