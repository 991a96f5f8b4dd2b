"""The board as a picture: where things lie, and the SVG that shows it."""

from fogline.picture.collisions import Collision, collisions
from fogline.picture.draw import draw, draw_table
from fogline.picture.layout import Layout, Measures
from fogline.picture.reader import (
    Picture,
    PictureError,
    Poster,
    builtin_picture,
    parse_picture,
    picture_beside,
    read_picture,
)
from fogline.picture.relax import relax, tidy
from fogline.picture.writer import keep, picture_text

__all__ = [
    "Collision",
    "Layout",
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
