"""Tidewick: a board, a rule and a bot for Fogline, in a package of their own."""

from pathlib import Path

BOARD = Path(__file__).parent / "tidewick.toml"
