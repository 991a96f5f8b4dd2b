"""Tunnels: a rule and a board for Fogline, in a package of their own."""

from pathlib import Path

BOARD = Path(__file__).parent / "saddlehorn.toml"
