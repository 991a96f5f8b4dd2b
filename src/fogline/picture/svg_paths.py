"""Outlines as path data: absolute commands, so that they can be laid anywhere and joined."""

from __future__ import annotations

import math
import re

from fogline.picture.geometry import Point

_STEP = re.compile(r"([MLHVCQAZ])([^MLHVCQAZ]*)")


def circle(radius: float, at: Point = (0.0, 0.0)) -> str:
    """Trace a circle."""
    x, y = at
    half = f"A{radius:g} {radius:g} 0 0 1"
    return f"M{x - radius:g} {y:g}{half} {x + radius:g} {y:g}{half} {x - radius:g} {y:g}Z"


def rounded(length: float, width: float, radius: float) -> str:
    """Trace a rectangle with round corners, its middle at the origin."""
    x, y = length / 2, width / 2
    corner = f"A{radius:g} {radius:g} 0 0 1"
    return (
        f"M{radius - x:g} {-y:g}H{x - radius:g}{corner} {x:g} {radius - y:g}"
        f"V{y - radius:g}{corner} {x - radius:g} {y:g}"
        f"H{radius - x:g}{corner} {-x:g} {y - radius:g}"
        f"V{radius - y:g}{corner} {radius - x:g} {-y:g}Z"
    )


def laid(path: str, at: Point, degrees: float = 0.0, scale: float = 1.0) -> str:
    """Scale an outline, turn it about the origin, and move it.

    Equal outlines differ only in their first point, so that a drawing compresses well.
    """
    cos = scale * math.cos(math.radians(degrees))
    sin = scale * math.sin(math.radians(degrees))
    x = y = 0.0
    steps: list[str] = []

    def moved(dx: float, dy: float) -> str:
        return f"{_short(cos * dx - sin * dy)} {_short(sin * dx + cos * dy)}"

    for command, given in _STEP.findall(path):
        if command == "Z":
            steps.append("Z")
            continue
        *before, u, v = _along(command, [float(number) for number in given.split()], x, y)
        if command == "M":
            steps.append(f"M{at[0] + cos * u - sin * v:.1f} {at[1] + sin * u + cos * v:.1f}")
        elif command == "A":
            radius = _short(scale * before[0])
            arc = f"{before[3]:g} {before[4]:g}"
            steps.append(f"a{radius} {radius} 0 {arc} {moved(u - x, v - y)}")
        else:
            points = zip([*before[::2], u], [*before[1::2], v], strict=True)
            letter = "l" if command in "LHV" else command.lower()
            steps.append(letter + " ".join(moved(px - x, py - y) for px, py in points))
        x, y = u, v
    return "".join(steps)


def _along(command: str, numbers: list[float], x: float, y: float) -> list[float]:
    """Return both coordinates of a horizontal or vertical step."""
    match command:
        case "H":
            return [numbers[0], y]
        case "V":
            return [x, numbers[0]]
        case _:
            return numbers


def _short(number: float) -> str:
    return f"{round(number, 2) + 0.0:g}"
