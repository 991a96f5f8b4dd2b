"""Charts as inline SVG, as wide as a phone so that their text stays legible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from fogline.picture.lettering import text_width
from fogline.report.estimates import Estimate, Spread, Trend
from fogline.report.html import Row, TableCell, bar, details, number, share, table
from fogline.report.numerals import fine_percent as percent
from fogline.report.numerals import minus
from fogline.report.svg import Axis, nice_step, svg, text

WIDTH = 360.0
_LEFT, _RIGHT, _TOP, _FOOT = 38.0, 12.0, 16.0, 34.0
_MOST_BINS = 40
_LETTERS = 11.5
_LOOSE = 1.15
"""How much wider letters may be if the reader has another font."""


def _svg(height: float, label: str, parts: Sequence[str]) -> str:
    return svg(WIDTH, height, label, parts)


def _x_axis(axis: Axis, y: float, label: str, least: float = 1.0) -> list[str]:
    drawn = [f'<path class="axis" d="M{axis.start:.1f} {y:.1f}H{axis.end:.1f}"/>']
    drawn += [text(axis(tick), y + 14, minus(f"{tick:g}")) for tick in axis.ticks(least=least)]
    return [*drawn, text(axis.end, y + 29, label, "end", "label")]


def _y_axis(axis: Axis, most: int = 4) -> list[str]:
    drawn = []
    for tick in axis.ticks(most):
        y = axis(tick)
        drawn.append(f'<path class="grid" d="M{_LEFT:g} {y:.1f}H{WIDTH - _RIGHT:g}"/>')
        drawn.append(text(_LEFT - 5, y + 4, f"{100 * tick:g}\u202f%", "end"))
    return drawn


def histogram(title: str, spread: Spread, unit: str, height: float = 190.0) -> str:
    """Draw the distribution of a number with its mean, and a table of the numbers."""
    bins, step = _bins(spread)
    total = spread.total
    high = max(count for _, count in bins) / total
    x = Axis(bins[0][0] - 0.5, bins[-1][0] + step - 0.5, _LEFT, WIDTH - _RIGHT)
    y = Axis(0.0, high * 1.06, height - _FOOT, _TOP)
    drawn = _y_axis(y)
    for start, count in bins:
        left, right = x(start - 0.5), x(start + step - 0.5)
        gap = min(1.0, 0.15 * (right - left))
        top = y(count / total)
        drawn.append(
            f'<rect class="fill" x="{left + gap / 2:.2f}" y="{top:.2f}" '
            f'width="{right - left - gap:.2f}" height="{y(0) - top:.2f}">'
            f"<title>{_range(start, step)} {escape(unit)}: {percent(count / total)}</title></rect>"
        )
    middle = x(spread.mean)
    side = "end" if middle > 0.62 * WIDTH else "start"
    drawn.append(f'<path class="mean" d="M{middle:.1f} {_TOP - 6:g}V{y(0):.1f}"/>')
    shift = -5 if side == "end" else 5
    drawn.append(text(middle + shift, _TOP, minus(f"mean {spread.mean:.1f}"), side, "strong"))
    drawn += _x_axis(x, y(0), unit)
    said = (
        f"{title}: mean {spread.mean:.1f} {unit}, nine of ten from {spread.p5} to {spread.p95}, "
        f"all from {spread.low} to {spread.high}"
    )
    rows = [
        Row(TableCell(_range(start, step), start), number(count), bar(count / total))
        for start, count in bins
    ]
    numbers = table(title, [unit, "times", "share"], rows)
    return _figure(title, _svg(height, said, drawn), _five(spread), numbers)


def _bins(spread: Spread) -> tuple[list[tuple[int, int]], int]:
    step = int(max(1, nice_step(spread.high - spread.low + 1, _MOST_BINS)))
    found: dict[int, int] = {}
    for value, times in spread.counts:
        start = value // step * step
        found[start] = found.get(start, 0) + times
    starts = range(min(found), max(found) + 1, step)
    return [(start, found.get(start, 0)) for start in starts], step


def _range(start: int, step: int) -> str:
    return minus(str(start) if step == 1 else f"{start} to {start + step - 1}")


def _bounds(title: str, label: str, groups: Sequence[tuple[str, Estimate]]) -> str:
    """Return a table of shares with their bounds."""
    rows = [
        Row(TableCell(name), bar(each.value), share(each.low), share(each.high))
        for name, each in groups
    ]
    return table(title, [label, "share", "at least", "at most"], rows)


def _five(spread: Spread) -> str:
    return minus(
        f"nine of ten: {spread.p5} to {spread.p95} · all: {spread.low} to {spread.high} · "
        f"deviation {spread.deviation:.1f}"
    )


def _figure(title: str, svg: str, note: str, numbers: str) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>\n{svg}\n"
        f'<p class="note">{escape(note)}</p>\n{details("The numbers", numbers)}\n</figure>'
    )


def whiskers(title: str, rows: Sequence[tuple[str, Estimate]], fair: float, note: str) -> str:
    """Draw shares with their bounds with a line at the share that would be fair."""
    step = 34.0
    top = _TOP + 10
    height = top + step * len(rows) + _FOOT
    lows, highs = [row.low for _, row in rows], [row.high for _, row in rows]
    margin = max(0.25 * (max(*highs, fair) - min(*lows, fair)), 0.01)
    names = _LOOSE * max(text_width(name, _LETTERS) for name, _ in rows) + 10
    x = Axis(
        100 * max(0.0, min(*lows, fair) - margin),
        100 * min(1.0, max(*highs, fair) + margin),
        min(names, 0.4 * WIDTH),
        WIDTH - _RIGHT,
    )
    bottom = height - _FOOT
    drawn = [
        f'<path class="fair" d="M{x(100 * fair):.1f} {top - 10:g}V{bottom:.1f}"/>',
        text(x(100 * fair), top - 14, f"fair: {percent(fair)}", css="strong"),
    ]
    for n, (name, row) in enumerate(rows):
        y = top + step * (n + 0.6)
        low, high, middle = (x(100 * each) for each in (row.low, row.high, row.value))
        drawn += [
            text(x.start - 8, y + 4, _fitting(name, x.start - 10), "end"),
            f'<path class="whisker" d="M{low:.1f} {y - 5:.1f}v10M{low:.1f} {y:.1f}H{high:.1f}'
            f'M{high:.1f} {y - 5:.1f}v10"/>',
            f'<circle class="dot" cx="{middle:.1f}" cy="{y:.1f}" r="5"/>',
            text(_inside(middle, percent(row.value)), y - 9, percent(row.value), css="strong"),
        ]
    drawn += _x_axis(x, bottom, "% of the victories", least=0.0)
    said = f"{title}: " + ", ".join(f"{name} {percent(row.value)}" for name, row in rows)
    numbers = _bounds(title, "place", rows)
    return _figure(title, _svg(height, said, drawn), note, numbers)


def _inside(x: float, label: str) -> float:
    """Return the middle of a label so that all of it is on the chart."""
    half = _LOOSE * text_width(label, _LETTERS) / 2
    return max(half, min(x, WIDTH - half))


def _fitting(name: str, room: float) -> str:
    """Return a name, shortened if it is too wide."""
    if _LOOSE * text_width(name, _LETTERS) <= room:
        return name
    while name and _LOOSE * text_width(f"{name}…", _LETTERS) > room:
        name = name[:-1]
    return f"{name}…"


def columns(title: str, groups: Sequence[tuple[str, Estimate]], label: str, note: str) -> str:
    """Draw shares as columns, with their bounds."""
    height = 190.0
    y = Axis(0.0, max(0.05, *(each.high for _, each in groups)) * 1.06, height - _FOOT, _TOP)
    wide = (WIDTH - _LEFT - _RIGHT) / len(groups)
    drawn = _y_axis(y)
    for n, (name, each) in enumerate(groups):
        middle = _LEFT + wide * (n + 0.5)
        low, high, top = y(each.low), y(each.high), y(each.value)
        drawn += [
            f'<rect class="fill" x="{middle - 0.32 * wide:.1f}" y="{top:.1f}" '
            f'width="{0.64 * wide:.1f}" height="{y(0) - top:.1f}">'
            f"<title>{escape(name)}: {percent(each.value)}</title></rect>",
            f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{high:.1f}"/>',
            text(middle, y(0) + 14, name),
        ]
    drawn.append(f'<path class="axis" d="M{_LEFT:g} {y(0):.1f}H{WIDTH - _RIGHT:g}"/>')
    drawn.append(text(WIDTH - _RIGHT, y(0) + 29, label, "end", "label"))
    said = f"{title}: " + ", ".join(f"{name} {percent(each.value)}" for name, each in groups)
    numbers = _bounds(title, label, groups)
    return _figure(title, _svg(height, said, drawn), note, numbers)


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a cloud."""

    name: str
    x: float
    y: float
    verdict: str
    """The class it is drawn with; points with a class are labelled."""


