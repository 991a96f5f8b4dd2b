"""The curve of winning chances as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from fogline.report.numerals import signed
from fogline.report.svg import Axis, svg, text
from fogline.review.model import Point, Review

WIDTH, HEIGHT = 900, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 20, 16, 34


def curve(review: Review) -> str:
    """Return a drawing of each seat's winning chance; key moments are links to their rows."""
    across, up = _axes(review)
    lines = "".join(
        f'<polyline class="seat seat-{seat}" points="'
        + " ".join(_place(across(point.move), up(point.values[seat].win)) for point in review.curve)
        + f'"><title>{escape(name)}</title></polyline>'
        for seat, name in enumerate(review.names)
    )
    parts = [*_grid(across, up), _band(review, across, up), lines, *_moments(review, across, up)]
    return svg(WIDTH, HEIGHT, "Winning chance after each move", parts, "curve")


def _axes(review: Review) -> tuple[Axis, Axis]:
    moves = max(1, review.curve[-1].move)
    return Axis(0, moves, _LEFT, WIDTH - _RIGHT), Axis(0, 1, HEIGHT - _BOTTOM, _TOP)


def _place(x: float, y: float) -> str:
    return f"{x:.1f},{y:.1f}"


def _band(review: Review, across: Axis, up: Axis) -> str:
    """Return the band of two standard errors around the first seat's curve."""

    def edge(point: Point, sign: int) -> str:
        share = point.values[0].win + sign * 2 * point.error[0]
        return _place(across(point.move), up(min(max(share, 0.0), 1.0)))

    upper = [edge(point, 1) for point in review.curve]
    lower = [edge(point, -1) for point in reversed(review.curve)]
    return f'<polygon class="band seat-0" points="{" ".join(upper + lower)}"/>'


def _grid(across: Axis, up: Axis) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = up(percent / 100)
        yield (f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        yield text(_LEFT - 6, y + 4, f"{percent} %", "end")
    for move in across.ticks(8, least=1.0):
        yield text(across(move), HEIGHT - 8, f"{move:g}")


def _moments(review: Review, across: Axis, up: Axis) -> Iterator[str]:
    for each in review.moments:
        x, y = across(each.move), up(review.curve[each.move].values[each.seat].win)
        label = escape(
            f"{review.names[each.seat]} {signed(100 * each.change)} %: {each.sentence}", quote=True
        )
        yield (
            f'<a href="#move-{each.move}" aria-label="{label}">'
            f'<circle class="moment {each.kind} seat-{each.seat}" cx="{x:.1f}" cy="{y:.1f}" r="6">'
            f"<title>{label}</title></circle></a>"
        )
