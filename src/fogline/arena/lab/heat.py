"""A map of the board that shows how often each route was claimed."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from fogline.arena.lab.figures import RouteFigures
from fogline.core.board import Board
from fogline.picture import BoardLayout, Picture, draw, relax
from fogline.picture.palette import INK
from fogline.picture.score_track import inside
from fogline.report.numerals import fine_percent as percent

RAMP = ("#fdf3dc", "#f8dba0", "#f0b45c", "#dd7a33", "#b3402a", "#6e1a1d")
"""From rare to frequent, each darker than the one before, also when printed in gray."""
_THINNEST, _THICKEST = 0.4, 1.12
"""The width of the least and of the most claimed spaces."""
_LABELS = 130.0
"""Room kept for names around the outermost places."""
_CLOSEST = 0.45
"""The least share of the map that is shown."""
_SVG = "http://www.w3.org/2000/svg"


def heat_map(board: Board, picture: Picture | None, routes: Mapping[str, RouteFigures]) -> str:
    """Draw the board; a route's spaces are darker and wider the more often it was claimed."""
    ET.register_namespace("", _SVG)
    layout = picture.layout() if picture else relax(board)
    root = ET.fromstring(draw(board, picture or layout))  # noqa: S314 (drawn on this very line)
    _crop(root, layout, close_in=picture is None)
    _bare_spaces(root)
    for group in root.iter(f"{{{_SVG}}}g"):
        name = group.get("data-route")
        if name is not None:
            _heat(group, routes[name])
    return ET.tostring(root, encoding="unicode")


def _crop(root: ET.Element, layout: BoardLayout, *, close_in: bool) -> None:
    """Remove score track and band: the page has its own title and legend."""
    del root.attrib["width"], root.attrib["height"]
    root.set("class", "board")
    left, top, width, height = _close_window(layout) if close_in else _whole_window(layout)
    root.set("viewBox", f"{left:g} {top:g} {width:g} {height:g}")
    for child in list(root):
        if child.get("class") in ("band", "score-track"):
            root.remove(child)


def _whole_window(layout: BoardLayout) -> tuple[float, float, float, float]:
    return (0.0, 0.0, *inside(layout.measures))


def _close_window(layout: BoardLayout) -> tuple[float, float, float, float]:
    """Return the part of the map without the empty ground around a small board."""
    left, top, width, height = _whole_window(layout)
    middles = [*layout.at.values()]
    middles += [(box.x, box.y) for boxes in layout.spaces.values() for box in boxes]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    shrink = max(
        (max(xs) - min(xs) + 2 * _LABELS) / width,
        (max(ys) - min(ys) + _LABELS) / height,
        _CLOSEST,
    )
    if shrink >= 1:
        return left, top, width, height
    width, height = round(shrink * width), round(shrink * height)
    return (
        round((min(xs) + max(xs) - width) / 2),
        round((min(ys) + max(ys) - height) / 2),
        width,
        height,
    )


def _bare_spaces(root: ET.Element) -> None:
    """Reduce spaces to rectangles that have the ink and width of their route."""
    for shape in root.iter(f"{{{_SVG}}}g"):
        rectangle = shape.find(f"{{{_SVG}}}rect[@class='shape']")
        if rectangle is None:
            continue
        for child in list(shape):
            if child is not rectangle:
                shape.remove(child)
        rectangle.set(
            "style",
            "fill:var(--heat);stroke:var(--edge,"
            + INK
            + ");stroke-width:var(--edge-width,1.4);stroke-dasharray:var(--dash,none);"
            "transform:scaleY(var(--thick))",
        )


def _heat(group: ET.Element, route: RouteFigures) -> None:
    claimed = route.claimed.value
    thick = _THINNEST + (_THICKEST - _THINNEST) * claimed
    style = f"--heat:{ink(claimed)};--thick:{thick:.3f}"
    group.set("style", style + (";--dash:4 3" if claimed == 0 else ""))
    title = group.find(f"{{{_SVG}}}title")
    if title is not None:
        title.text = f"{title.text} · claimed in {percent(claimed)} of the games"
    for child in list(group):
        if child.get("class") == "ferry":
            group.remove(child)


def ink(claimed: float) -> str:
    """Return the ink for a share."""
    place = claimed * (len(RAMP) - 1)
    step = min(int(place), len(RAMP) - 2)
    mixed = (
        round(
            _part(RAMP[step], n)
            + (place - step) * (_part(RAMP[step + 1], n) - _part(RAMP[step], n))
        )
        for n in range(3)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _part(colour: str, n: int) -> int:
    return int(colour[1 + 2 * n : 3 + 2 * n], 16)


def legend() -> str:
    """Return the legend of ink and width."""
    steps = []
    for n, claimed in enumerate((0.0, 0.2, 0.4, 0.6, 0.8, 1.0)):
        height = 15 * (_THINNEST + (_THICKEST - _THINNEST) * claimed)
        dash = ' stroke-dasharray="4 3"' if claimed == 0 else ""
        steps.append(
            f'<rect x="{8 + 56 * n}" y="{12 - height / 2:.1f}" width="42" height="{height:.1f}" '
            f'rx="4" fill="{ink(claimed)}" stroke="{INK}" stroke-width="1.3"{dash}/>'
            f'<text x="{29 + 56 * n}" y="38" text-anchor="middle">'
            f"{'never' if n == 0 else f'{claimed:.0%}'.replace('%', chr(0x202F) + '%')}</text>"
        )
    return (
        '<svg class="heat-legend" viewBox="0 0 346 46" role="img" aria-label="Darker and wider '
        'spaces were claimed in more games; dashed ones never.">' + "".join(steps) + "</svg>"
    )
