"""The one console script: `fogline`."""

from fogline.cli.app import main

__all__ = ["main"]
