"""Small drawings for empty areas of the sheet: the SVG files in `drawings`, each 100 units wide."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from fogline.picture.geometry import Point
from fogline.picture.palette import Tone

_FILE = re.compile(r'<svg [^>]*viewBox="0 0 100 ([\d.]+)"[^>]*>\n(.*)\n</svg>\n', re.DOTALL)
_INK = re.compile(r"var\(--(\w+)\)")
"""The name of an ink of the tone; a file gives it a colour for programs that show the file."""


def _drawing(text: str) -> tuple[str, float]:
    found = _FILE.fullmatch(text)
    if found is None:
        raise ValueError("a drawing must be 100 units wide")
    return found[2].replace("\n", ""), float(found[1])


ORNAMENTS: Mapping[str, tuple[str, float]] = {
    name: _drawing(files("fogline.picture").joinpath("drawings", f"{name}.svg").read_text("utf-8"))
    for name in (
        "bridge", "sailboat", "rose", "sun", "cactus", "mesa", "bison", "pine", "prison", "gulls",
    )
}  # fmt: skip
"""Each drawing with its height."""


def ornament(kind: str, at: Point, width: float, tone: Tone) -> str:
    """Draw an ornament with its middle at a point."""
    drawing, height = ORNAMENTS[kind]
    shape = _INK.sub(lambda ink: str(getattr(tone, ink[1])), drawing)
    scale = width / 100
    x, y = at[0] - width / 2, at[1] - height * scale / 2
    return (
        f'<g class="ornament {kind}" transform="translate({x:.1f} {y:.1f}) '
        f'scale({scale:.4g})">{shape}</g>'
    )
