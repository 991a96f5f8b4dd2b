"""Pieces of HTML: text that is escaped, tables that can be sorted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Cell", "Row", "bar", "details", "escape", "number", "table"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    text: str
    value: float | str | None = None
    """What to sort by; `None` sorts by the text, and is not a number."""
    bar: float | None = None
    """From 0 to 1: how much of the cell is filled."""
    note: str = ""
    """A tooltip."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; the first cell names it."""

    cells: Sequence[Cell]
    route: str = ""
    """The route it is about, to be shown on the map."""
    css: str = ""


def number(value: float, digits: int = 0, *, signed: bool = False) -> Cell:
    """Write a number into a cell."""
    rounded = round(value, digits) + 0.0  # never minus nothing
    text = f"{rounded:{'+' if signed else ''},.{digits}f}".replace("-", "−").replace(",", "\u202f")
    return Cell(text, value)


def bar(value: float, text: str, note: str = "") -> Cell:
    """Write a share of 0 to 1 into a cell, and fill as much of it."""
    return Cell(text, value, bar=value, note=note)


def table(caption: str, headings: Sequence[str], rows: Iterable[Row], css: str = "") -> str:
    """Write a table whose columns can be sorted by their headings."""
    rows = list(rows)
    heads = "".join(
        f'<th scope="col"{_kind(rows, n)}><button type="button">{escape(heading)}</button></th>'
        for n, heading in enumerate(headings)
    )
    body = "\n".join(_row(row) for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{escape(caption)}">'
        f'<table class="sortable {css}"><caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _kind(rows: Sequence[Row], column: int) -> str:
    return ' class="n"' if rows and rows[0].cells[column].value is not None else ""


def _row(row: Row) -> str:
    route = f' data-for="{escape(row.route)}"' if row.route else ""
    css = f' class="{row.css}"' if row.css else ""
    return f"<tr{css}{route}>" + "".join(_cell(n, c) for n, c in enumerate(row.cells)) + "</tr>"


def _cell(column: int, cell: Cell) -> str:
    tag = 'th scope="row"' if column == 0 else "td"
    classes = " ".join(
        name
        for name, wanted in (("n", cell.value is not None), ("bar", cell.bar is not None))
        if wanted
    )
    css = f' class="{classes}"' if classes else ""
    value = "" if cell.value is None else f' data-v="{escape(str(cell.value))}"'
    fill = "" if cell.bar is None else f' style="--v:{min(1.0, max(0.0, cell.bar)):.4f}"'
    note = f' title="{escape(cell.note)}"' if cell.note else ""
    return f"<{tag}{css}{value}{fill}{note}>{escape(cell.text)}</{tag[:2]}>"


def details(summary: str, content: str) -> str:
    """Hide content until the reader opens it."""
    return f"<details><summary>{escape(summary)}</summary>\n{content}\n</details>"
