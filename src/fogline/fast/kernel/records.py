"""Where a player's record lies, and the points in it."""

from __future__ import annotations

from fogline.fast import layout
from fogline.fast.constants import MOST_CATEGORIES
from fogline.fast.jit import kernel
from fogline.fast.layout import SCORES


@kernel
def record(seat):
    """Return where a player's record begins, in bytes; divide by 8 for words."""
    return layout.PLAYERS + seat * layout.STRIDE


@kernel
def add_points(g, seat, category, points):
    """Add to a seat's score."""
    g.h[record(seat) // 2 + SCORES + category] += points


@kernel
def score(g, seat):
    """Add up a seat's points."""
    points = 0
    for category in range(MOST_CATEGORIES):
        points += g.h[record(seat) // 2 + SCORES + category]
    return points


@kernel
def copy(source, target):
    """Copy a state, word by word."""
    for word in range(source.shape[0]):
        target[word] = source[word]
