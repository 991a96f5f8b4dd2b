"""Constants that depend on no mechanic: limits and special values."""

from __future__ import annotations

MOST_SEATS = 6
MOST_ROUTES = 192
MOST_PLACES = 64
MOST_TICKETS = 62
"""A choice of tickets is one bit for each in a code of 63 bits, of which `KEEP` takes one."""
MOST_LENGTH = 15
MOST_CATEGORIES = 8
MOST_PHASES = 32
MOST_IN_A_BYTE = 254
"""The largest count: a byte also has room for NONE."""
MOST_POINTS = 32_767
"""Scores are 16 bits wide."""

CARDS = 9
WILD = 8
NW = 3
"""Words in a mask of routes."""
NONE = 255
"""No seat, no place, no route, no card, no decision."""
OVER = 0
"""The phase of a game that has ended."""
