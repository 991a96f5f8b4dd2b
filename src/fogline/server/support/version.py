"""The version of this Fogline."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("fogline")
