"""Players' records and the points in them."""

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
    """Return the sum of a seat's points."""
    points = 0
    for category in range(MOST_CATEGORIES):
        points += g.h[record(seat) // 2 + SCORES + category]
    return points


@kernel
def copy(source, target):
    """Copy a state, word by word."""
    for word in range(source.shape[0]):
        target[word] = source[word]


@kernel
def copy_state(g, target):
    """Copy the state of one game to another."""
    copy(g.w, target.w)


@kernel
def save(g, words):
    """Copy the state of a game to a row of words."""
    copy(g.w, words)


@kernel
def load(words, g):
    """Set the state of a game from a row of words."""
    copy(words, g.w)
