"""The picture of a ladder as PNG: it draws the few shapes that the SVG of a ladder has."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

from PIL import Image, ImageDraw, ImageFont

from fogline.arena.ladder.plot import INKS

_SCALE = 2
"""Pixels for each unit of the SVG, so that the picture is sharp on any screen."""
_STEP = re.compile(r"([MLVH])([-\d. ]+)")
_WIDTHS = {"line": 1.0, "bar": 2.5}
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def to_png(svg: str) -> bytes:
    """Turn the SVG of a ladder into a PNG, in its light colours."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own)
    size = (_number(root, "width"), _number(root, "height"))
    image = Image.new("RGB", (round(size[0]), round(size[1])), INKS["sheet"])
    draw = ImageDraw.Draw(image)
    usual = root.get("font-size", "15")
    for element in root.iter():
        match element.tag.rpartition("}")[2]:
            case "text":
                _text(draw, element, usual)
            case "path":
                _path(draw, element)
            case "circle":
                _circle(draw, element)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0")) * _SCALE


def _text(draw: ImageDraw.ImageDraw, element: ElementTree.Element, usual: str) -> None:
    font = ImageFont.load_default(float(element.get("font-size", usual)) * _SCALE)
    at = (_number(element, "x"), _number(element, "y"))
    anchor = _ANCHORS[element.get("text-anchor", "start")]
    draw.text(at, element.text or "", INKS["ink"], font, anchor)


def _path(draw: ImageDraw.ImageDraw, element: ElementTree.Element) -> None:
    kind = element.get("class", "line")
    width = round(_WIDTHS[kind] * _SCALE)
    x = y = 0.0
    for command, text in _STEP.findall(element.get("d", "")):
        numbers = [float(number) * _SCALE for number in text.split()]
        before = (x, y)
        match command:
            case "V":
                y = numbers[0]
            case "H":
                x = numbers[0]
            case _:
                x, y = numbers
        if command != "M":
            draw.line((*before, x, y), INKS[kind], width)


def _circle(draw: ImageDraw.ImageDraw, element: ElementTree.Element) -> None:
    at = (_number(element, "cx"), _number(element, "cy"))
    draw.circle(at, _number(element, "r"), INKS["dot"], INKS["bar"], round(2.5 * _SCALE))