def cloud(title: str, dots: Sequence[Dot], line: Trend, label: str, note: str) -> str:
    """Draw shares against whole numbers, with their trend; the caller adds a table."""
    height = 300.0
    xs, ys = [dot.x for dot in dots], [dot.y for dot in dots]
    x = Axis(min(xs) - 1, max(xs) + 1, _LEFT, WIDTH - _RIGHT)
    room = max(0.04, 0.08 * (max(ys) - min(ys)))
    y = Axis(max(0.0, min(ys) - room), min(1.0, max(ys) + room), height - _FOOT, _TOP)
    drawn = _y_axis(y, 6)
    steps = (x.low + (x.high - x.low) * n / 24 for n in range(25))
    curve = [f"{x(n):.1f} {y(line.at(n)):.1f}" for n in steps if y.low <= line.at(n) <= y.high]
    drawn.append(f'<path class="trend" d="M{"L".join(curve)}"/>' if curve else "")
    named = sorted((dot for dot in dots if dot.verdict), key=lambda dot: -dot.y)
    taken = [(x(dot.x) - 7, x(dot.x) + 7, y(dot.y) + 4) for dot in dots]
    drawn += [_dot_label(dot, x(dot.x), y(dot.y), taken, y.start) for dot in named]
    for dot in sorted(dots, key=lambda dot: bool(dot.verdict)):
        said = f"{dot.name}: {dot.x:g} points, {percent(dot.y)}"
        place = f"translate({x(dot.x):.1f} {y(dot.y):.1f})"
        drawn.append(
            f'<g class="dot {dot.verdict}" transform="{place}"><title>{escape(said)}</title>'
            f"{_mark(dot.verdict)}</g>"
        )
    drawn += _x_axis(x, height - _FOOT, label)
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>\n{_svg(height, title, drawn)}\n"
        f'<p class="note">{escape(note)}</p></figure>'
    )


