"""The board as a picture: where things lie, and the SVG that shows it."""

from fogline.picture.collisions import Collision, collisions
from fogline.picture.draw import draw, draw_table
from fogline.picture.map_layout import BoardLayout, Measures
from fogline.picture.picture_reader import (
    Picture,
    PictureError,
    Poster,
    builtin_picture,
    parse_picture,
    picture_beside,
    read_picture,
)
from fogline.picture.picture_writer import keep, picture_text
from fogline.picture.relax import relax, tidy

__all__ = [
    "BoardLayout",
    "Collision",
    "Measures",
    "Picture",
    "PictureError",
    "Poster",
    "builtin_picture",
    "collisions",
    "draw",
    "draw_table",
    "keep",
    "parse_picture",
    "picture_beside",
    "picture_text",
    "read_picture",
    "relax",
    "tidy",
]
