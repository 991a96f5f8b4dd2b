"""How much is played: little in every run of the tests, much in a soak (`make soak`)."""

from __future__ import annotations

import os

OPTION = "--soak"
VARIABLE = "FOGLINE_SOAK"
"""Tells the workers of a run, which read the tests by themselves, that it is a soak."""


def soaking() -> bool:
    """Whether this run is a soak."""
    return os.environ.get(VARIABLE) == "1"


def amount(usual: int, soak: int) -> int:
    """Return the usual number, or that of a soak."""
    return soak if soaking() else usual