def _mark(verdict: str) -> str:
    """Return a distinct shape, for readers who do not see the colours."""
    match verdict:
        case "generous":
            return '<path d="M0-6.5L6 4.5H-6z"/>'
        case "stingy":
            return '<path d="M0 6.5L6-4.5H-6z"/>'
        case _:
            return '<circle r="4"/>'


def _dot_label(
    dot: Dot, x: float, y: float, taken: list[tuple[float, float, float]], floor: float
) -> str:
    """Draw the name of a point next to it, clear of other names, points and axes."""
    wide = _LOOSE * text_width(dot.name, 10.5)
    sides = (x + 9, x - 9 - wide, x - wide / 2)
    spots = [(sides[n], y + 4 + down) for down in (0, -13, 13, 26, -26, 39) for n in range(3)]
    inside = [
        (left, base)
        for left, base in spots
        if left >= 2 and left + wide <= WIDTH - 2 and base < floor - 2
    ]
    free = (
        (left, base)
        for left, base in inside
        if not any(abs(base - b) < 12 and left < r and left + wide > at for at, r, b in taken)
    )
    fallback = (max(2.0, min(x + 9, WIDTH - 2 - wide)), y + 4)
    left, base = next(free, inside[0] if inside else fallback)
    taken.append((left, left + wide, base))
    name = text(left, base, dot.name, "start", "name")
    if base == y + 4:
        return name
    near = min(left + wide, max(left, x))
    edge = base - 9 if base > y else base + 2
    return f'<path class="leader" d="M{x:.1f} {y:.1f}L{near:.1f} {edge:.1f}"/>{name}'
