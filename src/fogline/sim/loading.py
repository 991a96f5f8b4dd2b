"""Import of the compiled engine from several threads."""

from __future__ import annotations

import threading

COMPILER = threading.RLock()
"""Hold this while importing modules of the compiled engine, or modules that import it.

These modules import each other. Two threads that import different ones at the same time would see
some of them half initialised.
"""
