"""Pieces of charts: axes, text and frames in SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


def nice_step(extent: float, most: int) -> float:
    """Return 1, 2 or 5 times a power of ten, so that at most this many steps span the extent."""
    least = extent / most
    power = 10.0 ** math.floor(math.log10(least)) if least > 0 else 1.0
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least - 1e-12)


@dataclass(frozen=True, slots=True)
class Axis:
    """A map from values to places on the page."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int = 6, least: float = 0.0) -> list[float]:
        """Return round values, at most this many, with at least this distance."""
        step = max(least, nice_step(self.high - self.low, most))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def svg(width: float, height: float, label: str, parts: Sequence[str], css: str = "chart") -> str:
    """Return a drawing with a label for screen readers."""
    body = "\n".join(parts)
    return (
        f'<svg class="{css}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}">\n{body}\n</svg>'
    )


def text(x: float, y: float, content: str, anchor: str = "middle", css: str = "") -> str:
    """Return a text in a drawing."""
    kind = f' class="{css}"' if css else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(content)}</text>'
