"""The table as a spectator sees it: a few lines of text, or pixels."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cached_property

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from fogline.boards import builtin_boards
from fogline.core.board import Board, PlaceId
from fogline.core.engine import decision
from fogline.core.messages import Seat
from fogline.core.table import State, View
from fogline.core.view import view_of
from fogline.picture import BoardLayout, builtin_picture, relax
from fogline.picture.geometry import Box
from fogline.picture.palette import INK, TONES, space_ink

MODES = ("human", "ansi", "rgb_array")

_SCALE = 0.5
"""Pixels for each unit of the board."""
_PLAYERS = ("#c2382c", "#2758b8", "#2f8f5b", "#e0a21b", "#8e4bb0", "#222222")
"""The vehicles of each seat."""
_PARTS = (TONES["morning"].mark, "#5fd35f", "#35b5c9", "#d06fb0")
"""The colours of what rules put on places, in the order of the rules."""


def checked(mode: str | None) -> str | None:
    """Return a render mode; raise `ValueError` if it is unknown."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"there is no render_mode {mode!r}; expected one of: {', '.join(MODES)}.")
    return mode


def text(state: State) -> str:
    """Describe the table in a few lines, without secrets."""
    view = view_of(state, None)
    now = decision(view)
    deciding = () if now is None else now.seats
    shown = " ".join("-" if card is None else card.value for card in view.display)
    tickets = sum(len(layer.faces) for layer in view.ticket_deck)
    lines = [
        f"{view.game.title}, {'over' if now is None else f'turn {view.turns + 1}'}",
        f"display: {shown}; deck {view.deck.total}, "
        f"discards {view.discards.total}, tickets {tickets}",
    ]
    for seat, player in enumerate(view.players):
        mark = ">" if seat in deciding else " "
        lines.append(
            f"{mark} player_{seat}: {player.score} points, {player.vehicles} vehicles, "
            f"{player.hand.total} cards, {len(player.tickets)} tickets; {_routes(view, seat)}"
        )
    return "\n".join(lines) + "\n"


def _routes(view: View, seat: int) -> str:
    pairs = zip(view.board.routes, view.owners, strict=True)
    own = [route.id for route, owner in pairs if owner == seat]
    return ", ".join(own) if own else "no routes"


class Painter:
    """Shows the games of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @cached_property
    def _layout(self) -> BoardLayout:
        if self._board.id in builtin_boards():
            return builtin_picture(self._board.id).layout()
        return relax(self._board)

    def show(self, mode: str | None, state: State) -> str | npt.NDArray[np.uint8] | None:
        """Return text or pixels; print the text in mode `human`."""
        if mode == "rgb_array":
            return pixels(self._layout, state)
        if mode == "ansi":
            return text(state)
        if mode == "human":
            sys.stdout.write(text(state))
        return None


def pixels(layout: BoardLayout, state: State) -> npt.NDArray[np.uint8]:
    """Draw the board: routes in their colours, claimed ones in their owner's, and points.

    What rules add to the table is shown as discs on the places that it names.
    """
    view = view_of(state, None)
    width, height = (round(side * _SCALE) for side in layout.measures.canvas)
    image = Image.new("RGB", (width, height), TONES["morning"].land)
    pen = ImageDraw.Draw(image)
    for route, owner in zip(view.board.routes, view.owners, strict=True):
        for box in layout.spaces[route.id]:
            pen.polygon(_corners(box, 1.0), fill=space_ink(route.colour), outline=INK)
            if owner is not None:
                pen.polygon(_corners(box, 0.62), fill=_PLAYERS[owner], outline="white")
    for place in layout.at:
        _disc(pen, layout, place, 0.8, TONES["morning"].button)
    _draw_parts(pen, layout, view)
    font = ImageFont.load_default(size=20)
    for seat, player in enumerate(view.players):
        at = (20 + seat * (width - 40) / len(view.players), height - 44)
        words = f"{player.score} p, {player.vehicles} v"
        pen.rectangle((at[0] - 6, at[1] - 4, at[0] + 118, at[1] + 28), fill=_PLAYERS[seat])
        pen.text(at, words, fill="white", font=font)
    return np.asarray(image)


def _corners(box: Box, part: float) -> list[tuple[float, float]]:
    """Return the corners of a space, or of a part of it, in pixels."""
    length, wide = box.half_length * part, box.half_width * part
    return [
        (
            (box.x + a * length * box.ux - c * wide * box.uy) * _SCALE,
            (box.y + a * length * box.uy + c * wide * box.ux) * _SCALE,
        )
        for a, c in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _disc(pen: ImageDraw.ImageDraw, layout: BoardLayout, place: str, size: float, ink: str) -> None:
    x, y = (side * _SCALE for side in layout.at[place])
    radius = layout.measures.radius * size * _SCALE
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink, outline=INK)


def _draw_parts(pen: ImageDraw.ImageDraw, layout: BoardLayout, view: View) -> None:
    for number, part in enumerate(view.parts.values()):
        ink = _PARTS[number % len(_PARTS)]
        for field in fields(part):
            for place, owner in _marks(getattr(part, field.name), view):
                _disc(pen, layout, place, 1.4, ink if owner is None else _PLAYERS[owner])


def _marks(value: object, view: View) -> Iterator[tuple[PlaceId, Seat | None]]:
    """Yield the places in a rule's part of the table, each with the seat next to it, if any.

    A longer row that ends in 0 means that nothing is left there.
    """
    match value:
        case str() if value in view.board.place:
            yield value, None
        case (str(place), int(seat)) if place in view.board.place and seat in view.seats:
            yield place, seat
        case (_, _, *_, 0):
            pass
        case tuple():
            for each in value:
                yield from _marks(each, view)
