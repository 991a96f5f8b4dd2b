"""Writes a picture file that people can edit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from fogline.picture.map_layout import BoardLayout
from fogline.picture.picture_reader import SCHEMA, Picture, Poster, Spot


def keep(picture: Picture, layout: BoardLayout) -> Picture:
    """Put the positions, labels and bends of a layout into its picture."""
    spots = {
        place.id: replace(
            picture.spots.get(place.id, Spot()),
            at=layout.at[place.id],
            wind=layout.labels[place.id].wind,
            lines=len(layout.labels[place.id].lines),
            shift=layout.labels[place.id].shift,
        )
        for place in picture.board.places
    }
    return replace(picture, measures=layout.measures, spots=spots, bends=dict(layout.bends))


def picture_text(picture: Picture) -> str:
    """Write the picture as the text of a file; `parse_picture` reads it back."""
    measures = picture.measures
    lines = [
        f"schema = {SCHEMA}",
        f'board = "{picture.board.id}"',
        f'tone = "{picture.tone}"',
        f'felt = "{picture.felt}"',
        f"canvas = {_numbers(measures.canvas)}",
        f"space = {_numbers(measures.space)} # length and width of every space",
        f"radius = {_number(measures.radius)}",
        f"text = {_number(measures.text)}",
        f'ferry = "{picture.ferry}"',
        f'vehicle = "{picture.vehicle}"',
        *_poster(picture.poster),
        "",
        "# True position, and where the relaxed map puts it; the label stands to that wind.",
        "[places]",
    ]
    lines += [
        f"{place.id} = {{ {_spot(picture.spots[place.id])} }}" for place in picture.board.places
    ]
    lines += ["", "# How far the middle of a connection stands off the straight line.", "[bends]"]
    lines += [f'"{name}" = {_number(bend)}' for name, bend in picture.bends.items()]
    for ground in picture.ground:
        lines += ["", "[[ground]]", f'kind = "{ground.kind}"', "path = ["]
        points = [_numbers(point) for point in ground.path]
        lines += [f"    {', '.join(points[k : k + 5])}," for k in range(0, len(points), 5)]
        lines.append("]")
    for ornament in picture.ornaments:
        lines += ["", "[[ornaments]]", f'kind = "{ornament.kind}"', f"at = {_numbers(ornament.at)}"]
        lines.append(f"width = {_number(ornament.width)}")
    return "\n".join(lines) + "\n"


def _poster(poster: Poster) -> Iterator[str]:
    if poster == Poster():
        return
    yield from ("", "# How clients advertise the game.", "[poster]")
    if poster.art is not None:
        yield f"art = {_quoted(poster.art)}"
    yield f"text = {_quoted(poster.text)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _spot(spot: Spot) -> str:
    parts: list[str] = []
    if spot.true is not None:
        parts += [f"lon = {_number(spot.true[0])}", f"lat = {_number(spot.true[1])}"]
    if spot.at is not None:
        parts.append(f"at = {_numbers(spot.at)}")
    if spot.wind is not None:
        parts.append(f'label = "{spot.wind}"')
    if spot.lines != 1:
        parts.append(f"lines = {spot.lines}")
    if spot.shift != (0.0, 0.0):
        parts.append(f"shift = {_numbers(spot.shift)}")
    return ", ".join(parts)


def _number(value: float) -> str:
    return f"{value:.10g}"


def _numbers(values: Iterable[float]) -> str:
    return f"[{', '.join(_number(value) for value in values)}]"
