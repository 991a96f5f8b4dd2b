"""Symbols that identify card colours without colour, each in a square from -10 to 10."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from fogline.core.cards import Card
from fogline.picture.svg_paths import circle


def _star(points: int, outer: float, inner: float) -> str:
    corners = [
        (
            (outer if k % 2 == 0 else inner) * math.sin(k * math.pi / points),
            -(outer if k % 2 == 0 else inner) * math.cos(k * math.pi / points),
        )
        for k in range(2 * points)
    ]
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"


class Stroke(NamedTuple):
    """An outline in a square from -10 to 10: filled, or drawn with a pen of some width."""

    path: str
    width: float = 0.0

    def svg(self, ink: str, path: str = "", scale: float = 1.0) -> str:
        """Draw it, or the same outline laid elsewhere, as a piece of SVG."""
        if not self.width:
            return f'<path d="{path or self.path}" fill="{ink}"/>'
        return (
            f'<path d="{path or self.path}" fill="none" stroke="{ink}" '
            f'stroke-width="{scale * self.width:.3g}" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )


Strokes = tuple[Stroke, ...]

SYMBOLS: Mapping[Card, Strokes] = {
    Card.RED: (Stroke(circle(7.6)),),
    Card.ORANGE: (Stroke("M-11 0L0 -8.4L11 0L0 8.4Z"),),
    Card.YELLOW: (Stroke(_star(5, 10.4, 4.4)),),
    Card.GREEN: (
        Stroke("M-11 8.5L-7.6 4.8C-9 -6 1 -9.5 11 -7.4C9.5 3.5 2 8.6 -5.6 6.4L-9.4 9.9Z"),
    ),
    Card.BLUE: (
        Stroke(
            "M-11 -3.8Q-7.33 -9.2 -3.67 -3.8Q0 1.6 3.67 -3.8Q7.33 -9.2 11 -3.8"
            "M-11 4.6Q-7.33 -0.8 -3.67 4.6Q0 10 3.67 4.6Q7.33 -0.8 11 4.6",
            3.2,
        ),
    ),
    Card.PURPLE: (Stroke("M-6.2 -6.2L6.2 6.2M6.2 -6.2L-6.2 6.2", 5),),
    Card.BLACK: (Stroke("M-7.2 -7.2H7.2V7.2H-7.2Z"),),
    Card.WHITE: (Stroke(circle(6.4), 4),),
    Card.WILD: (
        Stroke(_star(4, 11, 3.2)),
        Stroke("M-5 -5L5 5M5 -5L-5 5" + circle(7.2), 1.4),
    ),
}

FERRIES: Mapping[str, Strokes] = {
    "boat": (Stroke("M-10.5 3.2H10.5L6.8 9H-6.8ZM1 -10.5L9 1.4H1ZM-1 -7.5V1.4H-7Z"),),
    "locomotive": (
        Stroke(
            "M-10.5 -1.5H2.5V-8H0.5V-10.2H10.5V-8H9.5V4.2H-10.5ZM-8.6 -8.5H-4.4L-5.3 -2.5H-7.7Z"
            + circle(3.3, (-6.2, 6.2))
            + circle(4.4, (4.6, 5.2))
        ),
    ),
    "compass": SYMBOLS[Card.WILD],
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
    return _placed(SYMBOLS[card], ink, size, x)


def ferry_mark(kind: str, ink: str, size: float, x: float = 0.0) -> str:
    """Draw the mark of a space that demands a wild card, as a piece of SVG."""
    return _placed(FERRIES[kind], ink, size, x)


def _placed(strokes: Strokes, ink: str, size: float, x: float) -> str:
    shift = f"translate({x:g} 0) " if x else ""
    drawn = "".join(stroke.svg(ink) for stroke in strokes)
    return f'<g transform="{shift}scale({size / 20:.4g})">{drawn}</g>'
