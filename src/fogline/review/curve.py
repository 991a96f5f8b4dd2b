"""The curve of winning chances as SVG."""

from __future__ import annotations

from html import escape

from fogline.review.model import Point, Review
from fogline.review.text import signed

WIDTH, HEIGHT = 900, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 30


def curve(review: Review) -> str:
    """Draw the winning chance of each seat, with the key moments as links to their rows."""
    moves = max(1, review.curve[-1].move)
    lines = "".join(
        f'<polyline class="seat seat-{seat}" points="{_points(review, seat, moves)}">'
        f"<title>{escape(name)}</title></polyline>"
        for seat, name in enumerate(review.names)
    )
    title = "Winning chance after each move"
    return (
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{_grid(moves)}{_band(review, moves)}{lines}"
        f"{_moments(review, moves)}</svg>"
    )


def _x(move: int, moves: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * move / moves


def _y(share: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - min(max(share, 0.0), 1.0))


def _points(review: Review, seat: int, moves: int) -> str:
    return " ".join(
        f"{_x(point.move, moves):.1f},{_y(point.values[seat].win):.1f}" for point in review.curve
    )


def _band(review: Review, moves: int) -> str:
    """Draw how sure the first seat's curve is: two standard errors to both sides."""

    def edge(point: Point, sign: int) -> str:
        share = point.values[0].win + sign * 2 * point.error[0]
        return f"{_x(point.move, moves):.1f},{_y(share):.1f}"

    upper = [edge(point, 1) for point in review.curve]
    lower = [edge(point, -1) for point in reversed(review.curve)]
    return f'<polygon class="band seat-0" points="{" ".join(upper + lower)}"/>'


def _grid(moves: int) -> str:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    step = max(10, round(moves / 8 / 10) * 10)
    parts += [
        f'<text x="{_x(move, moves):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{move}</text>'
        for move in range(0, moves + 1, step)
    ]
    return "".join(parts)


def _moments(review: Review, moves: int) -> str:
    parts = []
    for each in review.moments:
        value = review.curve[each.move].values[each.seat].win
        label = f"{review.names[each.seat]} {signed(each.change)} %: {each.sentence}"
        shape = f'cx="{_x(each.move, moves):.1f}" cy="{_y(value):.1f}" r="6"'
        parts.append(
            f'<a href="#move-{each.move}" aria-label="{escape(label, quote=True)}">'
            f'<circle class="moment {each.kind} seat-{each.seat}" {shape}>'
            f"<title>{escape(label)}</title></circle></a>"
        )
    return "".join(parts)
