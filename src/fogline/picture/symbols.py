"""The shapes that say a colour without colour, each drawn in a square from -10 to 10."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fogline.core.cards import Card


def _star(points: int, outer: float, inner: float) -> str:
    corners = [
        (
            (outer if k % 2 == 0 else inner) * math.sin(k * math.pi / points),
            -(outer if k % 2 == 0 else inner) * math.cos(k * math.pi / points),
        )
        for k in range(2 * points)
    ]
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"


def _filled(path: str) -> str:
    return f'<path d="{path}" fill="INK"/>'


def _drawn(path: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="INK" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


_SHAPES: Mapping[Card, str] = {
    Card.RED: '<circle r="7.6" fill="INK"/>',
    Card.ORANGE: _filled("M-11 0L0 -8.4L11 0L0 8.4Z"),
    Card.YELLOW: _filled(_star(5, 10.4, 4.4)),
    Card.GREEN: _filled("M-11 8.5L-7.6 4.8C-9 -6 1 -9.5 11 -7.4C9.5 3.5 2 8.6 -5.6 6.4L-9.4 9.9Z"),
    Card.BLUE: _drawn("M-11 -3.8q3.67 -5.4 7.33 0t7.33 0t7.33 0", 3.2)
    + _drawn("M-11 4.6q3.67 -5.4 7.33 0t7.33 0t7.33 0", 3.2),
    Card.PURPLE: _drawn("M-6.2 -6.2L6.2 6.2M6.2 -6.2L-6.2 6.2", 5),
    Card.BLACK: _filled("M-7.2 -7.2H7.2V7.2H-7.2Z"),
    Card.WHITE: '<circle r="6.4" fill="none" stroke="INK" stroke-width="4"/>',
    Card.WILD: _filled(_star(4, 11, 3.2)) + _drawn("M-5 -5L5 5M5 -5L-5 5", 1.4)
    + '<circle r="7.2" fill="none" stroke="INK" stroke-width="1.4"/>',
}  # fmt: skip

_FERRY: Mapping[str, str] = {
    "boat": _filled("M-10.5 3.2H10.5L6.8 9H-6.8ZM1 -10.5L9 1.4H1ZM-1 -7.5V1.4H-7Z"),
    "locomotive": _filled(
        "M-10.5 -1.5H2.5V-8H0.5V-10.2H10.5V-8H9.5V4.2H-10.5ZM-8.6 -8.5H-4.4L-5.3 -2.5H-7.7Z"
    )
    + '<circle cx="-6.2" cy="6.2" r="3.3" fill="INK"/>'
    '<circle cx="4.6" cy="5.2" r="4.4" fill="INK"/>',
    "compass": _SHAPES[Card.WILD],
}

SYMBOL_NAMES: Mapping[Card, str] = {
    Card.RED: "circle",
    Card.ORANGE: "diamond",
    Card.YELLOW: "star",
    Card.GREEN: "leaf",
    Card.BLUE: "wave",
    Card.PURPLE: "cross",
    Card.BLACK: "square",
    Card.WHITE: "ring",
    Card.WILD: "compass rose",
}


def symbol(card: Card, ink: str, size: float, x: float = 0.0) -> str:
    """Draw the symbol of a card, `size` units high, as a piece of SVG."""
    return _placed(_SHAPES[card], ink, size, x)


def ferry_mark(kind: str, ink: str, size: float, x: float = 0.0) -> str:
    """Draw the mark of a space that demands a wild card, as a piece of SVG."""
    return _placed(_FERRY[kind], ink, size, x)


def _placed(shape: str, ink: str, size: float, x: float) -> str:
    shift = f"translate({x:g} 0) " if x else ""
    return f'<g transform="{shift}scale({size / 20:.4g})">{shape.replace("INK", ink)}</g>'
